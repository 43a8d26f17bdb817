# decimal: exact arithmetic, contexts and their signals, quantize, functions, text.
import copy
import math
import pickle
from decimal import (
    ROUND_CEILING,
    ROUND_DOWN,
    ROUND_FLOOR,
    ROUND_HALF_DOWN,
    ROUND_HALF_EVEN,
    ROUND_HALF_UP,
    ROUND_UP,
    Context,
    Decimal,
    DivisionByZero,
    Inexact,
    FloatOperation,
    InvalidOperation,
    Overflow,
    getcontext,
    localcontext,
    setcontext,
)
from fractions import Fraction

D = Decimal
print(
    D("0.1") + D("0.2"),
    0.1 + 0.2,
    D("1.10") * 3,
    D(7) / 3,
    D("-7") // 2,
    D("-7") % 2,
    divmod(D("7.5"), 2),
    D(2) ** 100,
    D(2) ** -3,
)
print(
    repr(D("1E+3")),
    D("-0.00"),
    D("  12_3.40 "),
    D((1, (1, 2, 3), -2)),
    D(0.1),
    D.from_float(2.5),
    D("NaN123"),
    -D("Infinity"),
)
print(
    sum([D("0.10")] * 3),
    max(D("1.5"), D("1.50"), 1),
    sorted([D("2"), D("-1"), 1.5, 3]),
    D("1.0") == D("1.00") == 1 == 1.0,
    D("0.1") == 0.1,
)
print(
    hash(D("5")) == hash(5),
    hash(D("0.5")) == hash(0.5),
    {D("1.0"): "one"}[1],
    D("0.25") == Fraction(1, 4),
    D("1") < 2.5,
    D("nan") == D("nan"),
)

for rounding in (ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP):
    print(
        rounding,
        *[D(text).quantize(D("0.1"), rounding=rounding) for text in ("2.25", "-2.25", "2.35", "2.21", "-2.29")],
    )
print(
    round(D("2.675"), 2),
    round(D("2.5")),
    round(D("-3.5")),
    int(D("-3.9")),
    math.floor(D("-3.1")),
    math.ceil(D("3.1")),
    math.trunc(D("9.9")),
    float(D("1.25")),
)
print(
    D("123.4500").normalize(),
    D("1200").normalize(),
    D("3.7").to_integral_value(),
    D("12345").scaleb(-3),
    D("12345").logb(),
    D("1.23").as_tuple(),
)
print(
    D("0.75").as_integer_ratio(),
    D("123.45").adjusted(),
    D("-5").copy_abs(),
    D("5").copy_sign(D("-1")),
    D("1.2").compare(D("1.3")),
    D("7").fma(2, 3),
)
print(
    D(2).sqrt(),
    D("1.44").sqrt(),
    D(1).exp(),
    D(10).ln(),
    D(1000).log10(),
    D(2) ** D("0.5"),
    D("1.1") ** 30,
    D(9) ** D("0.5"),
)
print(
    D("10").remainder_near(3),
    D("1").next_plus(),
    D("1").next_minus(),
    D("-0").is_signed(),
    D("1e-7").number_class(),
    pow(D(3), 4, 5),
)

for spec in ("", ".2f", "10.3f", ",.2f", "e", ".3E", "g", "%", ".1%", "+", "010.2f", "<9", "^9.1f", ","):
    print(f"{spec:>7}", f"|{D('1234.5678'):{spec}}|{D('-0.00098'):{spec}}|")
print(
    D("1E+20"),
    D("1E-10"),
    D("0.000001"),
    D("123E+2").to_eng_string(),
    D("1.5E+7").to_eng_string(),
    str(D("1e5")),
    f"{D('1.50')}",
    f"{D('3.14159')!r:>20}",
)

context = getcontext()
print(context.prec, context.rounding, context.flags[FloatOperation] > 0, context.traps[Overflow] > 0)
with localcontext() as inside:
    inside.prec = 5
    print(D(1) / 7, D("123456.789") + 0, +D("3.1415926"), D("3.1415926") * 1, bool(inside.flags[Inexact]))
with localcontext(prec=3, rounding=ROUND_UP):
    print(D(1) / 3, D(2).sqrt(), -D("1.2345"))
print(
    D(1) / 7,
    context.prec,
    bool(context.flags[Inexact]),
    Context(prec=4).divide(D(1), D(3)),
    Context(prec=3).create_decimal("3.14159"),
)

for attempt in (
    lambda: D(1) / 0,
    lambda: D(0) / 0,
    lambda: D("abc"),
    lambda: D(-1).sqrt(),
    lambda: D(1).quantize(D("1e-40")),
    lambda: D("Infinity") - D("Infinity"),
    lambda: D(1) % 0,
    lambda: D(5) // 0,
    lambda: D("9e999999") * 10,
    lambda: D("1.5") + 1.5,
    lambda: D("1") < "2",
    lambda: D("nan") < 1,
    lambda: D([1]),
    lambda: D(None),
    lambda: int(D("nan")),
    lambda: int(D("inf")),
    lambda: D("sNaN") + 1,
    lambda: format(D(1), "q"),
    lambda: D(2) ** D("nan"),
    lambda: hash(D("sNaN")),
    lambda: 0 ** D(0),
    lambda: D(-8) ** D("0.5"),
    lambda: getattr(D(1), "missing"),
    lambda: setattr(context, "prec", 0),
    lambda: setattr(context, "nothing", 1),
    lambda: round(D("inf")),
):
    try:
        print(attempt())
    except Exception as error:
        print(type(error).__name__)
print(
    isinstance(DivisionByZero(), ZeroDivisionError), issubclass(Overflow, Inexact), InvalidOperation.__mro__[1].__name__
)

context.traps[DivisionByZero] = False
print(D(1) / 0, D(-1) / 0, bool(context.flags[DivisionByZero]))
setcontext(Context(prec=6))
print(
    D(2) / 3,
    copy.deepcopy(D("1.5")),
    pickle.loads(pickle.dumps(D("1.50"))),
    D("1.5").real,
    complex(D(2)),
    bool(D("0.0")),
    abs(D("-2.50")),
    +D("-0"),
)


class Money(Decimal):
    def __new__(cls, text):
        return super().__new__(cls, Decimal(text).quantize(Decimal("0.01")))

    def __str__(self):
        return "$" + super().__str__()


print(Money("3.14159"), type(Money("1") + 1).__name__, f"{Money('2.5')}")


def compound(principal, rate, years):
    for year in range(1, years + 1):
        principal += (principal * rate).quantize(D("0.01"), ROUND_HALF_UP)
        print(f"{year:2d} {principal:>12,.2f}")
    return principal


with localcontext(prec=28):
    compound(D("1000.00"), D("0.0525"), 4)
    three, last, t, s, n, na, d, da = D(3), 0, D(3), D(3), 1, 0, 0, 24
    while s != last:
        last = s
        n, na, d, da = n + na, na + 8, d + da, da + 32
        t = (t * n) / d
        s += t
    print(+s)
try:
    D(1) / D("x")
except InvalidOperation as error:
    print(type(error).__name__)
