"""Rational numbers: exact fractions in lowest terms."""

import math as _math
import numbers as _numbers
import operator as _operator
import re as _re

__all__ = ["Fraction"]

_FORM = _re.compile(
    r"\s*(?P<sign>[-+]?)(?=\d|\.\d)(?P<num>\d*(?:_\d+)*)"
    r"(?:(?:\s*/\s*(?P<denom>\d+(?:_\d+)*))?|(?:\.(?P<decimal>\d*|\d+(?:_\d+)*))?(?:[eE](?P<exp>[-+]?\d+(?:_\d+)*))?)\s*"
)


def _from_text(text):
    found = _FORM.fullmatch(text)
    if found is None:
        raise ValueError(f"Invalid literal for Fraction: {text!r}")
    numerator = int(found["num"] or "0")
    denominator = 1
    if found["denom"]:
        denominator = int(found["denom"])
    else:
        if found["decimal"]:
            digits = found["decimal"].replace("_", "")
            denominator = 10 ** len(digits)
            numerator = numerator * denominator + int(digits)
        if found["exp"]:
            exponent = int(found["exp"])
            if exponent >= 0:
                numerator *= 10**exponent
            else:
                denominator *= 10**-exponent
    return (-numerator if found["sign"] == "-" else numerator), denominator


