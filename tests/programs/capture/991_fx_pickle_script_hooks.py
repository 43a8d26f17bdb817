# Pickles of traced modules, their parts, and hooks of scripted ones.
import io
import operator
import pickle
from typing import Tuple

import torch
import torch.fx as fx
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.scale = nn.Parameter(torch.ones(3))
        self.register_buffer("shift", torch.zeros(3))

    def forward(self, x, flag=True):
        parts = torch.cat([x, x], dim=1)[:, 1:4]
        return torch.relu(self.linear(x)) * self.scale + self.shift + operator.neg(parts)


torch.manual_seed(0)
traced = fx.symbolic_trace(Net())
again = pickle.loads(pickle.dumps(traced))
x = torch.randn(2, 3)
print(type(again).__name__, again.code == traced.code, torch.equal(again(x), traced(x)))
print([n.name for n in again.graph.nodes] == [n.name for n in traced.graph.nodes])
print(sorted(again.state_dict()) == sorted(traced.state_dict()), again.linear is traced.linear)
again.graph.lint()
file = io.BytesIO()
pickle.dump({"model": traced, "step": 3}, file)
file.seek(0)
loaded = pickle.load(file)
loaded["model"].linear.weight.data.zero_()
print(loaded["step"], torch.equal(loaded["model"](x), traced(x)))
print(pickle.loads(pickle.dumps(operator.add)) is operator.add)
try:
    pickle.dumps(fx.symbolic_trace(lambda x: x + 1))
    print("pickled")
except Exception as e:
    print(type(e).__name__)


class Plus(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + 1


def before(self, input: Tuple[torch.Tensor]) -> Tuple[torch.Tensor]:
    return (input[0] + 10,)


def after(self, input: Tuple[torch.Tensor], output: torch.Tensor) -> torch.Tensor:
    return output * 2 + input[0]


def looks(self, input: Tuple[torch.Tensor], output: torch.Tensor) -> None:
    print("saw", output.size())


plus = Plus()
plus.register_forward_pre_hook(before)
plus.register_forward_hook(after)
plus.register_forward_hook(looks)
scripted = torch.jit.script(plus)
print(scripted(torch.ones(2)), plus(torch.ones(2)), scripted.forward(torch.ones(2)))
print(scripted.code)

from torch.fx.passes.split_module import split_module

layers = fx.symbolic_trace(nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 2)))
parts = split_module(layers, None, lambda node: 0 if node.name in ("_0", "_1") else 1)
print(parts.code, parts.submod_0.code)
