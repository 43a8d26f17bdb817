# feature: bools as numbers in scripts, messages of scripts and traces with their places
import enum
import math
from typing import Dict, List, Optional

import torch
import torch.nn as nn


@torch.jit.script
def numbers(b: bool, x: int, y: float):
    return x + b, b + x, b * y, b + b, y - b, b / x, b < x, b == x, max(x, int(b))


print(numbers.code)
print(numbers(True, 2, 3.5))


@torch.jit.script
def with_tensors(x, b: bool):
    return x + b, x * b, torch.full([2], b), x ** b, [1, 2][b]


print(with_tensors.code)


def ranged(b: bool):
    for i in range(b):
        pass
    return b


def empty_list(x):
    return torch.relu([])


def of_lists(x: List[torch.Tensor]):
    return torch.relu(x)


def not_a_tuple(x: int):
    a, b = x
    return a


def odd_index(x):
    return x[..., "a"]


def formatted(x: int):
    return f"{x:>3}"


def wrong_key(d: Dict[str, int]):
    return d[1]


def inner_async(x):
    async def later():
        pass
    return x


for f in (ranged, empty_list, of_lists, not_a_tuple, odd_index, formatted, wrong_key, inner_async):
    try:
        torch.jit.script(f)
        print(f.__name__, "scripted")
    except Exception as e:
        print(f.__name__, type(e).__name__, "\n".join([line for line in str(e).split("\n") if "File" not in line]))


class Empty(nn.Module):
    def __init__(self):
        super().__init__()
        self.history = []

    def forward(self, x):
        self.history.append(x)
        return x


class Mixed(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = [1, "a"]

    def forward(self, x):
        return self.parts


class Held(nn.Module):
    def __init__(self):
        super().__init__()
        self.fn = lambda x: x

    def forward(self, x):
        return self.fn(x)


for cls in (Empty, Mixed, Held):
    try:
        torch.jit.script(cls())
    except RuntimeError as e:
        print(cls.__name__, str(e).strip().split("\n")[0])
for bad in (3, print):
    try:
        torch.jit.script(bad)
    except TypeError as e:
        print(e)
for result in (lambda x: {"a": x, "b": [x]}, lambda x: [x, "s"], lambda x: {"a": {}}):
    try:
        torch.jit.trace(result, torch.ones(1), strict=False)
    except RuntimeError as e:
        print(str(e).split("\n")[-1])
frozen = torch.jit.freeze(torch.jit.script(nn.Sequential(nn.Linear(1, 1), nn.ReLU())).eval())
print(hasattr(frozen, "training"), [n.kind() for n in frozen.graph.nodes() if n.kind() != "prim::Constant"])
