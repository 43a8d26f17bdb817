# feature: text, numbers and math in scripts
import math
from typing import List, Tuple
import torch


@torch.jit.script
def text(s: str) -> List[str]:
    return [s.lower(), s.title(), s.strip(), s.center(9, "*"), s.zfill(6), s[::-1] if False else s[-1], s + str(len(s)),
            s.split(" ")[0], " ".join(s.split()), s.replace("a", "o"), "%s-%d" % (s, 3), "{0}".format(s)
            if False else s]


@torch.jit.script
def asks(s: str) -> List[bool]:
    return [s.startswith("a"), s.endswith("z"), s.isdigit(), s.isalpha(), "b" in s, s == "abc", s.find("c") == 2,
            s < "b"]


@torch.jit.script
def numbers(a: int, b: float) -> Tuple[int, float, float, int, float, bool]:
    return a // 3, a / 3, b ** 2, a % 4, b // 2, a > b


@torch.jit.script
def maths(x: float) -> List[float]:
    return [math.sin(x), math.exp(x), math.pow(x, 2.0), math.fabs(-x), math.atan2(x, 1.0), float(math.gcd(12, 18)),
            math.log(x + 1),
            math.e, math.inf, float(math.factorial(5)), math.floor(x + 0.5) * 1.0]


@torch.jit.script
def casts(a: int, b: float, c: bool, s: str) -> Tuple[float, int, int, bool, bool, int, float]:
    return float(a), int(b), int(c), bool(a), bool(b), int(s), float(s)


@torch.jit.script
def builtin(xs: List[int], ys: List[float]) -> Tuple[int, int, int, float, List[int], bool, bool, int]:
    return min(xs), max(xs), sum(xs), max(ys), sorted(xs), any([x > 2 for x in xs]), all([x > 0 for x in xs]), abs(-3)


@torch.jit.script
def shown(x: torch.Tensor, n: int):
    print(x, n, [1.5, 2.0], ("a", True), {"k": 1}, None)
    print(f"{n} and {x.size(0)} {x.shape}")


print(text("abc def"))
print(asks("abc"))
print(numbers(10, 3.5))
print([round(v, 5) for v in maths(0.5)])
print(casts(3, 2.7, True, "12"))
print(builtin([3, 1, 2], [1.5, 0.5]))
shown(torch.tensor([1.0, 2.0]), 3)
shown(torch.tensor([[1, 2], [3, 4]]), 3)
shown(torch.tensor([0.001, 1000.0]), 3)
for f in (text, asks, numbers, casts, builtin):
    print(f.code)
