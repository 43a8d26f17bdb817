import torch
from typing import List, Optional, Dict, Tuple
@torch.jit.script
class Stack:
    def __init__(self, n: int):
        self.items: List[int] = []
        self.limit = n
    def push(self, x: int) -> bool:
        if len(self.items) >= self.limit:
            return False
        self.items.append(x)
        return True
    def __len__(self) -> int:
        return len(self.items)
    def __getitem__(self, i: int) -> int:
        return self.items[i]
    def __contains__(self, x: int) -> bool:
        return x in self.items
@torch.jit.script
class Vec:
    def __init__(self, x: torch.Tensor, y: torch.Tensor):
        self.x = x
        self.y = y
    def __add__(self, o: "Vec") -> "Vec":
        return Vec(self.x + o.x, self.y + o.y)
    def __mul__(self, k: float):
        return Vec(self.x * k, self.y * k)
    def __eq__(self, o: "Vec") -> bool:
        return bool((self.x == o.x).all())
    def __lt__(self, o: "Vec") -> bool:
        return bool(self.x.sum() < o.x.sum())
    def __neg__(self):
        return Vec(-self.x, -self.y)
    def dot(self, o: "Vec"):
        return (self.x * o.x + self.y * o.y).sum()
@torch.jit.script
def use(n: int) -> Tuple[int, bool, int, bool]:
    s = Stack(2)
    ok = True
    for i in range(n): ok = s.push(i) and ok
    return len(s), ok, s[0], 1 in s
print(use(1), use(3))
print(use.code)
@torch.jit.script
def vecs(a: torch.Tensor):
    v = Vec(a, a + 1)
    w = v + v * 2.0
    u = -w
    return w.dot(v), u.x, v == v, v < w
print(vecs(torch.ones(2)))
print(vecs.code)
print([n.kind() for n in vecs.graph.nodes()])
v = Vec(torch.ones(1), torch.zeros(1))
@torch.jit.script
def ret(v: Vec) -> Vec:
    v.x = v.x * 5
    return v
r = ret(v)
print(type(r).__name__, r.x, v.x)
@torch.jit.script
def lst(n: int) -> List[Stack]:
    return [Stack(i) for i in range(n)]
print([s.limit for s in lst(3)])
import torch
try:
    @torch.jit.script
    class A:
        def __init__(self):
            self.x = 1
        def bad(self):
            self.y = 2
except Exception as e: print(type(e).__name__, str(e).strip().split('\n')[0])
try:
    @torch.jit.script
    class B(torch.nn.Module):
        pass
except Exception as e: print(type(e).__name__, str(e).strip().split('\n')[0])
class Base: pass
try:
    @torch.jit.script
    class C(Base):
        def __init__(self): self.x = 1
except Exception as e: print(type(e).__name__, str(e).strip().split('\n')[0])
@torch.jit.script
class D:
    def __init__(self, x: int):
        self.x = x
@torch.jit.script
def f(n: int):
    return D(n).x
print(f(3))
def h(): return D("a")
try: torch.jit.script(h)
except Exception as e: print(type(e).__name__, str(e).strip().split('\n')[0])
class E:
    def __init__(self, k: int): self.k = k
    @property
    def twice(self) -> int: return self.k * 2
    @staticmethod
    def make(n: int) -> int: return n + 1
def j(n: int): 
    e = E(n)
    e.k = 10
    return e.twice, E.make(4), e.k
print(torch.jit.script(j)(1))
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.d = D(7)
    def forward(self, x): return x + self.d.x
m = torch.jit.script(M())
print(m(torch.ones(1)), m.d.x)
print(m.code)
import torch
class N(torch.jit.ScriptModule):
    def __init__(self):
        super().__init__()
        self.k = 4
        self.w = torch.nn.Parameter(torch.ones(2))
    @torch.jit.script_method
    def forward(self, x):
        return self.helper(x) + self.w * self.k
    @torch.jit.script_method
    def helper(self, x):
        return x * 2
n = N()
print(n(torch.ones(2)))
print(n.code)
print(n.helper(torch.ones(1)), isinstance(n, torch.jit.ScriptModule), [k for k, _ in n.named_parameters()], n.k)
cu = torch.jit.CompilationUnit('''
def foo(a, b: int):
    return a + b
def bar(x):
    return foo(x, 2) * 3
''')
print(cu.foo(torch.ones(1), 2), cu.bar(torch.ones(1)))
print(cu.foo.code, cu.bar.graph)
cu.define('''
def baz(x: float) -> float:
    return x * 2
def typed(x: List[int], y: Optional[Tensor]) -> Tuple[int, bool]:
    return x[0], y is None
''')
print(cu.baz(2.5), cu.typed([1], None))
import torch
from typing import List
def f1(x, y=3):
    # type: (Tensor, int) -> Tensor
    return x * y
def f2(x):
    # type: (List[Tensor]) -> Tensor
    return x[0]
def f5(x,  # type: Tensor
       y,  # type: List[int]
       ):
    # type: (...) -> Tuple[Tensor, List[int]]
    return x, y
for f in (f1, f2, f5):
    try:
        s = torch.jit.script(f)
        print(s.schema, s.code)
    except Exception as e: print(type(e).__name__, str(e).strip().split('\n')[0])
class M(torch.nn.Module):
    def forward(self, x, k=None):
        # type: (Tensor, Optional[int]) -> Tensor
        return x if k is None else x * k
print(torch.jit.script(M())(torch.ones(1), 3))
import torch
from enum import Enum
from typing import NamedTuple, List, Dict, Optional
class Mode(Enum):
    SUM = "sum"
    MEAN = "mean"
class Cfg(NamedTuple):
    n: int
    scale: float = 2.0
    tags: Optional[List[str]] = None
class Red(torch.nn.Module):
    def __init__(self, mode: Mode):
        super().__init__()
        self.mode = mode
    def forward(self, x):
        if self.mode == Mode.SUM: return x.sum()
        elif self.mode is Mode.MEAN if False else self.mode == Mode.MEAN: return x.mean()
        return x
for m in Mode: print(torch.jit.script(Red(m))(torch.arange(4.)))
@torch.jit.script
def f(c: Cfg, x: torch.Tensor):
    y = Cfg(n=c.n + 1)
    return x * c.scale + y.scale, y, c.tags is None
r = f(Cfg(1, 3.0), torch.ones(1))
print(r, type(r[1]).__name__)
print(f.code)
@torch.jit.script
def g(c: Cfg):
    n, s, t = c
    return n, c[1], len(c)
print(g(Cfg(5)))
@torch.jit.script
def h(name: str) -> Dict[str, Mode]:
    return {"m": Mode.SUM if name == "sum" else Mode.MEAN}
print(h("sum"), h("x"))
@torch.jit.script
def k(ms: List[Mode]) -> List[str]:
    return [m.value + m.name for m in ms]
print(k([Mode.SUM, Mode.MEAN]))
