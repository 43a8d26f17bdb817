# Script classes and context managers saved and loaded, hooks of submodules, a tuple of one unpacked.
import io
from typing import Dict, List, Optional, Tuple

import torch
import torch.nn as nn


class Sub(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + 1
class Hooked(nn.Module):
    def __init__(self):
        super().__init__()
        self.sub = Sub()
        self.seq = nn.Sequential(Sub(), nn.ReLU())
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.sub(x) * 2 + self.seq(x)
def pre(self, input: Tuple[torch.Tensor]):
    return input[0] * 10,
def pre1(self, input: Tuple[torch.Tensor]) -> Tuple[torch.Tensor]:
    return (input[0] * 10,)
def pre_single(self, input: Tuple[torch.Tensor]) -> torch.Tensor:
    return input[0] - 1
def post(self, input: Tuple[torch.Tensor], output: torch.Tensor):
    return output + input[0]
def post2(self, input: Tuple[torch.Tensor], output: torch.Tensor) -> torch.Tensor:
    return output * 100
def noisy(self, input: Tuple[torch.Tensor], output: torch.Tensor) -> torch.Tensor:
    print("hook")
    return output
def build(*hooks):
    n = Hooked()
    for where, kind, h in hooks:
        m = n.get_submodule(where)
        if kind == "pre":
            m.register_forward_pre_hook(h)
        else:
            m.register_forward_hook(h)
    return n
x = torch.tensor([1.0, -3.0])
for hooks in ([("sub", "pre", pre1)], [("sub", "pre", pre_single)], [("sub", "post", post)],
              [("sub", "pre", pre1), ("sub", "post", post), ("sub", "post", post2)],
              [("seq", "post", post2)], [("seq.0", "pre", pre1), ("seq.1", "post", post)],
              [("sub", "post", noisy), ("", "post", post2)]):
    n = build(*hooks)
    print("eager", n(x))
    s = torch.jit.script(n)
    print("script", s(x))
    print(s.code)
s = torch.jit.script(build(("sub", "pre", pre1), ("sub", "post", post)))
print(s.graph)
print(s.sub(x))

@torch.jit.script
def unpack_one(t: Tuple[int], l: List[int]):
    a, = t
    b, = l
    return a + b
print(unpack_one((3,), [4]))
print(unpack_one.code)


@torch.jit.script
class Pair:
    def __init__(self, a: int, b: torch.Tensor):
        self.a = a
        self.b = b
    def total(self) -> torch.Tensor:
        return self.b + self.a
    def bump(self, k: int):
        self.a += k
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = Pair(3, torch.ones(2))
    def forward(self, x):
        q = Pair(4, x)
        q.bump(2)
        self.p.bump(1)
        return self.p.total() + q.total()
m = torch.jit.script(Net())
print(m(torch.zeros(2)))
b = io.BytesIO()
torch.jit.save(m, b)
b.seek(0)
l = torch.jit.load(b)
print(l(torch.zeros(2)))
print(l(torch.zeros(2)))
print(l.code)
@torch.jit.script
def f(x: int):
    ps: List[Pair] = [Pair(x, torch.zeros(1)), Pair(x + 1, torch.zeros(1))]
    t = 0
    for p in ps:
        p.bump(1)
        t += p.a
    return t
b = io.BytesIO()
torch.jit.save(f, b)
b.seek(0)
l = torch.jit.load(b)
print(l(4))
@torch.jit.script
class Acc:
    def __init__(self):
        self.items: List[int] = []
    def __len__(self) -> int:
        return len(self.items)
    def __add__(self, other: int) -> int:
        self.items.append(other)
        return len(self.items)
    @property
    def first(self) -> int:
        return self.items[0]
class N2(nn.Module):
    def forward(self, x: int):
        a = Acc()
        b = a + x
        c = a + (x + 1)
        return b, c, a.first, len(a)
m = torch.jit.script(N2())
b = io.BytesIO()
torch.jit.save(m, b)
b.seek(0)
print(torch.jit.load(b)(5))
class N3(nn.Module):
    def forward(self, x: torch.Tensor):
        with torch.no_grad():
            y = x * 2
        return y
m = torch.jit.script(N3())
b = io.BytesIO()
torch.jit.save(m, b)
b.seek(0)
r = torch.jit.load(b)(torch.ones(2, requires_grad=True))
print(r, r.requires_grad)
