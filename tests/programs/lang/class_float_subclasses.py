# feature: subclasses of float and int, the dunders of numbers as methods, pow with three arguments
def show(*calls):
    for call in calls:
        try:
            print(repr(call()))
        except Exception as error:
            print(type(error).__name__ + ":", error)


class Celsius(float):
    def __new__(cls, v, unit="C"):
        self = super().__new__(cls, v)
        self.unit = unit
        return self

    def __repr__(self):
        return f"Celsius({float(self)})"

    def __add__(self, o):
        return Celsius(float(self) + float(o))

    @property
    def f(self):
        return self * 9 / 5 + 32


c = Celsius(36.6)
print(
    c,
    repr(c),
    c + 1,
    c * 2,
    type(c * 2),
    c.unit,
    c.f,
    isinstance(c, float),
    c == 36.6,
    hash(c) == hash(36.6),
    f"{c:.2f}",
    "%.1f" % c,
    c > 30,
    round(c),
    int(c),
    float(c),
    type(float(c)),
    -c,
    abs(c),
    sum([c, c]),
    max(c, 1.0),
    str(c),
    c.is_integer(),
    {c: 1}[36.6],
    [c],
    min([Celsius(2), Celsius(1)]),
    sorted([Celsius(2), Celsius(1)]),
    divmod(c, 10),
    c // 1,
    c % 1,
    2**c > 1,
    1 / c > 0,
    bool(Celsius(0)),
    c != 1,
    format(c),
    c.__class__.__name__,
)
import math

print(math.floor(c), math.sqrt(Celsius(4)), math.isclose(c, 36.6), math.isnan(c))


class P(float):
    pass


p = P("1.5")
print(
    p,
    P(),
    p + 1,
    type(p + 1),
    p == 1.5,
    repr(p),
    p.hex(),
    p.as_integer_ratio(),
    P.fromhex("0x1p1"),
    type(P.fromhex("0x1p1")),
)
p.x = 5
print(p.x, p.__dict__)
show(lambda: P("x"), lambda: P(1, 2), lambda: p + "a", lambda: p.zzz, lambda: c + "a", lambda: p < "a")
import copy

q = copy.deepcopy(p)
print(q, q.x, type(q), copy.copy(c).unit)


class Clamped(float):
    def __new__(cls, x):
        return super().__new__(cls, max(0.0, min(1.0, x)))

    def __mul__(self, other):
        return type(self)(float.__mul__(self, other))

    __rmul__ = __mul__


