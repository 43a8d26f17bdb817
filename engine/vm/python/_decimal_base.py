"""How the parts of decimal make numbers: the class is known once `_decimal` has made it."""

import math

_class = None


def known_class(cls):
    global _class
    _class = cls


def _made(sign, coefficient, exponent, special=None):
    self = object.__new__(_class)
    self._sign, self._coef, self._exp, self._special = sign, coefficient, exponent, special
    return self


def _converted(other):
    """A number that arithmetic takes, as Decimal; else NotImplemented."""
    if isinstance(other, _class):
        return other
    if isinstance(other, int):
        return _made(int(other < 0), abs(other), 0)
    return NotImplemented


def _needed(other):
    converted = _converted(other)
    if converted is NotImplemented:
        raise TypeError(f"conversion from {type(other).__name__} to Decimal is not supported")
    return converted


def _from_float(f):
    if f != f or f in (math.inf, -math.inf):
        return _made(int(math.copysign(1, f) < 0), 0, 0, "nan" if f != f else "inf")
    sign = int(math.copysign(1, f) < 0)
    n, d = abs(f).as_integer_ratio()
    k = d.bit_length() - 1
    return _made(sign, n * 5**k, -k)
