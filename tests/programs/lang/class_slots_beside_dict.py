class Base:
    __slots__ = ("x", "_y")

    def __init__(self, x):
        self.x = x
        self._y = 5


class Child(Base):
    def __init__(self, x):
        super().__init__(x)
        self.z = 3


c = Child(1)
print(c.__dict__, vars(c), c.x, c._y, c.z, hasattr(Base(1), "__dict__"))
c.__dict__["q"] = 4
print(c.q, sorted(n for n in dir(c) if n[0] != "_"))
del c.x
try:
    c.x
except AttributeError as e:
    print(e)
try:
    del c.x
except AttributeError as e:
    print(e)
c.x = 9
c.__dict__ = {"new": 1}
print(c.x, c.new, c.__dict__, Base.x.__get__(c), Child.x)
Base.x.__set__(c, 77)
print(c.x, getattr(c, "x"), c.__getstate__())


class D(Child):
    __slots__ = ("w",)


d = D(1)
d.w = 5
d.any = 6
print(d.__dict__, d.w, d.x)
import copy, pickle

e = copy.copy(d)
print(e.w, e.x, e.any, e.__dict__, copy.deepcopy(d).x)


class S:
    __slots__ = ("a", "__dict__")


s = S()
s.a = 1
s.b = 2
print(s.__dict__, s.a)
object.__setattr__(s, "a", 3)
print(s.a)


class E1:
    __slots__ = ("__weakref__",)


class P(E1):
    __slots__ = ("p",)


class Q(E1):
    __slots__ = ()


class R(P, Q):
    __slots__ = ("r",)


r = R()
r.p = r.r = 1
print(r.p, R.__slots__)
try:

    class T(P, Base):
        pass

except TypeError as e:
    print(e)
try:
    Mix = type("Mix", (Base, dict), {})
except TypeError as e:
    print(e)


class Err(Exception):
    __slots__ = ("code",)

    def __init__(s, c):
        super().__init__(c)
        s.code = c


e = Err(5)
e.other = 1
print(e.code, e.__dict__, repr(e))


class Meta(type):
    @property
    def mp(cls):
        return 1

    v = 5


class W(metaclass=Meta):
    pass


try:
    W.mp = 3
except AttributeError as e:
    print(e)
W.v = 6
print(W.v, Meta.v)
W.__doc__ = "d"
print(W.__doc__)


class Desc:
    def __get__(s, i, o):
        return ("get", i)

    def __set__(s, i, v):
        print("dset", i, v)


class M2(type):
    d = Desc()


class X(metaclass=M2):
    pass


X.d = 4
print(X.d)
from functools import cached_property


class CP(Base):
    @cached_property
    def cc(self):
        print("once")
        return 1


k = CP(1)
k.cc
k.cc
print(k.__dict__)
from dataclasses import dataclass


@dataclass(slots=True)
class DS:
    a: int
    b: int = 2


class DS2(DS):
    pass


z = DS2(1)
z.f = 1
print(z, z.__dict__, z == DS2(1))
try:
    open("/")
except OSError as e:
    print(repr(e), e)


class Account:
    def __init__(self):
        self.balance = 5

    def show(self):
        return balance

    def inner(self):
        return [self for _ in ()] or (lambda: self and balance)()


import traceback


def last(f):
    try:
        f()
    except Exception:
        print(traceback.format_exc().splitlines()[-1])


last(Account().show)
last(Account().inner)
last(lambda: torch)
last(lambda: socket)
last(lambda: colection)
last(lambda: "abc".center(x=1))
last(lambda: {}.get(k=1))
last(lambda: "a".split(x=1))
last(lambda: [].insert(i=0))
last(lambda: ImportError(nme=1))
last(lambda: OSError(1, 2, 3, 4, 5, 6).errno.x)
