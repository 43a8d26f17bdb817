# feature: more of what scripts may hold: lists of tensors, dicts, in-place changes, closures of functions
from typing import Dict, List, Optional, Tuple
import torch
import torch.nn as nn
import torch.nn.functional as F


def list_ops(xs: List[torch.Tensor]) -> List[torch.Tensor]:
    ys = xs[1:] + [xs[0]]
    ys[0] = ys[0] * 2
    del ys[1]
    ys += [torch.zeros(1)]
    ys.insert(0, torch.ones(1))
    return ys


def dict_ops(d: Dict[str, torch.Tensor], k: str) -> Tuple[int, bool, List[str]]:
    d["new"] = torch.ones(1)
    if k in d:
        d.pop(k)
    d.update({"z": torch.zeros(1)})
    keys = list(d.keys())
    keys.sort()
    total = 0
    for v in d.values():
        total += int(v.sum())
    return total, "new" in d, keys


def inplace(x):
    x = x.clone()
    x[0] = 1.0
    x[1, :2] += 5
    x[x > 4] = -1.0
    x.mul_(2)
    x -= 1
    return x


def optional_list(xs: Optional[List[int]] = None) -> int:
    if xs is None:
        xs = [1, 2, 3]
    return sum(xs)


def multi(x) -> Tuple[torch.Tensor, torch.Tensor, int]:
    (a, b), c = torch.split(x, 1), x.size(1)
    return a, b, c


def while_tensor(x):
    n = 0
    while x.norm() > 1.0 and n < 10:
        x = x / 2
        n += 1
    return x, n


def nested_calls(x, depth: int = 2):
    return step(step(x, depth), 1)


def step(x, k: int):
    return x * k + helper(k)


def helper(k: int) -> int:
    return k * k


def none_result(x):
    x.add_(1)


def any_bool(x, flag: bool):
    if not flag or x.dim() > 1:
        return x.t()
    return x


@torch.jit.ignore
def python_side(x: torch.Tensor, n: int) -> List[int]:
    return [n, x.dim()]


def calls_python(x):
    return python_side(x, 3)


def zipped(a: List[int], b: List[str]) -> List[str]:
    return [y + str(x) for x, y in zip(a, b)]


def tensor_loop(x):
    total = torch.zeros(1)
    for i, row in enumerate(x):
        total = total + row.sum() * i
    return total


x = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
for f, args in ((list_ops, ([torch.ones(1), torch.ones(2), torch.ones(3)],)), (dict_ops, ({"a": torch.ones(2)}, "a")),
                (inplace, (x,)),
                (optional_list, ()), (optional_list, ([5],)), (multi, (x,)), (while_tensor, (x,)), (nested_calls, (x,)),
                (none_result, (x.clone(),)),
                (any_bool, (x, True)), (calls_python, (x,)), (zipped, ([1, 2], ["a", "b"])), (tensor_loop, (x,))):
    s = torch.jit.script(f)
    print(f.__name__, s(*args))
    print(s.schema if f is not calls_python else "")
    if f is not calls_python:
        print(s.code)


class Rnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.Linear(4, 2)

    def forward(self, xs: torch.Tensor, h: Optional[torch.Tensor] = None) -> Tuple[torch.Tensor, torch.Tensor]:
        if h is None:
            h = torch.zeros(xs.size(1), 2)
        outs: List[torch.Tensor] = []
        for t in range(xs.size(0)):
            h = torch.tanh(self.cell(torch.cat([xs[t], h], dim=1)))
            outs.append(h)
        return torch.stack(outs), h


torch.manual_seed(0)
m = Rnn()
s = torch.jit.script(m)
xs = torch.randn(3, 2, 2)
a, b = m(xs), s(xs)
print(torch.allclose(a[0], b[0]), torch.allclose(a[1], b[1]))
b[0].sum().backward()
print(m.cell.weight.grad is not None)
print(s.code)
