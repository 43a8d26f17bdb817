# Constants and containers of modules in scripts, what arguments are converted to, frozen graphs.
import re
import torch
from torch import Tensor, nn
from enum import Enum
from typing import Dict, Final, List, NamedTuple, Optional, Tuple, Union


def show(name, call):
    try:
        print(name, call())
    except Exception as error:
        print(name, type(error).__name__, str(error))


class Constants(nn.Module):
    __constants__ = ["sizes", "pair"]
    steps: Final[List[int]]

    def __init__(self):
        super().__init__()
        self.sizes = [1, 2]
        self.pair = (3, 4.0)
        self.steps = [5, 6]
        self.plain = [7, 8]

    def forward(self, x, k: int):
        for n in self.sizes:
            x = x + n
        for i, s in enumerate(self.steps):
            x = x - s * i
        for a, b in zip(self.sizes, self.steps):
            x = x * a + b
        first, _ = self.sizes
        return x, self.sizes, self.sizes[k], self.sizes + [k], self.sizes[0:1], len(self.sizes), k in self.sizes, \
            first, self.plain

scripted = torch.jit.script(Constants())
print(scripted(torch.ones(1), 1))
print(scripted.code)
print(scripted.graph)


class Uneven(Constants):
    def forward(self, x, k: int):
        for a, b in zip(self.sizes, self.plain):
            x = x * a + b
        return x


show("uneven", lambda: torch.jit.script(Uneven()))


class Layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.ls = nn.ModuleList([nn.ReLU(), nn.Tanh()])
        self.d = nn.ModuleDict({"a": nn.ReLU(), "b": nn.Sigmoid()})

    def forward(self, x):
        kinds = 0
        for layer in self.ls:
            if isinstance(layer, nn.ReLU):
                kinds += 1
            if isinstance(layer, (nn.Tanh, nn.Sigmoid)):
                kinds += 10
            x = layer(x)
        if "a" in self.d:
            x = self.d["a"](x)
        return x, len(self.ls), len(self.d), "z" in self.d, kinds


layers = torch.jit.script(Layers())
print(layers(torch.ones(2)), layers.code)


class ByNumber(Layers):
    def forward(self, x, i: int):
        return self.ls[i](x)


class ByName(Layers):
    def forward(self, x, k: str):
        return self.d[k](x)


class Beyond(Layers):
    def forward(self, x):
        return self.ls[5](x)


for kind in (ByNumber, ByName, Beyond):
    show(kind.__name__, lambda: torch.jit.script(kind()))


class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = [1, 2]
        self.table = {"k": 1}

    def forward(self, x):
        self.seen.append(7)
        self.table["z"] = 3
        return self.seen


module = Shared()
shared = torch.jit.script(module)
print(shared(torch.ones(1)), module.seen, shared.seen, module.table, shared.table)
shared.seen.append(5)
print(shared.seen)


class Point(NamedTuple):
    x: int
    y: Tensor
    z: Optional[str] = None


class Color(Enum):
    RED = 1
    BLUE = 2


class Letter(Enum):
    A = "a"


class Mixed(Enum):
    A = 1
    B = "b"


@torch.jit.script
def points(p: Point, more: List[Point], t: Tuple[int, str]):
    return p.x + len(more) + len(t) + len(p), Point(1, p.y), p[1]


print(points.graph, points.schema, points.code)
print(points(Point(1, torch.ones(1)), [], (1, "s")))


@torch.jit.script
def takes(a: List[Tuple[int, Optional[Tensor]]], b: Dict[str, List[int]], c: List[str], d: Optional[Point] = None):
    return len(a) + len(b) + len(c)


@torch.jit.script
def one_of(x: Union[int, List[str]]) -> int:
    return x if isinstance(x, int) else len(x)


@torch.jit.script
def color(c: Color) -> str:
    return c.name


print(takes({}, [("k", [1])], "abc"), takes([], {}, ("a",), (1, torch.ones(1), "z")))
for values in ((3, {}, []), ([(1, 2)], {}, []), ([(1,)], {}, []), ([], {"a": 1}, []), ([], {1: [1]}, []), ([], {}, [1]),
               ([], {}, [], 5), ([], {}, [], Point("s", torch.ones(1)))):
    show("takes", lambda: takes(*values))
for value in (2.5, [1], [], (1, "a")):
    show("one of", lambda: one_of(value))
for value in (Color.RED, 1, Letter.A):
    show("color", lambda: color(value))


def mixed(x: Mixed):
    return x.value


def by_color(x: Dict[Color, int]):
    return 1


def unknown(x: Dict[str, List[Tuple[int, "Nobody"]]]):
    return 1


for function in (mixed, by_color, unknown):
    show(function.__name__, lambda: torch.jit.script(function))


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2, 2))
        self.register_buffer("b", torch.arange(2.0))
        self.k = 3
        self.f = 2.5
        self.o: Optional[int] = None

    def forward(self, x):
        if self.o is not None:
            x = x + 1
        return x @ self.w + self.b * self.k + self.f


class Two(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = Scale()
        self.second = Scale()
        self.n = 0

    def forward(self, x):
        self.n += 1
        y, z = self.first(x), self.second(x)
        return y + z * self.n


print(torch.jit.freeze(torch.jit.script(Scale().eval())).graph)
print(torch.jit.freeze(torch.jit.trace(Scale().eval(), torch.ones(2))).graph)
two = torch.jit.freeze(torch.jit.script(Two().eval()))
print(two.graph, two.code, two(torch.ones(2)), two(torch.ones(2)))


class Convolved(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 1, 1)
        self.bn = nn.BatchNorm2d(1)

    def forward(self, x):
        return self.bn(self.conv(x))


class Scaled(Convolved):
    def forward(self, x):
        return self.conv(x) * 2 + 1


for kind in (Convolved, Scaled):
    print(re.sub(r"#.*|value=[^\]]*\]", "", str(torch.jit.freeze(torch.jit.script(kind().eval())).graph)))

child = torch.jit.script(nn.ReLU())
try:
    torch.jit.trace(lambda x: child(x), torch.ones(1))
except RuntimeError as error:
    print(re.sub("0x[0-9a-f]+", "0x", str(error)))
