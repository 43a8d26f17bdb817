# feature: Optional, Union, NamedTuple, Enum and containers in scripts
from enum import Enum
from typing import Dict, List, NamedTuple, Optional, Tuple, Union
import torch


class Point(NamedTuple):
    x: torch.Tensor
    n: int = 2


class Color(Enum):
    RED = 1
    BLUE = 2


def opt(x: Optional[int]) -> int:
    if x is None:
        return -1
    return x + 1


def opt_and(x: Optional[int], y: Optional[int]) -> int:
    if x is not None and y is not None:
        return x + y
    if x is None or y is None:
        return 0
    return x * y


def opt_tensor(x: torch.Tensor, bias: Optional[torch.Tensor] = None):
    if bias is not None:
        x = x + bias
    return x


def union(x: Union[int, str, List[int]]) -> str:
    if isinstance(x, int):
        return "int " + str(x + 1)
    elif isinstance(x, str):
        return "str " + x
    else:
        return "list " + str(len(x))


def point(x, n: int):
    p = Point(x, n)
    q = Point(x)
    return p.x * p.n + q.n, p


def color(c: Color) -> int:
    if c == Color.RED:
        return 10
    return c.value


def nested(d: Dict[str, List[int]]) -> List[Tuple[str, int]]:
    out: List[Tuple[str, int]] = []
    for k, v in d.items():
        total = 0
        for i in v:
            total += i
        out.append((k, total))
    return out


def swap(t: Tuple[int, str]) -> Tuple[str, int]:
    a, b = t
    return b, a


def comp(xs: List[int]) -> Dict[int, int]:
    return {x: x * x for x in xs}


def default(a: int, b: float = 1.5, c: str = "q", d: Optional[int] = None, e: List[int] = None) -> str:
    return str(a) + str(b) + c


for f, args in ((opt, [(None,), (3,)]), (opt_and, [(1, 2), (None, 2), (1, None)]),
                (opt_tensor, [(torch.ones(2),), (torch.ones(2), torch.ones(2))]),
                (union, [(1,), ("a",), ([1, 2],)]), (point, [(torch.ones(2), 3)]),
                (color, [(Color.RED,), (Color.BLUE,)]),
                (nested, [({"a": [1, 2], "b": []},)]), (swap, [((1, "x"),)]), (comp, [([1, 2],)])):
    s = torch.jit.script(f)
    for a in args:
        print(f.__name__, s(*a))
    print(s.code)
try:
    torch.jit.script(default)
except RuntimeError as e:
    print(str(e).strip().split("\n")[0])
