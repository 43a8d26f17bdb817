"""Integer arithmetic under decimal: rounding, functions of a real number, and text for format()."""
from math import log

from _decimal_context import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP


def digit_count(n):
    return len(str(n)) if n else 1


def drop_digits(coefficient, count, sign, rounding):
    """The coefficient without its last `count` digits, and whether something was lost."""
    if count <= 0:
        return coefficient * 10**-count, False
    unit = 10**count
    kept, rest = divmod(coefficient, unit)
    if not rest:
        return kept, False
    twice = 2 * rest
    if rounding == ROUND_HALF_EVEN:
        up = twice > unit or (twice == unit and kept % 2 == 1)
    elif rounding == ROUND_HALF_UP:
        up = twice >= unit
    elif rounding == ROUND_HALF_DOWN:
        up = twice > unit
    elif rounding == ROUND_UP:
        up = True
    elif rounding == ROUND_DOWN:
        up = False
    elif rounding == ROUND_CEILING:
        up = not sign
    elif rounding == ROUND_FLOOR:
        up = bool(sign)
    else:
        up = kept % 5 == 0
    return kept + up, True


def _scaled_exp(x, digits):
    """exp(x / 10**digits) * 10**digits, for 0 <= x < 3 * 10**digits, some units off."""
    unit = 10**digits
    halvings = 8
    x >>= halvings
    total = term = unit
    k = 1
    while term:
        term = term * x // unit // k
        total += term
        k += 1
    for _ in range(halvings):
        total = total * total // unit
    return total


_constants = {}


def _ln10(digits):
    """ln(10) * 10**digits."""
    known = _constants.get("ln10")
    if known is None or known[0] < digits:
        wide = digits + 20
        unit = 10**wide
        # ln 10 = 3 ln 2 + ln 1.25, both by the series of artanh.
        known = _constants["ln10"] = wide, 3 * _artanh_series(1, 3, unit) * 2 + 2 * _artanh_series(1, 9, unit)
    return known[1] // 10 ** (known[0] - digits)


def _artanh_series(p, q, unit):
    power = unit * p // q
    total, k = 0, 1
    while power:
        total += power // k
        power = power * p * p // (q * q)
        k += 2
    return total


def exp_digits(sign, coefficient, exponent, digits):
    """exp of the number with about `digits` correct digits: coefficient, exponent."""
    wide = digits + 10 + max(0, digit_count(coefficient) + exponent)
    x = coefficient * 10 ** (exponent + wide) if exponent + wide >= 0 else coefficient // 10 ** -(exponent + wide)
    if sign:
        x = -x
    tens, rest = divmod(x, _ln10(wide))
    return _scaled_exp(rest, wide), tens - wide


def ln_digits(coefficient, exponent, digits):
    """ln of the number times 10**digits, a few units off."""
    size = digit_count(coefficient)
    wide = digits + 12
    unit = 10**wide
    # m in [1, 10) by Halley's steps on exp, from a float.
    m = coefficient * 10 ** (wide - size + 1) if wide - size + 1 >= 0 else coefficient // 10 ** (size - 1 - wide)
    y = int(log(m / unit) * 10**15) * 10 ** (wide - 15)
    good = 14
    while True:
        e = _scaled_exp(y, wide)
        y += 2 * unit * (m - e) // (m + e)
        if good >= wide:
            break
        good *= 3
    return (y + (exponent + size - 1) * _ln10(wide)) // 10**12


def parse_format(spec):
    """The parts of a format specification, or None."""
    fill, align, sign, zero, width, comma, precision, kind, no_minus = " ", "", "-", False, 0, "", None, "", False
    i = 0
    if len(spec) > 1 and spec[1] in "<>=^":
        fill, align, i = spec[0], spec[1], 2
    elif spec and spec[0] in "<>=^":
        align, i = spec[0], 1
    if i < len(spec) and spec[i] in "+- ":
        sign, i = spec[i], i + 1
    if i < len(spec) and spec[i] == "z":
        no_minus, i = True, i + 1
    if i < len(spec) and spec[i] == "#":
        i += 1
    if i < len(spec) and spec[i] == "0":
        zero, i = True, i + 1
        if not align:
            fill, align = "0", "="
    start = i
    while i < len(spec) and spec[i].isdigit():
        i += 1
    width = int(spec[start:i] or 0)
    if i < len(spec) and spec[i] == ",":
        comma, i = spec[i], i + 1
    if i < len(spec) and spec[i] == ".":
        start = i = i + 1
        while i < len(spec) and spec[i].isdigit():
            i += 1
        if start == i:
            return None
        precision = int(spec[start:i])
    if i < len(spec):
        kind, i = spec[i], i + 1
        if kind not in "eEfFgGn%":
            return None
    return None if i < len(spec) else (fill, align or ">", sign, zero, width, comma, precision, kind, no_minus)


def group(whole, comma, least):
    """Thousands apart; zeros in front until the text is `least` long."""
    if not comma:
        return whole.rjust(least, "0")
    parts = []
    while len(whole) > 3:
        parts.insert(0, whole[-3:])
        whole = whole[:-3]
    parts.insert(0, whole)
    text = comma.join(parts)
    while len(text) < least:
        text = "0" + text if len(text.split(comma)[0]) < 3 else "0" + comma + text
    return text
