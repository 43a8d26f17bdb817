"""Functions of complex numbers, by the formulas that CPython computes with (Kahan 1987)."""

import math as _math

pi, e, tau, inf, nan = _math.pi, _math.e, _math.tau, _math.inf, _math.nan
infj = complex(0.0, inf)
nanj = complex(0.0, nan)


def _number(z):
    if isinstance(z, str):
        raise TypeError("must be real number, not str")
    return complex(z)


def _finite(made, z):
    if (_math.isinf(made.real) or _math.isinf(made.imag)) and isfinite(z):
        raise OverflowError("math range error")
    return made


def phase(z):
    z = _number(z)
    return _math.atan2(z.imag, z.real)


def polar(z):
    return abs(_number(z)), phase(z)


def rect(r, phi):
    return complex(r * _math.cos(phi), r * _math.sin(phi))


def isfinite(z):
    z = _number(z)
    return _math.isfinite(z.real) and _math.isfinite(z.imag)


def isinf(z):
    z = _number(z)
    return _math.isinf(z.real) or _math.isinf(z.imag)


def isnan(z):
    z = _number(z)
    return _math.isnan(z.real) or _math.isnan(z.imag)


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError("tolerances must be non-negative")
    a, b = _number(a), _number(b)
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    difference = abs(a - b)
    return difference <= rel_tol * abs(b) or difference <= rel_tol * abs(a) or difference <= abs_tol


def sqrt(z):
    z = _number(z)
    if z.real == 0.0 and z.imag == 0.0:
        return complex(0.0, z.imag)
    x, y = abs(z.real), abs(z.imag)
    if y == _math.inf:
        return complex(y, z.imag)
    x /= 8.0
    s = 2.0 * _math.sqrt(x + _math.hypot(x, y / 8.0))
    d = y / (2.0 * s)
    if z.real >= 0.0:
        return complex(s, _math.copysign(d, z.imag))
    return complex(d, _math.copysign(s, z.imag))


def exp(z):
    z = _number(z)
    try:
        size = _math.exp(z.real)
    except OverflowError:
        raise OverflowError("math range error") from None
    return _finite(complex(size * _math.cos(z.imag), size * _math.sin(z.imag)), z)


def _log(z):
    x, y = abs(z.real), abs(z.imag)
    if x == 0.0 and y == 0.0:
        raise ValueError("math domain error")
    size = _math.hypot(x, y)
    if 0.71 <= size <= 1.73:
        high, low = max(x, y), min(x, y)
        real = _math.log1p((high - 1) * (high + 1) + low * low) / 2.0
    else:
        real = _math.log(size)
    return complex(real, _math.atan2(z.imag, z.real))


def log(z, base=None):
    made = _log(_number(z))
    return made if base is None else made / _log(_number(base))


def log10(z):
    made = _log(_number(z))
    ten = _math.log(10.0)
    return complex(made.real / ten, made.imag / ten)


def sinh(z):
    z = _number(z)
    return complex(_math.cos(z.imag) * _math.sinh(z.real), _math.sin(z.imag) * _math.cosh(z.real))


def cosh(z):
    z = _number(z)
    return complex(_math.cos(z.imag) * _math.cosh(z.real), _math.sin(z.imag) * _math.sinh(z.real))


def tanh(z):
    z = _number(z)
    tx, ty = _math.tanh(z.real), _math.tan(z.imag)
    cx = 1.0 / _math.cosh(z.real)
    txty = tx * ty
    scale = 1.0 + txty * txty
    return complex(tx * (1.0 + ty * ty) / scale, ((ty / scale) * cx) * cx)


def sin(z):
    z = _number(z)
    made = sinh(complex(-z.imag, z.real))
    return complex(made.imag, -made.real)


def cos(z):
    z = _number(z)
    return cosh(complex(-z.imag, z.real))


def tan(z):
    z = _number(z)
    made = tanh(complex(-z.imag, z.real))
    return complex(made.imag, -made.real)


def asinh(z):
    z = _number(z)
    a, b = sqrt(complex(1.0 + z.imag, -z.real)), sqrt(complex(1.0 - z.imag, z.real))
    return complex(
        _math.asinh(a.real * b.imag - b.real * a.imag), _math.atan2(z.imag, a.real * b.real - a.imag * b.imag)
    )


def acosh(z):
    z = _number(z)
    a, b = sqrt(complex(z.real - 1.0, z.imag)), sqrt(complex(z.real + 1.0, z.imag))
    return complex(_math.asinh(a.real * b.real + a.imag * b.imag), 2.0 * _math.atan2(a.imag, b.real))


def atanh(z):
    z = _number(z)
    if z.real < 0.0 or (z.real == 0.0 and _math.copysign(1.0, z.real) < 0.0):
        return -atanh(-z)
    y = abs(z.imag)
    if z.real == 1.0 and y == 0.0:
        raise ValueError("math domain error")
    real = _math.log1p(4.0 * z.real / ((1.0 - z.real) * (1.0 - z.real) + y * y)) / 4.0
    return complex(real, -_math.atan2(-2.0 * z.imag, (1.0 - z.real) * (1.0 + z.real) - y * y) / 2.0)


def asin(z):
    z = _number(z)
    made = asinh(complex(-z.imag, z.real))
    return complex(made.imag, -made.real)


def acos(z):
    z = _number(z)
    a, b = sqrt(complex(1.0 - z.real, -z.imag)), sqrt(complex(1.0 + z.real, z.imag))
    return complex(2.0 * _math.atan2(a.real, b.real), _math.asinh(b.real * a.imag - b.imag * a.real))


def atan(z):
    z = _number(z)
    made = atanh(complex(-z.imag, z.real))
    return complex(made.imag, -made.real)
