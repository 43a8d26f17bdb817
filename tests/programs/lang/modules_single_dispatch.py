# singledispatch: classes, unions, abstract classes, and which of them is nearest.
import functools, numbers, collections.abc as abc
from typing import Union
@functools.singledispatch
def f(x): return "obj"
@f.register
def _(x: int): return "int"
@f.register(abc.Mapping)
def _(x): return "mapping"
@f.register(abc.Sequence)
def _(x): return "sequence"
@f.register(float | complex)
def _(x): return "float|complex"
@f.register
def _(x: bytes | set): return "bytes|set"
@f.register(str)
def _(x): return "str"
class L(list): pass
class B:
    pass
class C(B): pass
f.register(B, lambda x: "B")
print([f(v) for v in (1, True, {}, [], (), "s", 1.5, 2j, b"", set(), None, L(), C(), range(3), object)])
print(f.dispatch(dict)({}), sorted(k.__name__ for k in f.registry))
@functools.singledispatch
def g(x): return "o"
@g.register(abc.Iterable)
def _(x): return "it"
@g.register(abc.Sized)
def _(x): return "sized"
class It:
    def __iter__(self): return iter(())
class Both(It):
    def __len__(self): return 0
print(g(It()), g(3))
try: g(Both())
except RuntimeError as e: print(str(e)[:18])
try:
    @f.register(5)
    def _(x): pass
except TypeError as e: print(str(e)[:40])
try: f()
except TypeError as e: print(e)
@functools.singledispatch
def h(x): return "base"
@h.register(numbers.Integral)
def _(x): return "integral"
@h.register(numbers.Number)
def _(x): return "number"
print(h(1), h(1.5), h("a"), h(True))
class M:
    @functools.singledispatchmethod
    def m(self, x): return "o"
    @m.register
    def _(self, x: int): return "i"
print(M().m(1), M().m("s"))
class Both2:
    def __len__(self): return 0
    def __iter__(self): return iter(())
try: g(Both2())
except RuntimeError as e: print(str(e)[:18])


# lru_cache: a key that asks the same cache while it is looked for.
@functools.lru_cache(maxsize=10)
def cached(x):
    return x


class Asking:
    def __init__(self, x):
        self.x = x

    def __hash__(self):
        return self.x

    def __eq__(self, other):
        if self.x == 2:
            cached(Asking(1))
        return self.x == other.x


for value in (1, 2, 2):
    print(cached(Asking(value)).x)
