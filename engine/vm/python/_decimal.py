"""Decimal numbers: sign, whole coefficient and exponent, or an infinity or NaN."""
import math
from numbers import Number

from _decimal_base import _converted, _from_float, _made, _needed, known_class
from _decimal_context import (
    ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Clamped, ConversionSyntax, DivisionByZero, DivisionImpossible, DivisionUndefined,
    FloatOperation, InvalidOperation, getcontext,
)  # fmt: skip
from _decimal_digits import Digits
from _decimal_math import digit_count
from _decimal_order import Ordered
from _decimal_text import Shown

__name__ = "decimal"  # where its class says it is from


def _parse(text):
    """Sign, coefficient, exponent, special; None for what is no number."""
    text = text.strip().replace("_", "")
    sign = 0
    if text[:1] in ("+", "-"):
        sign, text = int(text[0] == "-"), text[1:]
    low = text.lower()
    if low in ("inf", "infinity"):
        return sign, 0, 0, "inf"
    for name in ("snan", "nan"):
        if low.startswith(name) and (low == name or low[len(name) :].isdecimal()):
            return sign, int(low[len(name) :] or 0), 0, name
    mantissa, mark, exponent = low.partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = whole + fraction
    if not digits.isdecimal() or (mark and not exponent[exponent[:1] in ("+", "-") :].isdecimal()):
        return None
    return sign, int(digits), (int(exponent) if mark else 0) - len(fraction), None


