# classes, descriptors, dunder protocol
class D:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        return getattr(obj, self.name, "unset")

    def __set__(self, obj, v):
        setattr(obj, self.name, v * 2)

    def __delete__(self, obj):
        delattr(obj, self.name)


class A:
    x = D()

    def __init__(self):
        pass


a = A()
print(a.x)
a.x = 4
print(a.x, a.__dict__)
del a.x
print(a.x, A.x.name)


class Base:
    subs = []

    def __init_subclass__(cls, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.subs.append((cls.__name__, tag))


class K1(Base, tag="one"):
    pass


class K2(Base):
    pass


print(Base.subs)


class G:
    def __getattr__(self, n):
        if n.startswith("zz"):
            raise AttributeError(n)
        return "got " + n

    def __setattr__(self, n, v):
        object.__setattr__(self, n, v + 1)


g = G()
g.p = 1
print(g.p, g.q, hasattr(g, "zzz"))


class L(list):
    def __init__(self, *a):
        super().__init__(a)
        self.extra = 1

    def total(self):
        return sum(self)


l = L(1, 2, 3)
l.append(4)
print(l, l.total(), l.extra, len(l), isinstance(l, list), l[1:3], l == [1, 2, 3, 4])


class DD(dict):
    def __missing__(self, k):
        return k * 2

    def __setitem__(self, k, v):
        super().__setitem__(k, v + 100)


d = DD(a=1)
d["b"] = 2
print(d, d["zz"], d.get("q"))


class MyInt(int):
    def __add__(self, o):
        return MyInt(int(self) + int(o) + 1000)

    def __repr__(self):
        return f"MyInt({int(self)})"


m = MyInt(5)
print(m, m + 1, m * 2, m == 5, hash(m) == hash(5), {5: "v"}[m], isinstance(m, int))


class MyStr(str):
    def shout(self):
        return self.upper() + "!"


s = MyStr("abc")
print(s, s.shout(), s + "d", s == "abc", {"abc": 1}[s], type(s).__name__)


class T(tuple):
    def __new__(cls, a, b):
        return super().__new__(cls, (a, b))

    @property
    def first(self):
        return self[0]


t = T(1, 2)
print(t, t.first, t + (3,), type(t).__mro__)


class E1(Exception):
    def __init__(self, code, msg="m"):
        super().__init__(f"{code}: {msg}")
        self.code = code


try:
    raise E1(5)
except E1 as e:
    print(e, repr(e), e.code, e.args)


class V:
    def __init__(s, v):
        s.v = v

    def __eq__(s, o):
        return isinstance(o, V) and s.v == o.v


try:
    hash(V(1))
except TypeError as e:
    print(e)
print(V(1) == V(1), V(1) != V(1), V(1) != V(2), V(1) in [V(1)])


class W(V):
    def __hash__(s):
        return hash(s.v)

    def __lt__(s, o):
        return s.v < o.v


print(len({W(1), W(1), W(2)}), sorted([W(3), W(1)])[0].v, max(W(1), W(5)).v if hasattr(W, "__gt__") else 0)


class R:
    def __radd__(s, o):
        return ("radd", o)

    def __rsub__(s, o):
        return ("rsub", o)

    def __iadd__(s, o):
        return ("iadd", o)


r = R()
print(1 + r, 5 - r)
r += 3
print(r)


class C1:
    def __call__(self, *a, **k):
        return a, k

    def __len__(self):
        return 3

    def __getitem__(self, i):
        if i > 3:
            raise IndexError
        return i * 10

    def __contains__(self, x):
        return x == 7

    def __bool__(self):
        return False

    def __index__(self):
        return 2

    def __float__(self):
        return 2.5

    def __format__(self, s):
        return "<" + s + ">"

    def __enter__(self):
        return self

    def __exit__(self, *a):
        print("exit", a[0])
        return True


c = C1()
print(c(1, k=2), len(c), list(c), 7 in c, 8 in c, bool(c), [1, 2, 3][c], float(c), f"{c:abc}")
with c:
    raise KeyError("x")


class N:
    def __new__(cls, *a):
        o = super().__new__(cls)
        o.a = a
        return o


print(N(1, 2).a)
print(type("Dyn", (A,), {"z": 3})().z, type(3), type(A), A.__name__, A.__mro__, A.__bases__)


class P:
    __slots__ = ("x", "y")

    def __init__(self):
        self.x = 1


try:
    P().z = 3
except AttributeError as e:
    print(e)


class Meth:
    @staticmethod
    def s(x):
        return x

    @classmethod
    def c(cls, x):
        return cls.__name__, x

    @property
    def p(self):
        return 42

    @p.setter
    def p(self, v):
        print("set", v)


print(Meth.s(1), Meth().s(2), Meth.c(3), Meth().c(4), Meth().p)
Meth().p = 9
try:
    Meth().q
except AttributeError as e:
    print(e)
try:
    Meth.q
except AttributeError as e:
    print(e)
try:
    A().x.y.z
except AttributeError as e:
    print(e)


class RO:
    @property
    def v(self):
        return 1


try:
    RO().v = 2
except AttributeError as e:
    print(e)
print(Meth.c, Meth().c.__name__) if 0 else None


class X1:
    pass


class Y1(X1):
    pass


class Z1(X1):
    pass


class Q1(Y1, Z1):
    pass


print([k.__name__ for k in Q1.__mro__])


class OO:
    def m(self):
        return "OO"


class PP(OO):
    def m(self):
        return "PP" + super().m()


class QQ(PP):
    def m(self):
        return "QQ" + super().m()


print(QQ().m(), super(QQ, QQ()).m())


class CG:
    def __class_getitem__(cls, k):
        return f"{cls.__name__}[{k}]"


print(CG[int.__name__])
x = 5


def deco(k):
    def w(c):
        c.tag = k
        return c

    return w


@deco("t")
class Tagged:
    pass


print(Tagged.tag)


class Cmp:
    def __init__(self, v):
        self.v = v

    def __lt__(self, o):
        return self.v < o.v

    def __repr__(self):
        return f"Cmp({self.v})"


print(sorted([Cmp(2), Cmp(1)]), Cmp(1) > Cmp(0))
try:
    Cmp(1) <= Cmp(2)
except TypeError as e:
    print(e)
print(
    int.__add__(1, 2),
    list.__len__([1]),
    str.join(",", ["a", "b"]),
    dict.fromkeys("ab", 1),
    (5).__add__(6),
    "a".__eq__("a"),
)
try:
    list.append(5, 3)
except TypeError as e:
    print(e)
print(object().__class__.__name__, a.__class__, (lambda: 0).__name__, print.__name__, len.__name__)
