# feature: fork and wait in functions and modules, errors in a fork
from typing import List
import torch
import torch.nn as nn


class Two(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.Linear(3, 3)

    def forward(self, x):
        fa = torch.jit.fork(self.a, x)
        fb = torch.jit.fork(self.b, x)
        return torch.jit.wait(fa) + torch.jit.wait(fb)


torch.manual_seed(0)
m = Two()
s = torch.jit.script(m)
x = torch.ones(2, 3)
print(torch.allclose(m.a(x) + m.b(x), s(x)))
s(x).sum().backward()
print(m.a.weight.grad is not None, m.b.bias.grad.tolist())


def work(x, n: int):
    for i in range(n):
        x = x * 2 if x.sum() < 100 else x + 1
    return x


def bad(x):
    return x.view(7)


def all_of(xs: List[torch.Tensor]):
    futures = [torch.jit.fork(work, x, 5) for x in xs]
    return torch.stack([torch.jit.wait(f) for f in futures])


def fails(x):
    f = torch.jit.fork(bad, x)
    return torch.jit.wait(f)


sa = torch.jit.script(all_of)
print(sa([torch.ones(2) * i for i in range(4)]).tolist())
try:
    torch.jit.script(fails)(torch.ones(2))
except RuntimeError as e:
    print("RuntimeError", "shape '[7]' is invalid" in str(e))
with torch.no_grad():
    print(s(x).requires_grad)
big = torch.jit.script(Two())
for i in range(20):
    big(torch.ones(64, 3))
f = torch.jit.fork(lambda v: v + 1, torch.ones(1))
print(f.wait().tolist(), f.done())
