"""Roots, powers and logarithms of Decimal, rounded correctly: with more digits until the rounding is certain."""
import math

from _decimal import Decimal
from _decimal_base import _made
from _decimal_context import ROUND_HALF_EVEN, Inexact, Rounded
from _decimal_math import digit_count, exp_digits, ln_digits


def _even(context):
    """The context that roots and logarithms round in, whatever the rounding of the program."""
    even = context.copy()
    even.rounding = ROUND_HALF_EVEN
    object.__setattr__(even, "flags", context.flags)  # the same ones
    return even


def _rounded(context, rounding, compute):
    """The value that compute(digits) gives as sign, coefficient, exponent with an error below 10**4 units of it."""
    digits = context.prec + 8
    while True:
        sign, coefficient, exponent = compute(digits)
        lost = digit_count(coefficient) - context.prec
        unit = 10**lost
        middle = coefficient % unit - unit // 2
        if lost > 5 and abs(middle) > 10**4 and 10**4 < coefficient % unit < unit - 10**4:
            break
        digits += context.prec // 2 + 8
    return _made(sign, coefficient, exponent)._fix(rounding)


def sqrt(x, context):
    nan = x._nan_of(None, context)
    if nan is not None:
        return nan
    if x._special:
        return x._invalid(context) if x._sign else x
    if not x._coef:
        return _made(x._sign, 0, x._exp // 2)._fix(context)
    if x._sign:
        return x._invalid(context)
    wanted = context.prec + 1
    exponent, coefficient = x._exp, x._coef
    ideal = exponent // 2
    if exponent % 2:
        coefficient, exponent = coefficient * 10, exponent - 1
    half = exponent // 2
    shift = wanted - (digit_count(coefficient) + 1) // 2
    if shift >= 0:
        n = coefficient * 100**shift
        exact = True
    else:
        n, rest = divmod(coefficient, 100**-shift)
        exact = not rest
    half -= shift
    root = math.isqrt(n)
    exact = exact and root * root == n
    if exact:
        while half < ideal and root % 10 == 0:
            root, half = root // 10, half + 1
    elif root % 5 == 0:
        root += 1
    return _made(0, root, half)._fix(_even(context))


def exp(x, context):
    nan = x._nan_of(None, context)
    if nan is not None:
        return nan
    if x._special:
        return _made(0, 0, 0) if x._sign else x
    if not x._coef:
        return Decimal(1)
    size = x.adjusted()
    if size > len(str(context.Emax)) + 2:
        return _made(0, 1, context.Etiny() - 10 if x._sign else context.Emax + 10)._fix(_even(context))
    if size < -context.prec - 2:
        made = Decimal(1)._to_digits(context.prec + 2, ROUND_HALF_EVEN)
        return _made(0, made._coef + (-1 if x._sign else 1), made._exp)._fix(context)
    return _rounded(context, _even(context), lambda digits: (0, *exp_digits(x._sign, x._coef, x._exp, digits)))


def _log_special(x, context):
    nan = x._nan_of(None, context)
    if nan is not None:
        return nan
    if not x:
        return _made(1, 0, 0, "inf")
    if x._sign:
        return x._invalid(context)
    return _made(0, 0, 0, "inf") if x._special else None


def _ln_parts(x):
    def compute(digits):
        extra = max(0, -(x - 1).adjusted()) if x.adjusted() in (0, -1) else 0
        found = ln_digits(x._coef, x._exp, digits + extra)
        return int(found < 0), abs(found), -(digits + extra)

    return compute


def ln(x, context):
    special = _log_special(x, context)
    if special is not None:
        return special
    if x == 1:
        return Decimal(0)
    return _rounded(context, _even(context), _ln_parts(x))


def log10(x, context):
    special = _log_special(x, context)
    if special is not None:
        return special
    digits = str(x._coef)
    if digits.rstrip("0") == "1":
        return Decimal(x._exp + len(digits) - 1)._fix(context)

    def compute(digits):
        sign, coefficient, exponent = _ln_parts(x)(digits)
        ten = ln_digits(1, 1, digits + 5)
        return sign, coefficient * 10 ** (digits + 5) // ten, exponent

    return _rounded(context, _even(context), compute)


def power(x, y, context):
    nan = x._nan_of(y, context)
    if nan is not None:
        return nan
    if y._special is None and not y._coef:
        return x._invalid(context) if x._special is None and not x._coef else Decimal(1)
    whole = y._special is None and y == y.to_integral_value()
    sign = int(x._sign and whole and int(y) % 2 == 1)
    if x._sign and x and not whole:
        return x._invalid(context)
    x = x.copy_abs()
    if not x:
        return _made(sign, 0, 0) if not y._sign else _made(sign, 0, 0, "inf")
    if x._special:
        return _made(sign, 0, 0) if y._sign else _made(sign, 0, 0, "inf")
    if y._special:
        c = x._compare(Decimal(1))
        if c == 0:
            return _one(context, sign)
        return _made(sign, 0, 0, "inf") if (c > 0) != bool(y._sign) else _made(sign, 0, 0)
    if x == 1:
        if whole and y._sign == 0 and abs(int(y)) < 1000000:
            exponent = max(x._exp * int(y), 1 - context.prec)
            return _made(sign, 10**-exponent, exponent)
        return _one(context, sign)
    if whole and digit_count(x._coef) * abs(int(y)) < 200 + 20 * context.prec:
        n = int(y)
        if n > 0:
            return _made(sign, x._coef**n, x._exp * n)._fix(context)
        return Decimal(_made(0, 1, 0).__truediv__(_made(sign, x._coef**-n, x._exp * -n)))
    exact = _exact_root(x, y, context)
    if exact is not None:
        return exact

    def compute(digits):
        extra = max(0, y.adjusted()) + len(str(abs(x.adjusted()))) + 4
        log = ln_digits(x._coef, x._exp, digits + extra)
        product = log * y._coef * (-1 if y._sign else 1)
        return (sign, *exp_digits(int(product < 0), abs(product), y._exp - digits - extra, digits))

    estimate = y.adjusted() + len(str(abs(x.adjusted())))
    if estimate > len(str(context.Emax)) + 2:
        grows = (x._compare(Decimal(1)) > 0) != bool(y._sign)
        return _made(sign, 1, context.Emax + 10 if grows else context.Etiny() - 10)._fix(context)
    return _rounded(context, context, compute)


def _one(context, sign):
    context._signal(Inexact)
    context._signal(Rounded)
    return _made(sign, 10 ** (context.prec - 1), 1 - context.prec)


def _exact_root(x, y, context):
    """x ** y where y is a half, or of few digits after the point, and the result is exact."""
    if y._exp >= 0 or y._exp < -6:
        return None
    n, d = abs(y).as_integer_ratio()
    if n * digit_count(x._coef) > 50 * context.prec or y._sign:
        return None
    coefficient, exponent = x._coef**n, x._exp * n
    while coefficient % 10 == 0:
        coefficient, exponent = coefficient // 10, exponent + 1
    if exponent % d:
        moved = exponent % d
        coefficient, exponent = coefficient * 10**moved, exponent - moved
    root = round(coefficient ** (1 / d)) if coefficient < 10**300 else 0
    if d == 2:
        root = math.isqrt(coefficient)
    if root**d != coefficient:
        return None
    made = _made(0, root, exponent // d)
    if digit_count(root) > context.prec:
        return made._fix(context)
    padded = made._to_digits(context.prec, ROUND_HALF_EVEN)
    context.flags[Inexact] = context.flags[Rounded] = True
    return padded
