"""Decimal numbers as text."""
from _decimal_base import _made
from _decimal_context import getcontext
from _decimal_math import digit_count, group, parse_format


class Shown:
    __slots__ = ()

    def _text(self, engineering=False, capitals=1):
        sign = "-" if self._sign else ""
        if self._special:
            payload = str(self._coef) if self._coef else ""
            return sign + {"inf": "Infinity", "nan": "NaN", "snan": "sNaN"}[self._special] + payload
        digits = str(self._coef)
        left = self._exp + len(digits)
        if self._exp <= 0 and left > -6:
            point = left
        elif not engineering:
            point = 1
        elif not self._coef:
            point = (left + 1) % 3 - 1
        else:
            point = (left - 1) % 3 + 1
        if point <= 0:
            text = "0." + "0" * -point + digits
        elif point >= len(digits):
            text = digits + "0" * (point - len(digits))
        else:
            text = digits[:point] + "." + digits[point:]
        if left != point:
            text += f"{'E' if capitals else 'e'}{left - point:+d}"
        return sign + text

    def __str__(self):
        return self._text(False, getcontext().capitals)

    def __repr__(self):
        return f"Decimal('{self}')"

    def to_eng_string(self, context=None):
        return self._text(True, (context or getcontext()).capitals)

    def __format__(self, spec, context=None):
        context = context or getcontext()
        parts = parse_format(spec)
        if parts is None:
            raise ValueError("invalid format string")
        fill, align, sign, zero, width, comma, precision, kind, no_minus = parts
        if self._special:
            body = self.copy_abs()._text() + ("%" if kind == "%" else "")
            if zero and fill == "0":
                fill = " "
            return self._padded(("-" if self._sign else sign.replace("-", "")), body, fill, align, width)
        kind = kind or ("G" if context.capitals else "g")
        if kind == "n":
            kind = "g"
        value = _made(self._sign, self._coef, self._exp + 2 if kind == "%" else self._exp)
        if precision is not None and (value._coef or kind in "fF%"):
            if kind in "eE":
                value = value._to_digits(precision + 1, context.rounding)
            elif kind in "fF%":
                value = value._rescaled(-precision, context.rounding)
            elif digit_count(value._coef) > precision:
                value = value._to_digits(max(precision, 1), context.rounding)
        if not value._coef and value._exp > 0 and kind in "fF%":
            value = value._rescaled(0, context.rounding)
        if no_minus and not value._coef:
            value = value.copy_abs()
        digits = str(value._coef)
        left = value._exp + len(digits)
        if kind in "eE":
            point = 1 - precision if not value._coef and precision is not None else 1
        elif kind in "fF%":
            point = left
        else:
            point = left if value._exp <= 0 and left > -6 else 1
        if point < 0:
            whole, fraction = "0", "0" * -point + digits
        elif point > len(digits):
            whole, fraction = digits + "0" * (point - len(digits)), ""
        else:
            whole, fraction = digits[:point] or "0", digits[point:]
        tail = "." + fraction if fraction else ""
        if left != point or kind in "eE":
            tail += f"{'e' if kind in 'eg' else 'E'}{left - point:+d}"
        if kind == "%":
            tail += "%"
        mark = "-" if value._sign else sign.replace("-", "")
        least = width - len(mark) - len(tail) if zero and align == "=" else 1
        return self._padded(mark, group(whole, comma, max(least, 1)) + tail, fill, align, width)

    @staticmethod
    def _padded(mark, body, fill, align, width):
        missing = max(0, width - len(mark) - len(body))
        if align == "<":
            return mark + body + fill * missing
        if align == "^":
            return fill * (missing // 2) + mark + body + fill * (missing - missing // 2)
        if align == "=":
            return mark + fill * missing + body
        return fill * missing + mark + body
