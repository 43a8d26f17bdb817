# feature: loops, breaks, early returns and assertions in scripts, with their code
from typing import List
import torch


def first_even(xs: List[int]) -> int:
    for x in xs:
        if x % 2 == 0:
            return x
    return -1


def skip(n: int) -> int:
    s = 0
    i = 0
    while True:
        i += 1
        if i > n:
            break
        if i % 3 == 0:
            continue
        s += i
    return s


def nested(n: int) -> List[int]:
    out: List[int] = []
    for i in range(n):
        for j in range(i):
            if j == 2:
                break
            out.append(i * 10 + j)
        else_ = i
    return out


def steps(n: int) -> List[int]:
    return [i for i in range(n, 0, -2)]


def early(x, flag: bool):
    if flag:
        return x
    x = x * 2
    if x.sum() > 10:
        return x - 1
    return x + 1


def checked(x: int) -> int:
    assert x > 0, f"got {x}"
    assert x < 100
    return x


def raises(x: int) -> int:
    if x == 1:
        raise ValueError("one")
    elif x == 2:
        raise RuntimeError("two", )
    return x


def ternary(x: int) -> str:
    return "big" if x > 10 else ("mid" if x > 5 else "small")


def chained(x: int) -> bool:
    return 0 < x <= 5 and not x == 3 or x == 100


def carried(x, n: int):
    y = x
    for i in range(n):
        if i > 1:
            y = y + i
        x = y * 2
    return x, y


for f, args in ((first_even, [([1, 3, 4],), ([1],)]), (skip, [(7,)]), (nested, [(5,)]), (steps, [(7,)]),
                (early, [(torch.ones(2), True), (torch.ones(2), False), (torch.ones(2) * 4, False)]),
                (checked, [(3,), (0,), (200,)]),
                (raises, [(0,), (1,), (2,)]), (ternary, [(20,), (7,), (1,)]), (chained, [(1,), (3,), (100,)]),
                (carried, [(torch.ones(1), 4)])):
    s = torch.jit.script(f)
    for a in args:
        try:
            print(f.__name__, s(*a), f(*a) == s(*a) if not isinstance(s(*a), (torch.Tensor, tuple)) else "")
        except Exception as e:
            print(f.__name__, type(e).__name__, str(e).strip().split("\n")[-1])
    print(s.code)
