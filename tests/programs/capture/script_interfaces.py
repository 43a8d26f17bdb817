# Interfaces: modules and objects of script classes that stand for declared methods.
import io
import torch
import torch.nn as nn
from typing import List

@torch.jit.interface
class ModuleInterface(nn.Module):
    def one(self, inp1: torch.Tensor, inp2: torch.Tensor) -> torch.Tensor:
        pass

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        pass

class Add(nn.Module):
    def one(self, inp1: torch.Tensor, inp2: torch.Tensor) -> torch.Tensor:
        return inp1 + inp2 + 1
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.one(x, x)

class Mul(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.full((2,), 3.0))
    def one(self, inp1: torch.Tensor, inp2: torch.Tensor) -> torch.Tensor:
        return self.weight * inp1 * inp2
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.one(x, self.weight)

class Wrong(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x

class Net(nn.Module):
    proxy: ModuleInterface
    def __init__(self, m):
        super().__init__()
        self.proxy = m
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.proxy.forward(x) + self.proxy.one(x, x)

def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[:6])

m = torch.jit.script(Net(Add()))
x = torch.ones(2)
print(m(x))
print(m.code)
print(m.graph)
m.proxy = torch.jit.script(Mul())
print(m(x))
m.proxy = torch.jit.script(Add())
print(m(x))
def assign(v):
    m.proxy = v
try:
    assign(torch.jit.script(Wrong()))
except RuntimeError as e:
    print("not compatible with interface" in str(e))
attempt(lambda: torch.jit.script(Net(Wrong())))

class Net2(nn.Module):
    proxy: ModuleInterface
    def __init__(self, m):
        super().__init__()
        self.proxy = m
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.proxy(x)
attempt(lambda: torch.jit.script(Net2(Mul()))(x).detach())
attempt(lambda: torch.jit.script(Net2(Mul())).code)

@torch.jit.interface
class OneTwo:
    def one(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        pass
    def two(self, x: torch.Tensor) -> torch.Tensor:
        pass

@torch.jit.script
class Foo:
    def __init__(self):
        pass
    def one(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return x + y
    def two(self, x: torch.Tensor) -> torch.Tensor:
        return 2 * x

@torch.jit.script
class Bar:
    def __init__(self):
        pass
    def one(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return x * y
    def two(self, x: torch.Tensor) -> torch.Tensor:
        return 2 / x

@torch.jit.script
def use(o: OneTwo, x: torch.Tensor) -> torch.Tensor:
    return o.two(o.one(x, x))

@torch.jit.script
def both(x: torch.Tensor) -> torch.Tensor:
    return use(Foo(), x) + use(Bar(), x)
print(both(x * 3))
print(both.code)

@torch.jit.script
def lists(x: torch.Tensor) -> torch.Tensor:
    l: List[OneTwo] = [Foo(), Bar()]
    for o in l:
        x = o.two(x)
    return x
print(lists(x * 3))
def bad(x: torch.Tensor) -> torch.Tensor:
    o = Foo()
    return use(x, x)
attempt(lambda: torch.jit.script(bad))
class Outer(nn.Module):
    impl: ModuleInterface
    def __init__(self):
        super().__init__()
        self.impl = Add()
        self.mods = nn.ModuleList([Add(), Mul()])
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        value: ModuleInterface = self.mods[1]
        return value.one(x, x)
attempt(lambda: torch.jit.script(Outer())(x).detach())

buffer = io.BytesIO()
torch.jit.save(m, buffer)
buffer.seek(0)
loaded = torch.jit.load(buffer)
print(loaded(x), loaded.code)
