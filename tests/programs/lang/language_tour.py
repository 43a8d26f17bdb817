import sys, io, contextlib


def t(f):
    try:
        print(repr(f()))
    except BaseException as e:
        print(type(e).__name__, e)


def f(a, b=2, /, c=3, *args, d, e=5, **kw):
    return (a, b, c, args, d, e, kw)


t(lambda: f(1, d=4))
t(lambda: f(1, 2, 3, 4, 5, d=6, z=7))
t(lambda: f(a=1, d=2))
t(lambda: f())
t(lambda: f(1))
t(lambda: f(1, b=2, d=1))
t(lambda: f(1, 2, c=3, d=4, a=5, b=6))
t(lambda: f(*[1, 2], **{"d": 1, "c": 2}))
t(lambda: f(1, d=1, **{"d": 2}))
t(lambda: f(1, 2, 3, c=4, d=1))


def g(x, y, *, z):
    pass


t(lambda: g(1, 2, 3))
t(lambda: g(1, 2, 3, z=1))
t(lambda: g(1))
t(lambda: g(z=1))
t(lambda: g(1, 2, w=1))
t(lambda: g(1, 2, z=1, w=1))
t(lambda: (lambda: 0)(1))
t(lambda: (lambda a: 0)())
t(lambda: (lambda a, b, c, d: 0)(1))


class C:
    def m(self, a):
        pass

    @classmethod
    def c(cls, a):
        pass

    @staticmethod
    def s(a):
        pass

    def nothing():
        pass

    def __init__(self, v=0):
        self.v = v


t(lambda: C().m())
t(lambda: C().c())
t(lambda: C().s())
t(lambda: C().nothing())
t(lambda: C(1, 2))
t(lambda: C.m(1))
t(lambda: C().m(1, 2))
t(lambda: C(w=1))
print(
    f.__defaults__,
    f.__kwdefaults__,
    f.__code__.co_varnames,
    f.__code__.co_argcount,
    f.__name__,
    f.__qualname__,
    C.m.__qualname__,
    C().m.__func__ is C.m,
    f.__annotations__,
    f.__doc__,
    f.__module__,
    f.__dict__,
)
a = [1, 2, 3, 4, 5]
a[1:3] = [9]
print(a)
a[::2] = "xy"
print(a)
t(lambda: a.__setitem__(slice(0, 4, 2), [1]))
del a[-1]
print(a, a * 2, a + [1], [1] < [1, 2], a.index("x"), a.count(9))
t(lambda: [].index(1))
t(lambda: a.insert("x", 1))
a.insert(-100, 0)
a.extend(x for x in "q")
print(a, a[-3:], a[10:], a[::-1])
x, *y, z = range(5)
print(x, y, z)
(p, q), r = (1, 2), 3
[s, *_] = "hello"
print(p, q, r, s, _)
i = 0
i, a[i] = 1, "Z"
print(a)
m = {"a": 1}
m |= {"b": 2}
print(
    m.setdefault("c", []),
    m,
    m.pop("zz", None),
    {**m, "a": 9},
    {k: v for k, v in m.items() if v},
    dict(zip("ab", [1, 2])),
    sorted(m),
    m.get("q"),
    list(m.items())[0],
    m == {"b": 2, "c": [], "a": 1},
)
print(*[1, 2], sep="-", end="!\n")
print("a", "b", sep="")
print()
print(None, True, ..., NotImplemented)
print("x", file=sys.stdout, flush=True)
buf = io.StringIO()
with contextlib.redirect_stdout(buf):
    print("hidden")
    print(1, 2)
print(repr(buf.getvalue()))
t(lambda: print(sep=5))
t(lambda: print(end=5))
t(lambda: print(1, file=5))
try:
    try:
        raise KeyError("a")
    finally:
        print("fin")
except KeyError as e:
    print(e, e.args, repr(e))
t(lambda: e)


def ret():
    for i in range(3):
        try:
            return i
        finally:
            print("f", i)


print(ret())


def nested():
    x = 1

    def inner():
        nonlocal x
        x += 1

        def deepest():
            nonlocal x
            x *= 10
            return x

        return deepest()

    return inner(), x


print(nested())


def unb():
    print(v)
    v = 1


t(unb)
t(lambda: undefinedname)


def delv():
    v = 1
    del v
    return v


t(delv)


class Cnt:
    n = 0

    def __init__(self):
        Cnt.n += 1
        self.n += 5


