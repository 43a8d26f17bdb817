# feature: exact fractions: making, arithmetic with ints and floats, comparison, rounding, formatting, errors
from fractions import Fraction as F
import math
import statistics

print(
    F(1, 3) + F(1, 6),
    F(3, 4) - 1,
    F(2, 3) * F(3, 2),
    F(1, 2) / F(3, 4),
    1 / F(3),
    2 - F(1, 2),
    F(7, 2) // 1,
    F(7, 2) % 1,
    divmod(F(7, 2), F(2, 3)),
    divmod(9, F(2, 5)),
    -F(1, 2),
    +F(1, 2),
    abs(F(-3, 7)),
)
print(
    repr(F(6, -8)),
    F("0.125"),
    F(" -3/9 "),
    F("1e-3"),
    F("2.5E2"),
    F(0.5),
    F(0.1),
    F(F(2, 4)),
    F(True),
    F(),
    F("7"),
    F(3, F(1, 2)),
    F(".5"),
)
print(
    F(1, 2) + 0.25,
    0.5 * F(1, 2),
    F(1, 2) ** 2,
    F(2, 3) ** -2,
    F(4, 9) ** F(1, 2),
    2 ** F(3),
    2.0 ** F(1, 2),
    F(1, 2) ** 0.5,
    2 ** F(1, 2),
    F(1, 2) + 1j,
)
print(
    F(1, 2) == 0.5,
    F(1, 3) < F(1, 2),
    F(1, 2) > 0.3,
    F(4, 2) == 2,
    F(1, 3) == 0.333,
    F(1, 2) != "a",
    max(F(1, 2), 0.75, F(3, 5)),
    sorted([F(1, 2), F(1, 3), 1, 0.4]),
    F(1, 2) < float("inf"),
)
print(
    hash(F(4, 2)) == hash(2),
    hash(F(1, 2)) == hash(0.5),
    {F(1, 2): "h"}[0.5],
    bool(F(0)),
    int(F(-7, 2)),
    float(F(1, 3)),
    round(F(5, 2)),
    round(F(7, 2)),
    round(F(22, 7), 3),
    round(F(1234), -2),
    math.floor(F(-7, 2)),
    math.ceil(F(-7, 2)),
    math.trunc(F(-7, 2)),
)
print(
    F(math.pi).limit_denominator(1000),
    F("3.1415926535897932").limit_denominator(100),
    F(1, 3).numerator,
    F(1, 3).denominator,
    F(3, 4).as_integer_ratio(),
    F.from_float(0.75),
    sum([F(1, n) for n in range(1, 11)]),
    sum([F(1, 2), 1], F(0)),
    math.prod([F(1, 2), F(2, 3)]),
)
print(
    f"{F(1, 3):.4f}",
    f"{F(22, 7):>12.3f}|",
    f"{F(1, 8):.1%}",
    f"{F(1, 3)}",
    f"{F(10**6, 3):,.2f}",
    f"{F(2, 3):e}",
    f"{F(1, 3):g}",
    f"{F(-1, 2):+.2f}",
)
print(
    statistics.mean([F(1, 2), F(1, 3)]),
    [F(i, 4) for i in range(5)],
    str(F(5)),
    isinstance(F(1), int),
    type(F(1, 2) + 1).__name__,
    type(F(1, 2) + 1.0).__name__,
)
for f in (
    lambda: F(1, 0),
    lambda: F(1, 2) / 0,
    lambda: F("a"),
    lambda: F("1/2/3"),
    lambda: F(1.5, 2),
    lambda: F(1, 2) + "a",
    lambda: F(0) ** -1,
    lambda: F(1, 2) < "a",
    lambda: F(float("nan")),
    lambda: F(float("inf")),
    lambda: setattr(F(1), "numerator", 3),
    lambda: F(1, 2).limit_denominator(0),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


def gauss(a, b):
    n = len(a)
    m = [[F(x) for x in row] + [F(y)] for row, y in zip(a, b)]
    for i in range(n):
        p = next(r for r in range(i, n) if m[r][i] != 0)
        m[i], m[p] = m[p], m[i]
        m[i] = [x / m[i][i] for x in m[i]]
        for r in range(n):
            if r != i:
                m[r] = [x - m[r][i] * y for x, y in zip(m[r], m[i])]
    return [row[-1] for row in m]


print(gauss([[2, 1, -1], [-3, -1, 2], [-2, 1, 2]], [8, -11, -3]), gauss([[1, 2], [3, 5]], [1, 1]))


def egypt(f):
    out = []
    while f:
        d = math.ceil(1 / f)
        out.append(F(1, d))
        f -= F(1, d)
    return out


print(*egypt(F(7, 15)), sep=" + ")


class MyF(F):
    pass


import copy

print(repr(MyF(1, 2)), type(MyF(1, 2) + 1).__name__, copy.copy(F(1, 2)), copy.deepcopy([F(1, 2)]))
