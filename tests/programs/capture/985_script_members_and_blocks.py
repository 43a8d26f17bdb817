# feature: special methods, properties, with blocks, isinstance, raised errors; assignments in traces
# seed: none
import torch
@torch.jit.script
class Pair:
    def __init__(self, x: int, y: int):
        self.x = x
        self.y = y
    def sum(self) -> int:
        return self.x + self.y
    def __eq__(self, o: "Pair") -> bool:
        return self.x == o.x
    def __str__(self) -> str:
        return f"P{self.x}"
    def __contains__(self, k: int) -> bool:
        return k == self.x
    def __setitem__(self, i: int, v: int):
        self.x = v
    def __getitem__(self, i: int) -> int:
        return self.y
    def __neg__(self) -> int:
        return -self.x
    def __mul__(self, k: int) -> "Pair":
        return Pair(self.x * k, self.y * k)
    def __iadd__(self, k: int) -> "Pair":
        return Pair(self.x + k, self.y)
    def __lt__(self, o: "Pair") -> bool:
        return self.x < o.x
@torch.jit.script
def f(a: int):
    p = Pair(a, 2)
    p.x += 5
    q = p * 2
    p[0] = 7
    q += 1
    return p.sum(), p == q, str(p), 7 in p, p[1], -p, q.x, p < q
print(f(1))
print(f.code)
@torch.jit.script
def g(ps: list[Pair]) -> int:
    t = 0
    for p in ps:
        t += p.sum()
    return t
print(g([Pair(1, 2), Pair(3, 4)]))
try:
    @torch.jit.script
    class Bad:
        def __init__(self):
            self.x = 1
        def f(self):
            self.y = 2
            return self.y
    print("ok")
except Exception as e:
    print(type(e).__name__, str(e).split("\n")[0:2])
class Base:
    pass
try:
    @torch.jit.script
    class Der(Base):
        def __init__(self): 
            self.x = 1
    print("ok")
except Exception as e:
    print(type(e).__name__, str(e).split("\n")[0])