print(Cnt().n, Cnt.n, Cnt().n)
print(
    [i * j for i in range(3) for j in range(i)],
    {i % 2 for i in range(5)},
    {i: [j for j in range(i)] for i in range(3)},
    list(x for x in "abc" if x != "b"),
    any(x > 2 for x in [1, 3]),
    [y := 5, y**2],
    [(lambda i=i: i)() for i in range(3)],
    [f() for f in [lambda: i for i in range(3)]],
)
print(
    1 < 2 < 3,
    1 < 3 > 2,
    not 1 == 2,
    1 if 0 else 2,
    0 or [] or "x",
    1 and 0 and 2,
    5 // 2 * 2 + 5 % 2,
    -(2**2),
    2**-1,
    2**3**2,
    ~5 & 3 | 4 ^ 1,
    1 << 2 + 1,
    "a" * 3 + "b",
    3 * [0],
    (1,) + (2,),
    not True is False,
    1 in [1] == True,
    10 % -3,
    -10 // 3,
    7.0 // 2,
    1e3,
    0x1F,
    0b11,
    0o17,
    1_000,
    0.5,
    5.0,
    1e-10,
    3j,
    True + 1,
)
assert True, "no"
t(lambda: exec("assert 0, (1, 2)"))
t(lambda: exec("raise ValueError"))
match {"k": [1, {"z": 2}], "o": 3}:
    case {"k": [a, {"z": int(b)}], **rest} if a < b:
        print(a, b, rest)
match (1, 2, 3):
    case [1, *mid, 3]:
        print(mid)
match C(5):
    case C(v=5 | 6 as w):
        print("C", w)
match "s":
    case str() as s if len(s) > 3:
        print("long")
    case "a" | "s":
        print("lit")
match 3.0:
    case int():
        print("int")
    case float(v):
        print("float", v)
import operator

print(
    operator.itemgetter(1, 0)([5, 6]),
    operator.attrgetter("v")(C(3)),
    operator.methodcaller("upper")("a"),
    operator.itemgetter("a")({"a": 1}),
)
print(
    "%s" % (1,),
    "%-5s|%5s|%05.1f|%x|%+d|%e" % ("a", "b", 3.14159, 255, 5, 12345.678),
    "{:>10}|{:^10}|{:<10}|{:*^9}".format("a", "b", "c", "d"),
    f"{3.14159:.2f} {1234567:,} {0.5:%} {255:b} {255:#x} {-5:05d} {'s':>3}",
)
t(lambda: sys.exit("bye"))
t(lambda: sys.exit(3))
t(lambda: exit())
t(lambda: int("1" * 3, base=2))
t(lambda: [1, 2, 3].sort(key=lambda x: x / 0))
t(lambda: sum([0.1] * 10))
t(lambda: sum([1e16, 1, -1e16]))
t(lambda: max({"a": 1, "b": 3}, key={"a": 1, "b": 3}.get))
t(lambda: sorted("bAc", key=str.lower, reverse=True))
t(lambda: list(map(lambda a, b: a + b, [1, 2], [3, 4, 5])))
t(lambda: list(zip("ab", [1])))
t(lambda: dict(a=1, **{"b": 2}))
t(lambda: list(enumerate("ab", 5)))
t(lambda: list(filter(None, [0, 1, "", "a"])))
t(lambda: round(2.5) + round(3.5))
t(lambda: divmod(-7, 3))
t(lambda: pow(2, 10, 1000))
t(lambda: abs(-3.5))
t(lambda: bin(-5))
t(lambda: hex(255))
t(lambda: chr(8364))
t(lambda: ord("€"))
t(lambda: hash(1) == hash(1.0))
t(lambda: callable(len))
t(lambda: isinstance(True, int))
t(lambda: type(5)(3.7))
t(lambda: bool([]))
t(lambda: complex(1, 2) * 2)
t(lambda: bytes(3))
t(lambda: list("abc")[::-1])
t(lambda: repr("a'b\"c"))
t(lambda: ascii("é"))
t(lambda: eval("1 + 2 * 3"))
t(lambda: globals()["f"].__name__)
t(lambda: vars(C(2)))
t(lambda: id(a) == id(a))
t(lambda: iter([1]).__next__())
t(lambda: slice(1, 5, 2).indices(4))
t(lambda: range(0, 10, 3)[-1])
t(lambda: 5 in range(0, 10, 5))
t(lambda: range(5)[1:3])
t(lambda: len(range(0, 100, 7)))
t(lambda: range(3) == range(0, 3, 1))
t(lambda: frozenset([1, 2]) & {2})
