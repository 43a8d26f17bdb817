# Traces of modules: methods of submodules, the numbers and names of values, containers in and out.
import torch
from typing import NamedTuple


def show(graph):
    print("\n".join([line.split(" # ")[0] for line in str(graph).split("\n")]))


class A(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(2, 2)
    def forward(self, x):
        return torch.relu(self.l(x)) + 1
class B(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = A()
        self.b = A()
        self.w = torch.nn.Parameter(torch.ones(2))
    def forward(self, x, y):
        z = self.a(x) * self.w
        return self.b(z) + self.a(y)
t = torch.jit.trace(B(), (torch.ones(1, 2), torch.ones(1, 2)))
show(t.graph)
show(t.a.graph)
show(t.a.l.graph)
show(t.b.graph)
show(t.inlined_graph)
print(t.code)

m = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU(), torch.nn.Linear(3, 1))
t = torch.jit.trace(m, torch.ones(1, 2))
show(t.graph)
show(t.inlined_graph)
m = torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3), torch.nn.BatchNorm2d(2), torch.nn.Flatten()).eval()
t = torch.jit.trace(m, torch.ones(1, 1, 4, 4))
show(t.graph)

class P(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.zeros(2))
        self.k = 3
    def forward(self, x):
        y = x * self.w + self.b
        return y * self.k, y.sum()
t = torch.jit.trace(P(), torch.ones(2))
show(t.graph)
class Two(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.p = P()
    def forward(self, x):
        a, b = self.p(x)
        return a + b
t = torch.jit.trace(Two(), torch.ones(2))
show(t.graph)
show(t.inlined_graph)

def inplace(x):
    y = x.clone()
    y[0] = 5
    y += 1
    y[:, 1].mul_(2)
    return y
t = torch.jit.trace(inplace, torch.ones(2, 2))
show(t.graph)
print(t.code)
print(t(torch.zeros(3, 2)))
def multi(x):
    a, b = x.chunk(2)
    c, d = torch.max(x, 0)
    e = torch.stack([a, b])
    f, g, h = torch.split(x, [1, 1, 2])
    return a, {"c": c}["c"], e.sum(dim=(0, 1)), f + g
t = torch.jit.trace(multi, torch.ones(4))
show(t.graph)
print(t.code)

class Out(NamedTuple):
    a: torch.Tensor
    b: torch.Tensor
def nt(x):
    return Out(x, x + 1)
t = torch.jit.trace(nt, torch.ones(1))
print(t(torch.ones(1)))
show(t.graph)
def dd(d):
    return d["a"] + d["b"]
t = torch.jit.trace(dd, ({"a": torch.ones(1), "b": torch.ones(1)},))
show(t.graph)
print(t({"a": torch.zeros(1), "b": torch.ones(1)}))
def ll(l, p):
    return l[0] + l[1] * p[0]
t = torch.jit.trace(ll, ([torch.ones(1), torch.ones(1)], (torch.ones(1), torch.ones(1))))
show(t.graph)
def nested(x, y=None):
    return (x, (x * 2, [x, x])) 
t = torch.jit.trace(nested, torch.ones(1), strict=False)
show(t.graph)
print(t(torch.zeros(1)))
for bad in (3, "a", None, {"a": 1}, [1, 2]):
    try:
        torch.jit.trace(lambda x: x, bad if not isinstance(bad, (dict, list)) else (bad,))
    except Exception as e: print(type(e).__name__, str(e)[:300])

class Inner(torch.nn.Module):
    def forward(self, x, flag: bool = True):
        return x * 2 if flag else x
class Outer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.jit.script(Inner())
        self.blocks = torch.nn.ModuleList([torch.nn.Linear(2, 2) for _ in range(2)])
    def forward(self, x):
        for b in self.blocks: x = b(x)
        return self.inner(x)
    def other(self, x, y):
        return x + y
o = Outer()
t = torch.jit.trace(o, torch.ones(1, 2))
print(t.code)
show(t.graph)
print(t.blocks)
t = torch.jit.trace_module(o, {"forward": torch.ones(1, 2), "other": (torch.ones(1), torch.ones(1))})
print(t.other.code)
print(t.other(torch.ones(2), torch.ones(2)))
@torch.jit.script
def helper(x, n: int):
    if n > 2:
        return x
    return x + n
t = torch.jit.trace(lambda x: helper(x, 1) * helper(x, 5), torch.ones(2))
show(t.graph)

def f(x, y):
    z = x + y
    for i in range(3):
        z = z * i
    return z, x.shape[0] * y
t = torch.jit.trace(f, (torch.ones(2), torch.ones(2)))
print(t.code)
show(t.graph)
print(t.name, t.qualified_name, t.schema)
print(t(torch.ones(3), torch.ones(3)))
g = t.graph
for n in g.nodes():
    print(n.kind(), [i.debugName() for i in n.inputs()], [o.type().kind() for o in n.outputs()], n.scopeName())
for i in g.inputs(): print(i.debugName(), i.type(), i.unique(), i.node().kind())
for o in g.outputs(): print(o.debugName(), o.type())