class Fraction(_numbers.Rational):
    __slots__ = ("_numerator", "_denominator")

    def __new__(cls, numerator=0, denominator=None):
        if denominator is None:
            if type(numerator) is int:
                return cls._made(numerator, 1)
            if isinstance(numerator, (int, Fraction)):
                return cls._made(numerator.numerator, numerator.denominator)
            if isinstance(numerator, str):
                numerator, denominator = _from_text(numerator)
            elif hasattr(numerator, "as_integer_ratio"):
                return cls._made(*numerator.as_integer_ratio())
            else:
                raise TypeError("argument should be a string or a Rational instance")
        elif isinstance(numerator, (int, Fraction)) and isinstance(denominator, (int, Fraction)):
            numerator, denominator = (
                numerator.numerator * denominator.denominator,
                denominator.numerator * numerator.denominator,
            )
        else:
            raise TypeError("both arguments should be Rational instances")
        if denominator == 0:
            raise ZeroDivisionError(f"Fraction({numerator}, 0)")
        return cls._reduced(numerator, denominator)

    @classmethod
    def _made(cls, numerator, denominator):
        self = object.__new__(cls)
        self._numerator = int(numerator)
        self._denominator = int(denominator)
        return self

    @classmethod
    def _reduced(cls, numerator, denominator):
        common = _math.gcd(numerator, denominator)
        if denominator < 0:
            common = -common
        return cls._made(numerator // common, denominator // common)

    @classmethod
    def from_float(cls, f):
        if not isinstance(f, (int, float)):
            raise TypeError(f"{cls.__name__}.from_float() only takes floats, not {f!r} ({type(f).__name__})")
        return cls._made(*f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec):
        from decimal import Decimal
        if not isinstance(dec, (int, Decimal)):
            raise TypeError(f"{cls.__name__}.from_decimal() only takes Decimals, not {dec!r} ({type(dec).__name__})")
        return cls._made(*dec.as_integer_ratio())

    @property
    def numerator(self):
        return self._numerator

    @property
    def denominator(self):
        return self._denominator

    real = property(lambda self: self)
    imag = property(lambda self: 0)

    def conjugate(self):
        return self

    def as_integer_ratio(self):
        return self._numerator, self._denominator

    def is_integer(self):
        return self._denominator == 1

    def limit_denominator(self, max_denominator=1000000):
        # The convergents of the continued fraction, and the last semiconvergent within the bound.
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            whole = n // d
            q2 = q0 + whole * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + whole * p1, q2
            n, d = d, n - whole * d
        k = (max_denominator - q0) // q1
        if 2 * d * (q0 + k * q1) <= self._denominator:
            return Fraction._made(p1, q1)
        return Fraction._made(p0 + k * p1, q0 + k * q1)

    def __repr__(self):
        return f"{type(self).__name__}({self._numerator}, {self._denominator})"

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else f"{self._numerator}/{self._denominator}"

    def __format__(self, spec):
        found = _re.fullmatch(r"(?:.?[<>=^])?[-+ ]?z?#?0?\d*[,_]?(?:\.(\d+))?([eEfFgG%])", spec)
        if not spec:
            return str(self)
        if found is None:
            raise ValueError(f"Invalid format specifier {spec!r} for object of type {type(self).__name__!r}")
        if found[2] in "fF%":
            # Rounded exactly, half to even, before it is laid out as the float of these digits.
            places = int(found[1] or "6") if found[1] else 6
            rounded = round(self * 100 if found[2] == "%" else self, places)
            return format(float(rounded / 100 if found[2] == "%" else rounded), spec)
        return format(float(self), spec)

    def __hash__(self):
        if self._denominator == 1:
            return hash(self._numerator)
        modulus = (1 << 61) - 1
        try:
            inverse = pow(self._denominator, -1, modulus)
        except ValueError:
            made = 314159
        else:
            made = hash(hash(abs(self._numerator)) * inverse)
        made = made if self._numerator >= 0 else -made
        return -2 if made == -1 else made

    def __reduce__(self):
        return type(self), (self._numerator, self._denominator)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __add__(a, b):
        return _apply(a, b, _add, _operator.add)

    def __radd__(b, a):
        return _apply_reflected(a, b, _add, _operator.add)

    def __sub__(a, b):
        return _apply(a, b, _sub, _operator.sub)

    def __rsub__(b, a):
        return _apply_reflected(a, b, _sub, _operator.sub)

    def __mul__(a, b):
        return _apply(a, b, _mul, _operator.mul)

    def __rmul__(b, a):
        return _apply_reflected(a, b, _mul, _operator.mul)

    def __truediv__(a, b):
        return _apply(a, b, _div, _operator.truediv)

    def __rtruediv__(b, a):
        return _apply_reflected(a, b, _div, _operator.truediv)

    def __floordiv__(a, b):
        return _apply(a, b, _floordiv, _operator.floordiv)

    def __rfloordiv__(b, a):
        return _apply_reflected(a, b, _floordiv, _operator.floordiv)

    def __mod__(a, b):
        return _apply(a, b, _mod, _operator.mod)

    def __rmod__(b, a):
        return _apply_reflected(a, b, _mod, _operator.mod)

    def __divmod__(a, b):
        return _apply(a, b, lambda x, y: (_floordiv(x, y), _mod(x, y)), divmod)

    def __rdivmod__(b, a):
        return _apply_reflected(a, b, lambda x, y: (_floordiv(x, y), _mod(x, y)), divmod)

    def __pow__(a, b, modulus=None):
        if modulus is not None:
            return NotImplemented
        if isinstance(b, (int, Fraction)):
            if b.denominator != 1:
                return float(a) ** float(b)
            power = b.numerator
            if power >= 0:
                return Fraction._made(a._numerator**power, a._denominator**power)
            if a._numerator == 0:
                raise ZeroDivisionError(f"Fraction({a._denominator ** -power}, 0)")
            return Fraction._reduced(a._denominator**-power, a._numerator**-power)
        if isinstance(b, (float, complex)):
            return float(a) ** b
        return NotImplemented

    def __rpow__(b, a, modulus=None):
        if modulus is not None:
            return NotImplemented
        if b._denominator == 1 and b._numerator >= 0:
            return a**b._numerator
        if isinstance(a, int):
            return Fraction(a, 1) ** b
        return a ** (b._numerator if b._denominator == 1 else float(b))

    def __pos__(self):
        return Fraction._made(self._numerator, self._denominator)

    def __neg__(self):
        return Fraction._made(-self._numerator, self._denominator)

    def __abs__(self):
        return Fraction._made(abs(self._numerator), self._denominator)

    def __int__(self):
        return -(-self._numerator // self._denominator) if self._numerator < 0 else self._numerator // self._denominator

    __trunc__ = __int__

    def __floor__(self):
        return self._numerator // self._denominator

    def __ceil__(self):
        return -(-self._numerator // self._denominator)

    def __float__(self):
        return self._numerator / self._denominator

    def __complex__(self):
        return complex(float(self))

    def __round__(self, ndigits=None):
        if ndigits is None:
            whole, rest = divmod(self._numerator, self._denominator)
            if rest * 2 < self._denominator:
                return whole
            if rest * 2 > self._denominator:
                return whole + 1
            return whole if whole % 2 == 0 else whole + 1
        shift = 10 ** abs(ndigits)
        if ndigits > 0:
            return Fraction(round(self * shift), shift)
        return Fraction(round(self / shift) * shift)

    def __bool__(self):
        return bool(self._numerator)

    def __eq__(a, b):
        if isinstance(b, (int, Fraction)):
            return a._numerator == b.numerator and a._denominator == b.denominator
        if isinstance(b, complex):
            if b.imag != 0:
                return False
            b = b.real
        if isinstance(b, float):
            return 0.0 == b if not _math.isfinite(b) else a == Fraction.from_float(b)
        return NotImplemented

    def _ordered(self, other, op):
        if isinstance(other, (int, Fraction)):
            return op(self._numerator * other.denominator, self._denominator * other.numerator)
        if isinstance(other, float):
            return op(0.0, other) if not _math.isfinite(other) else op(self, Fraction.from_float(other))
        return NotImplemented

    def __lt__(a, b):
        return a._ordered(b, _operator.lt)

    def __gt__(a, b):
        return a._ordered(b, _operator.gt)

    def __le__(a, b):
        return a._ordered(b, _operator.le)

    def __ge__(a, b):
        return a._ordered(b, _operator.ge)


def _add(a, b):
    return Fraction._reduced(
        a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator
    )


def _sub(a, b):
    return Fraction._reduced(
        a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator
    )


def _mul(a, b):
    return Fraction._reduced(a.numerator * b.numerator, a.denominator * b.denominator)


def _div(a, b):
    if b.numerator == 0:
        raise ZeroDivisionError(f"Fraction({a.numerator * b.denominator}, 0)")
    return Fraction._reduced(a.numerator * b.denominator, a.denominator * b.numerator)


def _floordiv(a, b):
    return (a.numerator * b.denominator) // (a.denominator * b.numerator)


def _mod(a, b):
    common = a.denominator * b.denominator
    return Fraction._reduced((a.numerator * b.denominator) % (b.numerator * a.denominator), common)


def _apply(a, b, exact, fallback):
    if isinstance(b, (int, Fraction)):
        return exact(a, b)
    if isinstance(b, float):
        return fallback(float(a), b)
    if isinstance(b, complex):
        return fallback(complex(a), b)
    return NotImplemented


def _apply_reflected(a, b, exact, fallback):
    if isinstance(a, (int, Fraction)):
        return exact(a, b)
    if isinstance(a, float):
        return fallback(a, float(b))
    if isinstance(a, complex):
        return fallback(a, complex(b))
    return NotImplemented
