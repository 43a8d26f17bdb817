# feature: type parameters of functions, classes and aliases
def first[T](xs: list[T], default: T = None) -> T:
    "doc"
    return xs[0] if xs else default
print(first([1, 2]), first([], 5), first.__type_params__, first.__annotations__, end=" ")
print(first.__name__, first.__qualname__, first.__defaults__, first.__doc__)
class Stack[T]:
    "stack doc"
    kind = "s"
    def __init__(self) -> None: self.items: list[T] = []
    def push(self, x: T) -> None: self.items.append(x)
    def map[U](self, f: "callable", *, twice: bool = False) -> "Stack[U]":
        out = Stack[U]()
        for x in self.items: out.push(f(f(x)) if twice else f(x))
        return out
s = Stack[int]()
s.push(3)
print(s.items, s.map(lambda x: x + 1).items, s.map(lambda x: x + 1, twice=True).items, end=" ")
print(Stack.__type_params__, Stack.__name__, Stack.__qualname__, Stack.map.__qualname__, Stack.__doc__)
class Pair[K, V](dict[K, V]): pass
print(Pair(a=1), Pair.__type_params__)
type Vec = list[float]
type Tree[T] = T | list[Tree[T]]
print(Vec, Vec.__value__, Vec.__name__, Tree, Tree.__type_params__, Tree[int])
class Num[T: (int, float), *Ts, **P]: 
    def m(self): return T.__name__
print(Num.__type_params__, Num.__type_params__[0].__constraints__, Num().m())
def bounded[T: "Stack"](x: T) -> T: return x
print(bounded(1), bounded.__type_params__[0].__bound__)
def deco(f):
    print("deco", f.__name__)
    return f
@deco
def g[T](x: T) -> T: return x
@deco
class C[T](Stack[T]):
    def push(self, x):
        super().push(x)
        return self
print(g(1), C().push(5).items, isinstance(C(), Stack), C.__mro__[1].__name__)
def outer():
    y = 10
    def inner[T](x: T) -> T: return x + y
    return inner
print(outer()(5))
class Base:
    def __init_subclass__(cls, tag=None): cls.tag = tag
class D[T](Base, tag="t"): pass
print(D.tag, type(first.__type_params__[0]).__name__)
type = 5
print(type)
from dataclasses import dataclass
@dataclass
class Box[T]:
    item: T
    n: int = 0
    def get(self) -> T: return self.item
print(Box(3), Box[int](4).get(), Box("a", n=2))
