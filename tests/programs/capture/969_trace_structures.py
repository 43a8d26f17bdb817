# feature: structures in and out of traces, traced children, mixing trace and script
from typing import NamedTuple
import torch
import torch.nn as nn


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))

    def forward(self, x):
        return x * self.w, x + 1


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.lin = nn.Linear(2, 2)

    def forward(self, x):
        a, b = self.inner(x)
        c, _ = self.inner(a)
        return self.lin(b) + c


torch.manual_seed(0)
m = Outer()
x = torch.tensor([[1.0, 2.0]])
t = torch.jit.trace(m, x)
print(torch.equal(t(x * 2), m(x * 2)))
print([n.kind() for n in t.graph.nodes()])
print([n.kind() for n in t.inlined_graph.nodes() if n.kind() != "prim::Constant"])
print(t)
print(t.code)
print(t.inner.code)
print([n for n, _ in t.named_parameters()], [k for k in t.state_dict()])
t(x).sum().backward()
print(m.inner.w.grad is not None, type(t).__name__)


def pair(p, d):
    a, b = p
    return a + d["k"], b * 2


t = torch.jit.trace(pair, ((x, x), {"k": x}))
print(t((x, x + 1), {"k": x * 3}))
print(t.code)
print([i.type().annotation_str for i in t.graph.inputs()])


@torch.jit.script
def decide(x):
    if x.sum() > 0:
        return x * 10
    return x


def mixed(x):
    return decide(x) + 1


t = torch.jit.trace(mixed, x)
print(t(x).tolist(), t(-x).tolist())
print([n.kind() for n in t.graph.nodes()])


class UsesTrace(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = torch.jit.trace(nn.Linear(2, 2), torch.ones(1, 2))

    def forward(self, x):
        if x.sum() > 0:
            return self.t(x)
        return x


s = torch.jit.script(UsesTrace())
print(s(x).shape, s(-x).tolist())
print(s.code)


def many(x):
    h = torch.relu(x)
    y = h.mean(dim=1, keepdim=True)
    z = torch.cat([h, y], dim=-1).view(1, -1)
    return z.softmax(-1), z.t().contiguous()


t = torch.jit.trace(many, x)
print(t.code)
print([n.kind() for n in t.graph.nodes()])
