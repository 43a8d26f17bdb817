# Overloads of functions and methods that the program declares for its scripts.
import torch
import torch.nn as nn
from torch import Tensor
from typing import Optional, List

@torch.jit._overload
def scale(x: int) -> int:
    pass
@torch.jit._overload
def scale(x: float) -> float:
    pass
@torch.jit._overload
def scale(x: Tensor) -> Tensor:
    pass
def scale(x):
    return x * 2

def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[:6])
@torch.jit.script
def use(t: Tensor):
    return scale(3), scale(1.5), scale(t)
print(use(torch.ones(2)))
print(use.code)
print(scale(4))

@torch.jit._overload
def kind(x: int, b: Optional[int] = None) -> int:
    ...
@torch.jit._overload
def kind(x: float, b: Optional[int] = None) -> float:
    ...
def kind(x, b=None):
    if b is None:
        return x
    return x * b
@torch.jit.script
def use2():
    return kind(1), kind(2, 3), kind(1.5, 3), kind(0.5, b=2)
print(use2())

def nomatch():
    return kind([1])
attempt(lambda: torch.jit.script(nomatch))

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 3
    @torch.jit._overload_method
    def forward(self, x: int) -> int:
        pass
    @torch.jit._overload_method
    def forward(self, x: Tensor) -> Tensor:
        pass
    def forward(self, x):
        return x + self.k

class W(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = M()
    def forward(self, x: Tensor, y: int):
        return self.m(x), self.m(y)
w = torch.jit.script(W())
print(w(torch.ones(1), 3))
print(w.code)
class S(nn.Module):
    @torch.jit._overload_method
    def helper(self, x: int) -> int:
        pass
    @torch.jit._overload_method
    def helper(self, x: List[int]) -> int:
        pass
    def helper(self, x):
        if isinstance(x, int):
            return x + 1
        else:
            return x[0]
    def forward(self, x: int):
        return self.helper(x) + self.helper([x, x])
s = torch.jit.script(S())
print(s(4))
print(s.code)
attempt(lambda: torch.jit.script(scale))