import torch, torch.nn as nn
class Inner(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k
        self.p = nn.Parameter(torch.full((2,), float(k)))
    def forward(self, x):
        return x * self.p
    def helper(self, x, n: int):
        for _ in range(n):
            x = self(x)
        return x
class Outer(nn.Module):
    names: list[str]
    def __init__(self):
        super().__init__()
        self.a = Inner(2)
        self.seq = nn.Sequential(Inner(3), nn.ReLU())
        self.names = ["x", "y"]
        self.fn = torch.relu
        self.mode: str = "up"
        self.t = torch.ones(2)
    @property
    def doubled(self) -> int:
        return self.a.k * 2
    def forward(self, x):
        y = self.a.helper(x, 2)
        y = self.seq(y)
        if self.mode == "up":
            y = y + self.doubled
        return self.fn(y) + self.t, self.names[0]
o = Outer()
try:
    s = torch.jit.script(o)
    print(s(torch.ones(2))[0].tolist())
    print(s.code)
    print(s.mode, s.names, s.t, s.a.k)
    s.mode = "down"
    print(s(torch.ones(2))[0].tolist())
    print(s.a.code, s.seq.code)
    print(type(s.a).__name__, s.a.original_name, s)
except Exception as e:
    print(type(e).__name__, e)
import torch
class MyErr(Exception):
    def __init__(self, msg):
        super().__init__(msg)
@torch.jit.script
def f(x: int):
    if x == 0:
        raise RuntimeError("zero")
    elif x == 1:
        raise NotImplementedError
    elif x == 2:
        raise IndexError(f"idx {x}")
    elif x == 3:
        raise MyErr("mine")
    elif x == 4:
        assert False, "no"
    elif x == 5:
        return [1, 2][5]
    elif x == 6:
        return {"a": 1}["b"]
    elif x == 7:
        return 1 // (x - 7)
    elif x == 8:
        return int(torch.ones(2, 3).mm(torch.ones(2, 3)).sum())
    elif x == 9:
        return int("a")
    elif x == 99:
        x = 3
    return x
for i in range(12):
    try:
        print(f(i))
    except Exception as e:
        t = str(e).strip().split("\n")
        print(i, type(e).__name__, type(e).__mro__[1].__name__, "|", t[0], "|", t[-1])
import torch
from typing import Optional, Dict, Any, List, Tuple
from collections import namedtuple
import typing
P = namedtuple("P", ["a", "b"])
class Q(typing.NamedTuple):
    a: torch.Tensor
    n: int
    o: Optional[str] = None
def mk(x):
    return P(x, x + 1)
s = torch.jit.script(mk)
print(s(torch.ones(1)), s.code)
@torch.jit.script
def g(q: Q) -> Tuple[torch.Tensor, int]:
    a, n, o = q
    if o is not None:
        n = n + len(o)
    return a + q.n, n
print(g(Q(torch.ones(1), 2, "abc")), g(Q(torch.ones(1), 2)))
print(g.code)
@torch.jit.script
def h(d: Dict[str, torch.Tensor], keys: List[str]) -> Dict[str, torch.Tensor]:
    out: Dict[str, torch.Tensor] = {}
    for k in keys:
        if k in d:
            out[k] = d[k] * 2
        else:
            out[k] = torch.zeros(1)
    v = d.get("zz")
    if v is not None:
        out["zz"] = v
    return out
print(h({"a": torch.ones(1), "zz": torch.ones(1)}, ["a", "b"]))
print(h.code)
@torch.jit.script
def k(x: Any, y: Optional[List[int]] = None):
    if torch.jit.isinstance(x, List[int]):
        return len(x)
    if isinstance(x, torch.Tensor):
        return x.dim()
    return -1
print(k([1, 2]), k(torch.ones(1)), k("a"))
import torch
@torch.jit.script
def f(x, n: int):
    y = x * 2
    z = x * 2
    unused = x + 5
    if n > 3:
        return y + z + (1 + 2)
    return y
g = f.graph.copy()
print(len(list(g.nodes())))
for n in g.nodes():
    print(n.kind(), n.outputsSize(), n.inputsSize(), [i.debugName() for i in n.inputs()])
torch._C._jit_pass_dce(g)
print([n.kind() for n in g.nodes()])
torch._C._jit_pass_cse(g)
print([n.kind() for n in g.nodes()])
torch._C._jit_pass_constant_propagation(g)
print([n.kind() for n in g.nodes()])
g2 = f.graph.copy()
torch._C._jit_pass_inline(g2)
torch._C._jit_pass_lint(g2)
torch._C._jit_pass_peephole(g2)
n = g.findNode("aten::mul")
print(n.kind(), n.schema(), n.hasAttribute("value"), n.output().type(), n.inputsAt(0).debugName(),
      n.output().uses()[0].user.kind())
import torch, warnings
warnings.simplefilter("ignore")
from typing import *
def k(x: Any):
    if torch.jit.isinstance(x, List[int]):
        return len(x)
    return -1
s = torch.jit.script(k)
print(s.code, s([1,2]), s([1]))
def k2(x: Any):
    if isinstance(x, list):
        return 1
    return -1
s = torch.jit.script(k2)
print(s.code, s([1,2]), s([1]))
def no(x, n: int):
    with torch.no_grad():
        y = x + 1
    return y
print(torch.jit.script(no).code)
@torch.jit.script
def f(x, n: int = 2):
    return x * n
for a, kw in (((torch.ones(1),), {"foo": 1}), ((torch.ones(1), True), {}), ((torch.ones(1), 2), {"n": 3}),
              ((torch.ones(1), "a"), {}), ((torch.ones(1),), {"n": torch.tensor(3)})):
    try:
        print(f(*a, **kw))
    except Exception as e:
        print(type(e).__name__, e)
def st(x):
    y = x * 2
    y[0] = 3
    y[1:] = 4
    y[x > 5] = 1
    y[0] = x[1]
    return y
print(torch.jit.trace(st, torch.ones(3)).code)
class Gate(nn.Module):
    def forward(self, x):
        if bool(x.sum() > 0):
            return x
        return -x
class Around(nn.Module):
    def __init__(self):
        super().__init__()
        self.sub = torch.jit.script(Gate())
    def forward(self, x):
        return self.sub(x) + 1
t = torch.jit.trace(Around(), torch.ones(2))
print(t.code, t(-torch.ones(2)))
from dataclasses import dataclass
import io


@torch.jit.script
@dataclass
class Range:
    low: int
    high: float = 1.5

    def width(self) -> float:
        return self.high - self.low


@torch.jit.script
def widths(a: int):
    first, second = Range(a), Range(a, high=4.0)
    return first.width(), second.width(), first == second, first == Range(a)


print(widths(1))


@torch.jit.script
def saved(x, y: int):
    return x + y, [y]


buffer = io.BytesIO()
torch.jit.save(saved, buffer)
buffer.seek(0)
loaded = torch.jit.load(buffer)
print(type(loaded).__name__, loaded.original_name, loaded, loaded(torch.ones(1), 2))
print(loaded.code)