print(Clamped(5), Clamped(0.5) * 4, 0.3 * Clamped(0.5), isinstance(Clamped(1), Clamped), 0.5 + Clamped(0.25))
print(
    (5).bit_length(),
    (-5).bit_length(),
    (0).bit_length(),
    (255).bit_count(),
    (5).conjugate(),
    (5).real,
    (5).imag,
    (5).numerator,
    (5).denominator,
    (7).as_integer_ratio(),
    (5).is_integer(),
)
print(
    (1024).to_bytes(2, "big"),
    (1024).to_bytes(4, "little"),
    (-1).to_bytes(2, "big", signed=True),
    int.from_bytes(b"\x04\x00", "big"),
    int.from_bytes(b"\xff\xfe", "big", signed=True),
    int.from_bytes([1, 2], "little"),
    (5).to_bytes(),
    int.from_bytes(b"\x05"),
)
show(
    lambda: (256).to_bytes(1, "big"),
    lambda: (-1).to_bytes(1, "big"),
    lambda: (1).to_bytes(1, "mid"),
    lambda: int.from_bytes("a", "big"),
    lambda: int("x"),
    lambda: int("1", 1),
    lambda: int("1", 37),
    lambda: int(1, 2),
    lambda: int([]),
    lambda: int("", 10),
    lambda: int("1__0"),
    lambda: int("_1"),
    lambda: int(float("nan")),
    lambda: int(float("inf")),
    lambda: int(b"12"),
    lambda: int("0b11", 0),
    lambda: int("012", 0),
    lambda: int("0o17", 0),
    lambda: int("٣"),
    lambda: int("1e3"),
    lambda: int(None),
    lambda: int("5", base=6),
    lambda: int(x=1),
    lambda: int("1", "2"),
    lambda: int("1", 2, 3),
)
print(
    int.__divmod__(7, 2),
    int.__add__(1, 2),
    (7).__floordiv__(2),
    (7).__mod__(3),
    (2).__pow__(3),
    (2).__pow__(3, 5),
    (7).__radd__(1),
    (5).__lt__(6),
    (5).__eq__(5),
    (5).__eq__("a"),
    (5).__add__("a"),
    (5).__neg__(),
    (5).__abs__(),
    (5).__bool__(),
    (5).__hash__(),
    (5).__index__(),
    (5).__int__(),
    (5).__float__(),
    (5).__str__(),
    (5).__repr__(),
    (5).__and__(4),
    (5).__or__(2),
    (5).__xor__(1),
    (5).__invert__(),
    (5).__lshift__(2),
    (5).__rshift__(1),
    (5).__truediv__(2),
    (5).__rtruediv__(2),
    (5).__rsub__(7),
    (5).__rdivmod__(17),
    (5).__round__(),
    (15).__round__(-1),
    (5).__ceil__(),
    (5).__floor__(),
    (5).__trunc__(),
    (5).__format__("03"),
    (5).__rpow__(2),
    (5).__ror__(2),
    (5).__ge__(5),
    (5).__ne__(5),
)
print(
    divmod(-7, 2),
    -7 // 2,
    -7 % 2,
    7 // -2,
    7 % -2,
    divmod(7, -2),
    2**-1,
    (-2) ** 3,
    -(2**2),
    0**0,
    pow(3, -1, 7),
    pow(2, 10, 1000),
    1 << 70,
    -1 >> 5,
    ~7,
    7 & -2,
    7 | 8,
    7 ^ 2,
)
show(
    lambda: 1 // 0,
    lambda: 1 % 0,
    lambda: 1 / 0,
    lambda: divmod(1, 0),
    lambda: 0**-1,
    lambda: 1 << -1,
    lambda: 1 >> -1,
    lambda: pow(2, -1, 4),
    lambda: pow(2, 3, 0),
    lambda: 1.0 // 0,
    lambda: 1.0 % 0,
    lambda: divmod(1.0, 0),
    lambda: 0.0**-1,
    lambda: pow(2, 3, 1.5),
    lambda: 1 & 1.5,
    lambda: 1 << 1.5,
    lambda: ~1.5,
    lambda: 1 @ 2,
    lambda: pow("a", 2),
    lambda: 5(),
    lambda: 5[0],
    lambda: len(5),
    lambda: 10**20 // 0,
    lambda: 10**20 % 0,
    lambda: 10**20 / 0,
)
print(
    (1.5).is_integer(),
    (2.0).is_integer(),
    (0.75).as_integer_ratio(),
    (1.5).hex(),
    float.fromhex("0x1.8p+0"),
    (1.5).real,
    (1.5).imag,
    (1.5).conjugate(),
    (-0.0).hex(),
    float("inf").hex(),
    (0.1).hex(),
    float.fromhex("-0x1p-3"),
    float.fromhex("1.8"),
)
print(
    float.__add__(1.5, 2),
    (1.5).__floordiv__(1),
    (1.5).__mod__(1),
    (1.5).__divmod__(1),
    (2.0).__pow__(3),
    (1.5).__radd__(1),
    (1.5).__lt__(2),
    (1.5).__eq__(1.5),
    (1.5).__neg__(),
    (1.5).__abs__(),
    (1.5).__bool__(),
    (1.5).__int__(),
    (1.5).__float__(),
    (1.5).__trunc__(),
    (1.5).__round__(),
    (1.55).__round__(1),
    (1.5).__floor__(),
    (1.5).__ceil__(),
    (1.5).__hash__(),
    (1.5).__repr__(),
    (1.5).__truediv__(2),
    (1.5).__rtruediv__(3),
    (1.5).__add__("a"),
    (1.5).__format__(".3f"),
    (1.5).__rsub__(2),
)
show(
    lambda: float("x"),
    lambda: float([]),
    lambda: float(None),
    lambda: float("1_0"),
    lambda: float("1__0"),
    lambda: float(""),
    lambda: float("1e400"),
    lambda: float("-1e400"),
    lambda: float("infinity"),
    lambda: float("0x1"),
    lambda: float(b"1.5"),
    lambda: float(10**400),
    lambda: float(1, 2),
    lambda: float(x=1),
    lambda: float("nan").as_integer_ratio(),
    lambda: float("inf").as_integer_ratio(),
    lambda: 2.0**10000,
    lambda: (-8) ** 0.5 if False else 1,
    lambda: float.fromhex("zz"),
    lambda: 1.5 + "a",
    lambda: 1.5[0],
    lambda: 1.5 | 2,
    lambda: round(float("nan")),
    lambda: round(float("inf")),
    lambda: round(1.5, "a"),
    lambda: round("a"),
    lambda: int(float("-inf")),
    lambda: 1e308 * 10,
    lambda: 1.5 << 1,
)
print(
    round(0.5),
    round(1.5),
    round(2.5),
    round(-0.5),
    round(2.675, 2),
    round(1234.5678, -2),
    round(1e20),
    round(5, -1),
    round(15, -1),
    round(25, -1),
    round(1.5, None),
    round(12345, -2),
    round(-15, -1),
    round(2.5, 0),
    round(1e300, 5),
    round(True),
    type(round(1.0)),
    type(round(1.0, 0)),
)
print(
    1e16,
    1e15,
    123456789012345678.0,
    1e-4,
    1e-5,
    0.1 + 0.2,
    1 / 3,
    1e22,
    1e23,
    5e-324,
    1.7976931348623157e308,
    100.0,
    1.0e2,
    3.0e-7,
    -1.5e-10,
    2**0.5,
    1e1,
    12345678.9,
)
print(
    float("nan") == float("nan"),
    float("inf") > 10**400,
    1.0 == 1,
    0.0 == -0.0,
    0.1 + 0.2 == 0.3,
    1e16 + 1 == 1e16,
    -7.5 // 2,
    -7.5 % 2,
    7.5 % -2,
    divmod(-7.5, 2),
    5.0 // 0.1,
    1e300 * 1e10,
    -1e300 * 1e10,
    0.0 * -1,
)
