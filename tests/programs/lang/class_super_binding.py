# object construction
def t(f):
    try:
        print(repr(f()))
    except BaseException as e:
        print(type(e).__name__, e)


class C:
    pass


class N:
    def __new__(cls, *a):
        return object.__new__(cls)


class I:
    def __init__(self, *a):
        pass


class NI(N, I):
    pass


for f in [
    lambda: C(1),
    lambda: object.__init__(C(), 1),
    lambda: C.__init__(C(), 1),
    lambda: C.__new__(C, 1),
    lambda: object.__new__(C, 1),
    lambda: N(1) and 1,
    lambda: object.__init__(N(), 1),
    lambda: object.__init__(I(), 1),
    lambda: object.__new__(N, 1),
    lambda: NI(1) and 1,
    lambda: C(a=1),
    lambda: object(1),
    lambda: object(a=1),
    lambda: str.__add__("a", 5),
    lambda: "a".__add__(5),
    lambda: [].__add__(5),
    lambda: ().__add__([]),
    lambda: b"".__add__("a"),
    lambda: "a".__mul__("b"),
    lambda: "a".__contains__(5),
    lambda: (1).__add__("a"),
    lambda: (1.0).__add__("a"),
    lambda: "a".__mod__(5),
    lambda: [].__mul__("a"),
    lambda: "a".__rmul__(3),
    lambda: "a".__eq__(1),
    lambda: [1].__lt__(5),
    lambda: {}.__or__(5),
    lambda: [1].__iadd__(5),
]:
    t(f)


class Super1:
    def m(self):
        return "S1"


class Sub(Super1):
    def m(self):
        return "Sub>" + super().m()

    @classmethod
    def cm(cls):
        return super().__name__ if False else cls.__name__

    @property
    def p(self):
        return super().m


class Lazy(Super1):
    def __getattr__(self, n):
        return n

    def m(self):
        return super().zzz


t(lambda: Sub().m())
t(lambda: Sub().p())
t(lambda: Lazy().m())
t(lambda: super(Sub, Sub()).m())
t(lambda: super(Sub, 5))
t(lambda: super(5, 5))
t(lambda: super(Sub).m)
t(lambda: type(super(Sub)))
t(lambda: super(Sub, Sub()).nope)
t(lambda: super(Sub, Sub()).__thisclass__)
t(lambda: super(Sub, Sub).m(Sub()))


class E:
    __sup = None


class A:
    def meth(self, a):
        return "A(%r)" % a


class B(A):
    def __init__(self):
        self.__super = super(B, self)

    def meth(self, a):
        return "B(%r)" % a + self.__super.meth(a)


class Cc(A):
    def meth(self, a):
        return "C(%r)" % a + self.__super.meth(a)


Cc._Cc__super = super(Cc)


class D(Cc, B):
    def meth(self, a):
        return "D(%r)" % a + super(D, self).meth(a)


t(lambda: D().meth(4))


class Prx:
    def __init__(self, o):
        self.__o = o

    def __getattribute__(self, n):
        if n.startswith("_Prx__"):
            return object.__getattribute__(self, n)
        return getattr(self.__o, n)


class X:
    def f(self):
        return "X.f"


class Y(X):
    def f(self):
        return super(Y, self).f() + "!"


t(lambda: super(Y, Prx(Y())).f())
try:
    try:
        raise ValueError(1)
    except* 42:
        print("no")
except BaseException as e:
    print(type(e).__name__, e, repr(e.__context__))
try:
    try:
        raise ExceptionGroup("a", [ValueError(1)])
    except* (ValueError, 42):
        print("no")
except BaseException as e:
    print(type(e).__name__, e)
try:
    try:
        raise ExceptionGroup("a", [ValueError(1)])
    except* ExceptionGroup:
        print("no")
except BaseException as e:
    print(type(e).__name__, e)
try:
    try:
        raise ValueError
    except "abc":
        pass
except BaseException as e:
    print(type(e).__name__, e)


class Call:
    def __call__(self, a):
        pass


t(lambda: Call()())
t(lambda: Call()(1, 2))
t(lambda: len(*5))
t(lambda: C(*5))
t(lambda: C.nope())
t(lambda: (lambda **k: 0)(**{"a": 1}, **{"a": 2}))
t(lambda: dict(**{"a": 1}, **{"a": 2}))
t(lambda: (lambda a: 0)(*[1], a=2))
import math


def a():
    class A(5):
        pass


def b():
    class A(math):
        pass


def d():
    class A(None):
        pass


def e():
    class A("x"):
        pass

    print(A)


def g():
    class A([1]):
        pass


def h():
    class A(len):
        pass


class M:
    def __init__(s, *a):
        s.a = a


def i():
    class A(M()):
        x = 1

    print(A.a[0], len(A.a[1]), sorted(A.a[2]))


def j():
    type("X", (5,), {})


def k():
    class A((1, 2)):
        pass


def l():
    class A({}):
        pass


def m():
    class A(1.5):
        pass


def n():
    class A(property()):
        pass


def o():
    class A(lambda: 0, int):
        pass


def p():
    class A(int, 5):
        pass


for f in (a, b, d, e, g, h, i, j, k, l, m, n, o, p):
    t(f)
