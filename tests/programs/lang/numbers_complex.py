# feature: complex numbers: literals, arithmetic, printing, formatting, parsing, errors, cmath, patterns
import cmath

zs = [
    0j,
    1j,
    -1j,
    1 + 0j,
    3 - 4j,
    -2.5 + 1e-3j,
    1e20 + 1e-20j,
    complex(-0.0, -0.0),
    complex("inf"),
    complex("-nan+1j"),
    complex(1, float("-inf")),
]
for z in zs:
    print(
        repr(z),
        str(z),
        z.real,
        z.imag,
        bool(z),
        z.conjugate(),
        f"{z}",
        f"{z:.3f}",
        f"{z:>20}|",
        f"{z:g}",
        f"{z:e}",
        f"{z:+.1f}",
        f"{z:.3}",
    )
a, b = 3 + 4j, 1 - 2j
print(
    a + b,
    a - b,
    a * b,
    a / b,
    a**b,
    a**2,
    a**-1,
    a**0.5,
    a**0,
    2**a,
    1 / a,
    2 - a,
    a * 2.5,
    -a,
    +a,
    abs(a),
    a == 3 + 4j,
    a != b,
    a == 3,
    3 + 0j == 3,
    hash(3 + 0j) == hash(3),
    {1 + 0j: "x"}[1],
)
print((-8) ** (1 / 3), (-1) ** 0.5, (-2.0) ** 1.5, pow(-1, 0.5), pow(1j, 2))
for s in ("1+2j", " 3 ", "j", "-j", "(1-2j)", "1e3+2.5e-1j", "+.5j", "1_0+2j", "nan", "inf-infj"):
    print(complex(s), end=" ")
print()
for f in (
    lambda: complex("1+2"),
    lambda: complex("a"),
    lambda: complex(""),
    lambda: a < b,
    lambda: a // b,
    lambda: a % b,
    lambda: int(a),
    lambda: float(a),
    lambda: round(a),
    lambda: a + "x",
    lambda: "x" + a,
    lambda: f"{a:d}",
    lambda: f"{a:010}",
    lambda: f"{a:=10}",
    lambda: f"{a:%}",
    lambda: divmod(a, 1),
    lambda: a[0],
    lambda: a.x,
    lambda: range(a),
    lambda: "abc"[a],
    lambda: max([a, b]),
    lambda: sorted([a, b]),
    lambda: complex(1, 2, 3),
    lambda: pow(a, 2, 3),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print(
    complex(),
    complex(1),
    complex(1.5, -2),
    complex(True),
    complex(1j, 1j),
    complex(real=2, imag=3),
    complex(1j),
    isinstance(a, complex),
    type(a),
    sum([1j, 2, 3.5]),
    [a, 2j],
    (1j,),
    {1j},
)


class C:
    def __complex__(self):
        return 5j


class F:
    def __float__(self):
        return 2.5


print(complex(C()), complex(F()), complex(F(), F()))
for name in (
    "sqrt",
    "exp",
    "log",
    "log10",
    "sin",
    "cos",
    "tan",
    "sinh",
    "cosh",
    "tanh",
    "asin",
    "acos",
    "atan",
    "asinh",
    "acosh",
    "atanh",
    "phase",
    "polar",
):
    made = [getattr(cmath, name)(z) for z in (0.3 + 0.4j, -1.5 + 2j, 2 - 1j, 0.5, -3)]
    print(name, [f"{v:.9f}" if not isinstance(v, tuple) else [f"{p:.9f}" for p in v] for v in made])
print(
    cmath.rect(2, 1),
    cmath.isclose(1 + 1j, 1 + 1.0000000001j),
    cmath.isnan(complex("nan")),
    cmath.isinf(1),
    cmath.infj,
    cmath.nanj,
    cmath.log(100, 10),
)
for f in (lambda: cmath.log(0), lambda: cmath.exp(1000), lambda: cmath.sqrt("a"), lambda: cmath.atanh(1)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
match 1 + 2j:
    case 1 + 2j:
        print("matched")
match -3j:
    case 1 - 3j:
        print("no")
    case -3j:
        print("imaginary")


def mandel(c, n=30):
    z = 0
    for i in range(n):
        if abs(z) > 2:
            return i
        z = z * z + c
    return n


for y in range(-3, 4):
    print("".join("#" if mandel(complex(x / 8, y / 3)) == 30 else "." for x in range(-16, 8)))


def fft(x):
    n = len(x)
    if n == 1:
        return x
    e, o = fft(x[::2]), fft(x[1::2])
    t = [cmath.exp(-2j * cmath.pi * k / n) * o[k] for k in range(n // 2)]
    return [e[k] + t[k] for k in range(n // 2)] + [e[k] - t[k] for k in range(n // 2)]


print([f"{abs(v):.6f}" for v in fft([1, 2, 3, 4, 0, 0, 0, 0])])
x = 1j
x += 2
x *= 3
print(x, 1_0j, 1e2j, 0.5j)
