import sys


# misc: match, walrus, star-imports, global/nonlocal, del, lambda defaults, chained compare, class bodies
def f():
    global gg
    gg = 5


f()
print(gg)


def outer():
    x = 1

    def g():
        nonlocal x
        x += 1

        def h():
            nonlocal x
            x *= 10
            return x

        return h()

    return g(), x


print(outer())
print(1 < 2 < 3, 1 < 3 > 5, not 3, [y := 5, y**2], y)


class Pt:
    def __init__(s, x, y):
        s.x = x
        s.y = y


x = [1, 2, 3]
x[0], x[1] = x[1], x[0]
print(x)
x[1:2] = [7, 8, 9]
print(x)
del x[0], x[-1]
print(x)
d = {"a": 1}
d |= {"b": 2}
d["a"] += 5
print(d, {**d, "c": 3}, [*d, *x], {*x, 1})
s = "ab"
s *= 2
print(s)
t = (1,) + (2,)
t += (3,)
print(t)
print(f"{3.14159:.2f} {'x':>5} {10:#x} {d!r:>20} {x=} {1+1=}")


class Acc:
    def __init__(self):
        self.log = []

    def __getitem__(self, k):
        self.log.append(("get", k))
        return 1

    def __setitem__(self, k, v):
        self.log.append(("set", k, v))

    def __delitem__(self, k):
        self.log.append(("del", k))


a = Acc()
a[1] += 2
a[1:2, ..., None] = 3
del a["z"]
print(a.log)
try:
    try:
        raise ValueError("a")
    except ValueError:
        raise TypeError("b")
    finally:
        print("f")
except TypeError as e:
    print(e, repr(e.__context__))


def many(*, a=1, **k):
    return a, k


print(many(**{"b": 2}), many(a=5))
it = iter([1, 2, 3])
for i in it:
    print(i, next(it, "end"))
else:
    print("else")
while True:
    break
else:
    print("no")
print(
    [(i, j) for i in range(3) for j in range(i) if i != j],
    {i: i * i for i in range(3)},
    {c for c in "aab"},
    sum(i for i in range(4)),
)


def deco(f):
    def w(*a, **k):
        return ("w", f(*a, **k))

    return w


class Z:
    @deco
    def m(self, x):
        return x

    @property
    def p(self):
        raise AttributeError("inside")

    def __getattr__(self, n):
        return "ga:" + n


print(Z().m(3), Z().p)
print(sorted("bca", key=lambda c: -ord(c)), sorted([3, 1, 2], reverse=True))
print(id(x) == id(x), x is x, 5 is 5, None is None, True is not False)
print(hash("a") == hash("a"), hash(1) == hash(1.0) == hash(True), hash((1, 2)) == hash((1, 2)))
print(isinstance(True, int), issubclass(bool, int), isinstance(1, (str, int)), callable(print), callable(3))
print(vars(Pt(1, 2)), getattr(Pt(1, 2), "q", "dflt"), hasattr(Pt, "x"))
o = Pt(1, 2)
setattr(o, "new", 5)
print(o.new, sorted(o.__dict__))
delattr(o, "new")
print(hasattr(o, "new"))
o.__dict__["dyn"] = 7
print(o.dyn)
o.__class__ = Z
print(type(o).__name__)


def kw(**k):
    return list(k)


print(kw(z=1, a=2))
print((lambda x, /, y=2, *a, z, **k: (x, y, a, z, k))(1, z=3))
print(abs(-5), round(2.5), divmod(-7, 2), pow(2, 10), pow(2, -1), 7 // -2, -7 % 3, 2**100, 1e300 * 1e10)
big = 2**64
print(big, -big, big // 3, big % 7, big * big, big == 2**64, big > 1.5, hash(big) == hash(2**64))
print(9223372036854775807 + 1, -9223372036854775808 - 1, 9223372036854775807 * 2, -(-9223372036854775808))
print(type(int.__dict__).__name__, str(type(f)), repr(Pt)[:20])
print(super.__name__, type.__name__)


class Meta1:
    pass


try:

    class Bad(metaclass=Meta1):
        pass

except TypeError as e:
    print("meta refused")


def gen():
    x = yield
    while x:
        x = yield x * 2


g = gen()
next(g)
print(g.send(4), g.send(5))
try:
    g.send(0)
except StopIteration:
    print("done")


def lots():
    return [yield_ for yield_ in (lambda: (yield_ for yield_ in range(3)))()]


print(lots())


class It:
    def __init__(s):
        s.n = 0

    def __iter__(s):
        return s

    def __next__(s):
        s.n += 1
        if s.n > 3:
            raise StopIteration
        return s.n


print(list(It()), sum(It()), max(It()), [*It()], dict(zip(It(), "abc")), 2 in It())
a, (b, *c), d2 = 1, (2, 3, 4), 5
print(a, b, c, d2)
for i, (p, q) in enumerate([(1, 2), (3, 4)]):
    print(i, p, q)
print(__name__, f.__module__, f.__qualname__, Z.m.__qualname__, outer.__code__.co_name)
print("%s %d %5.2f" % ("a", 3, 2.5), "{} {x}".format(1, x=2))


def dflt(a, b=[], *c, **d):
    "doc"
    return a


print(dflt.__doc__, dflt.__defaults__, dflt.__kwdefaults__, dflt.__name__)


def ann(a: int, b: "str" = "x") -> float:
    ...


print(ann.__annotations__)


class An:
    x: int = 3
    y: str


print(An.__annotations__, An.x)
try:
    An.y
except AttributeError as e:
    print(e)
print(ann(1))
del a
try:
    a
except NameError as e:
    print(e)
sys.stdout.flush()
