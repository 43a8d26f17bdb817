from dataclasses import dataclass, field, fields, replace
import copy, pickle


@dataclass(frozen=True, slots=True)
class P:
    x: int
    y: list = field(default_factory=list)


@dataclass(slots=True)
class A:
    a: int


@dataclass(slots=True)
class B(A):
    a: int
    z: int = 3


@dataclass(frozen=True)
class F:
    x: int


p = P(1, [2])
q = copy.copy(p)
print(q == p, q is p, q.y is p.y)
q = copy.deepcopy(p)
print(q, q.y is p.y)
print(pickle.loads(pickle.dumps(p)), pickle.loads(pickle.dumps(F(1))), copy.copy(F(2)), copy.deepcopy(F([1])))
print(A.__slots__, B.__slots__, B(1), B(1, 2), copy.copy(B(5)), pickle.loads(pickle.dumps(B(5, 6))))


class D:
    def __set_name__(self, o, n):
        self.name = n

    def __get__(self, o, t=None):
        return 7 if o is not None else self

    def __set__(self, o, v):
        print("set", self.name, v)


@dataclass
class C:
    c: int = D()
    e: int = field(default=D())


c = C(1, 2)
print(c.c)


class N:
    def __set_name__(self, o, n):
        self.name = n


@dataclass
class M:
    n: N = field(default=N(), repr=False)


print(M.n.name, M().n.name)


@dataclass
class R:
    r: "R" = None


r = R()
r.r = r
print(r, repr(fields(R)[0])[:40])


@dataclass(slots=True, weakref_slot=True)
class W:
    w: int


import weakref

print(weakref.ref(W(1))(), W.__slots__)


@dataclass(slots=True)
class Cached:
    v: int


print(Cached(1))
try:
    P(1).x = 5
except Exception as e:
    print(type(e).__name__, e)
try:
    A(1).q = 5
except Exception as e:
    print(type(e).__name__, e)
from typing import NamedTuple, ClassVar


class NT(NamedTuple):
    a: int
    b: str = "x"

    def m(self):
        return self.a * 2


n = NT(3)
print(n, n.m(), NT._field_defaults, NT.__annotations__, n._replace(a=1), copy.copy(n), pickle.loads(pickle.dumps(n)))
