"""Decimal numbers compared."""
from _decimal_base import _converted, _from_float, _made, _needed
from _decimal_context import FloatOperation, InvalidOperation, getcontext


class Ordered:
    __slots__ = ()

    def _compare(self, other):
        if self._special or other._special:
            a = (-1 if self._sign else 1) if self._special else 0
            b = (-1 if other._sign else 1) if other._special else 0
            return (a > b) - (a < b)
        if not self._coef or not other._coef or self._sign != other._sign:
            a = 0 if not self._coef else -1 if self._sign else 1
            b = 0 if not other._coef else -1 if other._sign else 1
            return (a > b) - (a < b)
        x, y = self.adjusted(), other.adjusted()
        if x == y:
            low = min(self._exp, other._exp)
            x, y = self._coef * 10 ** (self._exp - low), other._coef * 10 ** (other._exp - low)
        return ((x > y) - (x < y)) * (-1 if self._sign else 1)

    def _comparable(self, other, equality):
        if isinstance(other, float):
            context = getcontext()
            context.flags[FloatOperation] = True
            if context.traps[FloatOperation] and not equality:
                raise FloatOperation([FloatOperation])
            return self, _from_float(other)
        if isinstance(other, complex) and equality:
            return self._comparable(other.real, True) if other.imag == 0 else (self, NotImplemented)
        converted = _converted(other)
        if converted is NotImplemented and type(other).__name__ == "Fraction" and hasattr(other, "denominator"):
            if self._special:
                return self, _made(int(other < 0), 1, 0)
            return _made(self._sign, self._coef * other.denominator, self._exp), _converted(other.numerator)
        return self, converted

    def __eq__(self, other):
        a, b = self._comparable(other, True)
        if b is NotImplemented:
            return b
        if a.is_nan() or b.is_nan():
            if a.is_snan() or b.is_snan():
                getcontext()._signal(InvalidOperation)
            return False
        return a._compare(b) == 0

    def _ordered(self, other, accept):
        a, b = self._comparable(other, False)
        if b is NotImplemented:
            return b
        if a.is_nan() or b.is_nan():
            getcontext()._signal(InvalidOperation)
            return False
        return accept(a._compare(b))

    def __lt__(self, other):
        return self._ordered(other, lambda c: c < 0)

    def __le__(self, other):
        return self._ordered(other, lambda c: c <= 0)

    def __gt__(self, other):
        return self._ordered(other, lambda c: c > 0)

    def __ge__(self, other):
        return self._ordered(other, lambda c: c >= 0)

    def __hash__(self):
        if self._special:
            if self.is_snan():
                raise TypeError("Cannot hash a signaling NaN value")
            return object.__hash__(self) if self.is_nan() else -314159 if self._sign else 314159
        modulus = (1 << 61) - 1
        scale = pow(10, self._exp, modulus) if self._exp >= 0 else pow(pow(10, modulus - 2, modulus), -self._exp, modulus)
        result = self._coef * scale % modulus
        result = -result if self._sign else result
        return -2 if result == -1 else result

    def compare(self, other, context=None):
        other = _needed(other)
        nan = self._nan_of(other, context or getcontext())
        return nan if nan is not None else _converted(self._compare(other))

    def compare_total(self, other, context=None):
        other = _needed(other)
        if self._sign != other._sign:
            return _converted(-1 if self._sign else 1)
        order = {None: 0, "inf": 1, "snan": 2, "nan": 3}
        a = order[self._special], self._coef if self.is_nan() else 0
        b = order[other._special], other._coef if other.is_nan() else 0
        if a == b == (0, 0):
            c = self._compare(other)
            if c:
                return _converted(c)
            a, b = self._exp, other._exp
        c = (a > b) - (a < b)
        return _converted(-c if self._sign else c)

    def _chosen(self, other, context, largest, magnitude=False):
        other = _needed(other)
        context = context or getcontext()
        if self.is_nan() or other.is_nan():
            if self.is_snan() or other.is_snan() or (self.is_nan() and other.is_nan()):
                return self._nan_of(other, context)
            return (other if self.is_nan() else self)._fix(context)
        a, b = (self.copy_abs(), other.copy_abs()) if magnitude else (self, other)
        c = a._compare(b) or int(self.compare_total(other))
        return (self if (c > 0) == largest else other)._fix(context)

    def max(self, other, context=None):
        return self._chosen(other, context, True)

    def min(self, other, context=None):
        return self._chosen(other, context, False)

    def max_mag(self, other, context=None):
        return self._chosen(other, context, True, True)

    def min_mag(self, other, context=None):
        return self._chosen(other, context, False, True)
