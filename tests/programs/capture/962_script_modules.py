# feature: scripted modules: children, containers, buffers, attributes, constants, methods
from typing import Dict, Final, List, Optional
import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    scale: Final[float]

    def __init__(self, n, scale):
        super().__init__()
        self.lin = nn.Linear(n, n)
        self.scale = scale

    def forward(self, x, residual: bool = True):
        y = F.relu(self.lin(x)) * self.scale
        if residual:
            y = y + x
        return y


class Net(nn.Module):
    names: List[str]
    cache: Optional[torch.Tensor]
    table: Dict[str, int]

    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(3, 1.0), Block(3, 0.5)])
        self.heads = nn.ModuleDict({"a": nn.Linear(3, 2), "b": nn.Linear(3, 1)})
        self.seq = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Dropout(0.5))
        self.register_buffer("count", torch.zeros(1))
        self.names = ["x"]
        self.cache = None
        self.table = {"k": 1}
        self.calls = 0
        self.alpha = 0.25

    def helper(self, x, k: int = 2):
        return x * k

    @torch.jit.export
    def extra(self, x):
        return self.helper(x) + self.alpha

    def forward(self, x):
        self.calls += 1
        self.count += 1
        for i, b in enumerate(self.blocks):
            x = b(x, i == 0)
        x = self.seq(x)
        if self.cache is None:
            self.cache = x
        outs = []
        for name, head in self.heads.items():
            outs.append(head(x))
        return torch.cat(outs, 1), len(self.names), self.table["k"]


torch.manual_seed(0)
m = Net().eval()
s = torch.jit.script(m)
x = torch.ones(2, 3)
a, b = m(x), s(x)
print(torch.allclose(a[0], b[0]), b[1:])
s(x)
print(s.calls, s.count, m.calls, s.cache is not None, s.alpha, s.names, s.table)
print(s)
print(s.code)
print(s.extra.code)
print(getattr(s.blocks, "1").scale)
print([n for n, _ in s.named_parameters()])
print([n for n, _ in s.named_modules()])
print(list(s.state_dict())[:4], [n for n, _ in s.named_buffers()])
s.train()
print(s.training, s.seq.training)
s.alpha = 2.0
print(s.extra(torch.ones(1)).tolist())
try:
    s.alpha = "text"
except Exception as e:
    print(type(e).__name__)
try:
    s.missing
except AttributeError as e:
    print(e)
s.load_state_dict(m.state_dict())
print(torch.equal(s.seq[0].weight, m.seq[0].weight), s.original_name, type(s).__name__)


class Bad(nn.Module):
    def forward(self, x):
        return self.nothing(x)


class Unscriptable(nn.Module):
    def __init__(self):
        super().__init__()
        self.thing = object()

    def forward(self, x):
        return x if self.thing is None else x


for cls in (Bad, Unscriptable):
    try:
        torch.jit.script(cls())
        print("ok")
    except Exception as e:
        print(type(e).__name__, str(e).strip().split("\n")[0])
try:
    torch.jit.script(Bad)
except Exception as e:
    print(type(e).__name__)
