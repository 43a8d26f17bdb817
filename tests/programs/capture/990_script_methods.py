# Members of scripted modules, ignored methods, constants in code, gradients of overloads for numbers,
# properties of tensors in graphs.
import torch
import math
from typing import Any, Dict, List, Optional, Tuple, Union
from enum import Enum
from torch.jit import script, trace, freeze, ScriptModule, script_method, ignore, unused, export, Final


def show(graph):
    print("\n".join([line.split(" # ")[0] for line in str(graph).split("\n")]))


class M(torch.nn.Module):
    __constants__ = ["n"]
    def __init__(self):
        super().__init__()
        self.n = 3
        self.w = torch.nn.Parameter(torch.ones(2))
        self.act = torch.nn.functional.relu
        self.names = {"a": 1}
        self.layers = torch.nn.ModuleDict({"x": torch.nn.Linear(2, 2), "y": torch.nn.ReLU()})
        self.lst = torch.nn.ParameterList([torch.nn.Parameter(torch.ones(2)) for _ in range(2)])
    def helper(self, x, k: int = 2):
        return x * k
    def forward(self, x):
        for name, l in self.layers.items():
            x = l(x)
            if name == "x":
                x = x + 1
        for p in self.lst:
            x = x + p
        return self.act(self.helper(x, self.n)) * self.names["a"] + self.w
torch.manual_seed(0)
m = M()
s = torch.jit.script(m)
print(s(torch.ones(1, 2)))
print(s.code)
print(s.helper.code)
print(s.n, s.names)
print(s.forward.schema)
try:
    s.n = 4
except Exception as e: print(type(e).__name__, e)
s.names = {"a": 5}
print([n for n, _ in s.named_parameters()])
print(hasattr(s, "helper"), hasattr(s, "nothing"))
try:
    s.nothing
except Exception as e: print(type(e).__name__, e)
print(s.layers.x.weight.shape, len(s.layers), list(s.layers.keys()) if hasattr(s.layers, "keys") else None)

class M(torch.nn.Module):
    k: Final[int]
    def __init__(self):
        super().__init__()
        self.k = 2
        self.bn = torch.nn.BatchNorm1d(2)
        self.drop = torch.nn.Dropout(0.5)
    @export
    def twice(self, x):
        return x * 2
    @ignore
    def py(self, x):
        return x.numpy().sum()
    @unused
    def dead(self, x):
        return x.nothing()
    def forward(self, x):
        if self.training:
            return self.drop(x)
        return self.bn(x) * self.k
s = script(M())
s.eval()
f = freeze(s)
print(f.graph_for(torch.ones(1, 2)) is not None)
print(f.code)
print([n for n, _ in f.named_parameters()], [n for n, _ in f.named_buffers()])
try:
    freeze(script(M()))
except Exception as e: print(type(e).__name__, e)
f = freeze(s, preserved_attrs=["twice", "k"])
print(f.twice(torch.ones(1)))
try:
    s.dead(torch.ones(1))
except Exception as e: print(type(e).__name__, str(e)[:200])
print(torch.jit.optimize_for_inference(s).code)

@torch.jit.script
def f(x):
    return x * 2, x + 1, x - 1, x / 2, 2 * x, 1 - x, 1 + x, 2 / x, x ** 2, -x, x.mul(3), torch.add(x, 2), x * x, x > 0
for t in f(torch.ones(1, requires_grad=True)): print(str(t.grad_fn).split(' ')[0])

@torch.jit.script
def f(x, m: int):
    a = x.shape
    b = x.dtype, x.device, x.is_cuda, x.requires_grad, x.layout, x.grad, x.T
    return a, b, x.shape[0], x.ndim, x.size(0)
show(f.graph)

class M(torch.jit.ScriptModule):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(2))
    @torch.jit.script_method
    def forward(self, x):
        return x * self.w
m = M()
print(m.code)
m.define("def twice(self, x):\n    return self.forward(x) * 2\n")
print(m.twice(torch.ones(2)))
print(m.twice.code)
