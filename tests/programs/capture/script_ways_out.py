# Context managers of scripts on every way out, and what script classes may define.
import torch
from torch import Tensor, nn
from typing import Any, List


def show(name, call):
    try:
        print(name, call())
    except Exception as error:
        print(name, type(error).__name__, str(error))


@torch.jit.script
class Room:
    def __init__(self, name: str):
        self.name = name
        self.depth = 0

    def __enter__(self) -> int:
        self.depth += 1
        print("enter", self.name)
        return self.depth

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        print("exit", self.name)
        self.depth -= 1


@torch.jit.script
def returns_inside(x: Tensor):
    with torch.no_grad():
        y = x * 2
        if bool(y.sum() > 3):
            return y, torch.is_grad_enabled()
    return x * 3, torch.is_grad_enabled()


print(returns_inside(torch.ones(2, requires_grad=True)), torch.is_grad_enabled())
print(returns_inside(torch.ones(1, requires_grad=True)))
print(returns_inside.code)


@torch.jit.script
def two_rooms(n: int):
    outer = Room("outer")
    with outer as k, Room("inner") as j:
        n += k + j
        if n > 5:
            return n, outer.depth
    return n * 100, outer.depth


print(two_rooms(1), two_rooms(9))
print(two_rooms.code)


@torch.jit.script
def rooms_in_loop(n: int) -> List[int]:
    seen: List[int] = []
    for i in range(n):
        with Room("loop " + str(i)):
            if i == 1:
                continue
            if i == 3:
                break
            seen.append(i)
    return seen


print(rooms_in_loop(5))


def fails_inside(n: int):
    with Room("a"):
        with Room("b"):
            if n > 0:
                raise ValueError("inside " + str(n))
    return n


show("fails", lambda: torch.jit.script(fails_inside)(1))
show("passes", lambda: torch.jit.script(fails_inside)(0))


def grad_modes(x: Tensor):
    with torch.enable_grad():
        return x * 2


show("enable_grad", lambda: torch.jit.script(grad_modes))


def marked(x: Tensor):
    with torch.autograd.profiler.record_function("region"):
        y = x + 1
    return y


print(torch.jit.script(marked).graph, torch.jit.script(marked)(torch.ones(1)))


@torch.jit.script
class Tally:
    def __init__(self, n: int, name: str = "tally"):
        self.n = n
        self.name = name
        self.items: List[int] = []

    @property
    def total(self) -> int:
        return self.n + len(self.items)

    @total.setter
    def total(self, value: int):
        self.n = value

    def __lt__(self, other: "Tally") -> bool:
        return self.n < other.n

    def __bool__(self) -> bool:
        return self.n > 0

    def __call__(self, k: int) -> int:
        return self.n * k


@torch.jit.script
def tallies(k: int):
    a = Tally(k)
    b = Tally(1, name="b")
    order = [a, b, Tally(k, "c")]
    ordered = sorted(order)
    order.sort(reverse=True)
    a.total = 7
    if a:
        k += 1
    return a.total, k, bool(b), a(2), [t.name for t in ordered], [t.name for t in order]


print(tallies(5))
print(tallies.code)


class Holder(nn.Module):
    def __init__(self):
        super().__init__()
        self.tally = Tally(4)
        self.k = 3

    @property
    def level(self) -> int:
        return self.k + 1

    @level.setter
    def level(self, value: int):
        self.k = value

    def forward(self, x):
        self.level = 10
        return x + self.level + self.tally(1)


held = torch.jit.script(Holder())
print(held(torch.ones(1)), held.k, held.code)


class Fixed:
    def __init__(self):
        self.a = 1

    @property
    def only_read(self) -> int:
        return self.a


def writes(n: int):
    c = Fixed()
    c.only_read = 3
    return c.a


show("writes", lambda: torch.jit.script(writes))


def declares_late():
    @torch.jit.script
    class Late:
        def __init__(self, x: int):
            if x > 0:
                self.x = x
    return Late


show("late", declares_late)
def lambda_free(n: int):
    return sorted([2, n], reverse=True)


show("sorted", lambda: torch.jit.script(lambda_free)(1))
print(returns_inside.__name__, returns_inside.__qualname__)