class Decimal(Shown, Ordered, Digits):
    __slots__ = ("_sign", "_coef", "_exp", "_special")

    def __new__(cls, value="0", context=None):
        if isinstance(value, str):
            parts = _parse(value)
            if parts is None:
                found = (context or getcontext())._signal(ConversionSyntax)
                parts = 0, 0, 0, "nan"
        elif isinstance(value, bool) or isinstance(value, int):
            parts = int(value < 0), abs(int(value)), 0, None
        elif isinstance(value, Decimal):
            if type(value) is cls:
                return value
            parts = value._sign, value._coef, value._exp, value._special
        elif isinstance(value, float):
            (context or getcontext()).flags[FloatOperation] = True
            if (context or getcontext()).traps[FloatOperation]:
                raise FloatOperation([FloatOperation])
            exact = _from_float(value)
            parts = exact._sign, exact._coef, exact._exp, exact._special
        elif isinstance(value, (tuple, list)):
            parts = _from_tuple(value)
        else:
            raise TypeError(f"conversion from {type(value).__name__} to Decimal is not supported")
        self = object.__new__(cls)
        self._sign, self._coef, self._exp, self._special = parts
        return self

    def __setattr__(self, name, value):
        if name in Decimal.__slots__ and not hasattr(self, "_special"):
            return object.__setattr__(self, name, value)
        raise AttributeError(f"'{'decimal.' if type(self) is Decimal else ''}{type(self).__name__}' object has no attribute '{name}'")

    @classmethod
    def from_float(cls, f):
        if isinstance(f, int):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError("argument must be int or float")
        made = _from_float(f)
        return made if cls is Decimal else cls(made)

    # ---- what it is ----

    def is_nan(self):
        return self._special in ("nan", "snan")

    def is_qnan(self):
        return self._special == "nan"

    def is_snan(self):
        return self._special == "snan"

    def is_infinite(self):
        return self._special == "inf"

    def is_finite(self):
        return self._special is None

    def is_zero(self):
        return self._special is None and not self._coef

    def is_signed(self):
        return self._sign == 1

    def is_canonical(self):
        return True

    def canonical(self):
        return self

    def is_normal(self, context=None):
        context = context or getcontext()
        return self._special is None and self._coef != 0 and self.adjusted() >= context.Emin

    def is_subnormal(self, context=None):
        context = context or getcontext()
        return self._special is None and self._coef != 0 and self.adjusted() < context.Emin

    def adjusted(self):
        return 0 if self._special else self._exp + digit_count(self._coef) - 1

    def radix(self):
        return Decimal(10)

    def number_class(self, context=None):
        if self.is_nan():
            return "sNaN" if self.is_snan() else "NaN"
        if self._special:
            kind = "Infinity"
        elif not self._coef:
            kind = "Zero"
        else:
            kind = "Subnormal" if self.is_subnormal(context) else "Normal"
        return ("-" if self._sign else "+") + kind

    def as_tuple(self):
        from decimal import DecimalTuple

        if self._special == "inf":
            return DecimalTuple(self._sign, (0,), "F")
        digits = tuple(map(int, str(self._coef)))
        if self._special:
            return DecimalTuple(self._sign, digits if self._coef else (), "N" if self._special == "snan" else "n")
        return DecimalTuple(self._sign, digits, self._exp)

    def as_integer_ratio(self):
        if self._special:
            if self.is_nan():
                raise ValueError("cannot convert NaN to integer ratio")
            raise OverflowError("cannot convert Infinity to integer ratio")
        n, d = (self._coef * 10**self._exp, 1) if self._exp >= 0 else (self._coef, 10**-self._exp)
        shared = math.gcd(n, d)
        return (-n if self._sign else n) // shared, d // shared

    # ---- arithmetic ----

    def __add__(self, other, context=None):
        other = _converted(other)
        if other is NotImplemented:
            return other
        context = context or getcontext()
        nan = self._nan_of(other, context)
        if nan is not None:
            return nan
        if self._special or other._special:
            if self._special and other._special and self._sign != other._sign:
                return self._invalid(context)
            return self if self._special else other
        low, high = (self, other) if self._exp <= other._exp else (other, self)
        if low._coef and high._coef and high._exp - low._exp > context.prec + digit_count(low._coef) + 2 - digit_count(high._coef) + context.prec:
            # The smaller one is out of sight: one digit far below stands for it.
            low = _made(low._sign, 1, high._exp - context.prec - 2 + min(0, digit_count(high._coef) - 1))
        a = (-low._coef if low._sign else low._coef)
        b = (-high._coef if high._sign else high._coef) * 10 ** (high._exp - low._exp) if high._coef else 0
        total = a + b
        if total:
            return _made(int(total < 0), abs(total), low._exp)._fix(context)
        negative = self._sign and other._sign or (context.rounding == ROUND_FLOOR and self._sign != other._sign)
        return _made(int(negative), 0, low._exp)._fix(context)

    __radd__ = __add__

    def __sub__(self, other):
        other = _converted(other)
        if other is NotImplemented:
            return other
        return self + (other if other.is_nan() else other.copy_negate())

    def __rsub__(self, other):
        other = _converted(other)
        return other if other is NotImplemented else other - self

    def __mul__(self, other):
        other = _converted(other)
        if other is NotImplemented:
            return other
        context = getcontext()
        nan = self._nan_of(other, context)
        if nan is not None:
            return nan
        sign = self._sign ^ other._sign
        if self._special or other._special:
            if not self or not other:
                return self._invalid(context)
            return _made(sign, 0, 0, "inf")
        return _made(sign, self._coef * other._coef, self._exp + other._exp)._fix(context)

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = _converted(other)
        if other is NotImplemented:
            return other
        context = getcontext()
        nan = self._nan_of(other, context)
        if nan is not None:
            return nan
        sign = self._sign ^ other._sign
        if self._special:
            return self._invalid(context) if other._special else _made(sign, 0, 0, "inf")
        if other._special:
            context._signal(Clamped)
            return _made(sign, 0, context.Etiny())
        if not other._coef:
            if not self._coef:
                return self._invalid(context, DivisionUndefined)
            context._signal(DivisionByZero)
            return _made(sign, 0, 0, "inf")
        ideal = self._exp - other._exp
        if not self._coef:
            return _made(sign, 0, ideal)._fix(context)
        shift = digit_count(other._coef) - digit_count(self._coef) + context.prec + 1
        exponent = ideal - shift
        if shift >= 0:
            quotient, rest = divmod(self._coef * 10**shift, other._coef)
        else:
            quotient, rest = divmod(self._coef, other._coef * 10**-shift)
        if rest:
            quotient += quotient % 5 == 0
        else:
            while exponent < ideal and quotient % 10 == 0:
                quotient, exponent = quotient // 10, exponent + 1
        return _made(sign, quotient, exponent)._fix(context)

    def __rtruediv__(self, other):
        other = _converted(other)
        return other if other is NotImplemented else other / self

    def _quotient(self, other, context):
        """Whole quotient and remainder of finite numbers; None: it has too many digits."""
        exponent = min(self._exp, other._exp)
        if self.adjusted() - other.adjusted() > context.prec:
            return None
        whole, rest = divmod(self._coef * 10 ** (self._exp - exponent), other._coef * 10 ** (other._exp - exponent)) if self._coef else (0, 0)
        if whole >= 10**context.prec:
            return None
        return _made(self._sign ^ other._sign, whole, 0), _made(self._sign, rest, exponent)

    def __divmod__(self, other):
        other = _converted(other)
        if other is NotImplemented:
            return other
        context = getcontext()
        nan = self._nan_of(other, context)
        if nan is not None:
            return nan, nan
        if self._special:
            if other._special:
                return self._invalid(context), _made(0, 0, 0, "nan")
            return _made(self._sign ^ other._sign, 0, 0, "inf"), self._invalid(context)
        if other._special:
            return _made(self._sign ^ other._sign, 0, 0), self._fix(context)
        if not other._coef:
            if not self._coef:
                nan = self._invalid(context, DivisionUndefined)
                return nan, nan
            context.flags[DivisionByZero] = True
            if context.traps[InvalidOperation] and context.traps[DivisionByZero]:
                context.flags[InvalidOperation] = True
                raise InvalidOperation([InvalidOperation, DivisionByZero])
            nan = self._invalid(context)
            context._signal(DivisionByZero)
            return _made(self._sign ^ other._sign, 0, 0, "inf"), nan
        both = self._quotient(other, context)
        if both is None:
            nan = self._invalid(context, DivisionImpossible)
            return nan, nan
        return both[0], both[1]._fix(context)

    def __rdivmod__(self, other):
        other = _converted(other)
        return other if other is NotImplemented else divmod(other, self)

    def __floordiv__(self, other):
        other = _converted(other)
        if other is NotImplemented:
            return other
        context = getcontext()
        if self._special is None and self._coef and other._special is None and not other._coef:
            context._signal(DivisionByZero)
            return _made(self._sign ^ other._sign, 0, 0, "inf")
        if self._special == "inf" and other._special is None:
            return _made(self._sign ^ other._sign, 0, 0, "inf")
        if self._special or other._special or not other._coef:
            return divmod(self, other)[0]
        both = self._quotient(other, context)
        return self._invalid(context, DivisionImpossible) if both is None else both[0]

    def __rfloordiv__(self, other):
        other = _converted(other)
        return other if other is NotImplemented else other // self

    def __mod__(self, other):
        other = _converted(other)
        if other is NotImplemented:
            return other
        context = getcontext()
        if other._special is None and not other._coef and self._special is None:
            return self._invalid(context, InvalidOperation if self._coef else DivisionUndefined)
        if self._special == "inf" and not other.is_nan():
            return self._invalid(context)
        return divmod(self, other)[1]

    def __rmod__(self, other):
        other = _converted(other)
        return other if other is NotImplemented else other % self

    def remainder_near(self, other, context=None):
        other = _needed(other)
        context = context or getcontext()
        nan = self._nan_of(other, context)
        if nan is not None:
            return nan
        if self._special or (other._special is None and not other._coef):
            return self._invalid(context, DivisionUndefined if not self._special and not self._coef else InvalidOperation)
        if other._special:
            return self._fix(context)
        both = self._quotient(other, context)
        if both is None:
            return self._invalid(context, DivisionImpossible)
        whole, rest = both
        exponent = rest._exp
        step = other._coef * 10 ** (other._exp - exponent)
        r = rest._coef
        if 2 * r + (whole._coef & 1) > step:
            r -= step
        return _made(self._sign ^ int(r < 0), abs(r), exponent)._fix(context)

    def fma(self, other, third, context=None):
        other, third = _needed(other), _needed(third)
        context = context or getcontext()
        if self._special or other._special:
            return self * other + third
        return _made(self._sign ^ other._sign, self._coef * other._coef, self._exp + other._exp) + third

    def __neg__(self, context=None):
        return self._signed(self._sign ^ 1, context)

    def __pos__(self, context=None):
        return self._signed(self._sign, context)

    def __abs__(self, round=True, context=None):
        return self._signed(0, context)

    def _signed(self, sign, context):
        context = context or getcontext()
        nan = self._nan_of(None, context)
        if nan is not None:
            return nan
        if not self._special and not self._coef and context.rounding != ROUND_FLOOR:
            sign = 0
        return _made(sign, self._coef, self._exp, self._special)._fix(context)

    def __pow__(self, other, modulo=None):
        if modulo is not None:
            return self._power_modulo(other, modulo)
        other = _converted(other)
        if other is NotImplemented:
            return other
        from _decimal_functions import power

        return power(self, other, getcontext())

    def __rpow__(self, other):
        other = _converted(other)
        return other if other is NotImplemented else other**self

    def _power_modulo(self, other, modulo):
        other, modulo = _needed(other), _needed(modulo)
        context = getcontext()
        if not (self == int(self) and other == int(other) and modulo == int(modulo)) or other < 0 or not modulo:
            return self._invalid(context)
        sign = self._sign and int(other) % 2
        return _made(int(sign), pow(abs(int(self)), int(other), abs(int(modulo))), 0)

    # ---- to other numbers ----

    def __bool__(self):
        return self._special is not None or self._coef != 0

    def __int__(self):
        if self._special:
            if self.is_nan():
                raise ValueError("cannot convert NaN to integer")
            raise OverflowError("cannot convert Infinity to integer")
        whole = self._coef * 10**self._exp if self._exp >= 0 else self._coef // 10**-self._exp
        return -whole if self._sign else whole

    __trunc__ = __int__

    def __float__(self):
        if self.is_nan():
            if self.is_snan():
                raise ValueError("cannot convert signaling NaN to float")
            return float("-nan" if self._sign else "nan")
        return float(self._text())

    def __complex__(self):
        return complex(float(self))

    @property
    def real(self):
        return self

    @property
    def imag(self):
        return Decimal(0)

    def conjugate(self):
        return self

    def __round__(self, n=None):
        if n is not None:
            if not isinstance(n, int):
                raise TypeError("optional arg must be an integer")
            return self.quantize(_made(0, 1, -n))
        return self._to_whole(ROUND_HALF_EVEN)

    def _to_whole(self, rounding):
        if self._special:
            if self.is_nan():
                raise ValueError("cannot convert NaN to integer")
            raise OverflowError("cannot convert Infinity to integer")
        return int(self._rescaled(0, rounding) if self._exp < 0 else self)

    def __floor__(self):
        return self._to_whole(ROUND_FLOOR)

    def __ceil__(self):
        return self._to_whole(ROUND_CEILING)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return type(self), (str(self),)


known_class(Decimal)
Number.register(Decimal)


def _from_tuple(value):
    if len(value) != 3:
        raise ValueError("argument must be a sequence of length 3")
    sign, digits, exponent = value
    if sign not in (0, 1):
        raise ValueError("sign must be an integer with the value 0 or 1")
    if any(not isinstance(digit, int) or not 0 <= digit <= 9 for digit in digits):
        raise ValueError("coefficient must be a tuple of digits")
    coefficient = int("".join(map(str, digits)) or 0)
    if isinstance(exponent, str):
        special = {"F": "inf", "n": "nan", "N": "snan"}.get(exponent)
        if special is None:
            raise ValueError("string argument in the third position must be 'F', 'n' or 'N'")
        return sign, 0 if special == "inf" else coefficient, 0, special
    if not isinstance(exponent, int):
        raise ValueError("exponent must be an integer")
    return sign, coefficient, exponent, None
