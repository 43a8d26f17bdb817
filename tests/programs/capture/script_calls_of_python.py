# Scripts and the language around them: calls of Python, containers that both sides change, modules
# that classes of ScriptModule make, freezing, and the words of refusals.
import io
import math
import pickle
from typing import Dict, Final, List, Optional, Tuple
from typing import List as L

import torch
import torch.nn as nn


def attempt(name, run):
    try:
        made = run()
        print(name, made if not hasattr(made, "code") else made.code)
    except Exception as error:
        lines = [line for line in str(error).split("\n") if line.strip() and "File " not in line]
        print(name, type(error).__name__, lines[0] if lines else "", "|",
              [line for line in lines if "HERE" in line][:1])


class Counts(nn.Module):
    last: Optional[torch.Tensor]
    calls: int

    def __init__(self):
        super().__init__()
        self.calls = 0
        self.last = None

    @torch.jit.ignore
    def note(self, x: torch.Tensor, k: int) -> torch.Tensor:
        self.calls += 1
        self.last = x
        print("noted by", type(self).__name__, self.calls, k)
        return x + self.calls

    @torch.jit.ignore
    def quiet(self, x):
        self.calls += 10

    def forward(self, x):
        self.quiet(x)
        return self.note(x, 3) * 2


counts = torch.jit.script(Counts())
print(counts.code)
print(counts(torch.ones(2)), counts.calls, counts.last)
print(counts(torch.ones(2)), counts.calls)
print(counts.note(torch.ones(1), 4))


class TooMany(nn.Module):
    @torch.jit.ignore
    def plain(self, x):
        return x

    def forward(self, x):
        return self.plain(x, x)


class NoSelf(nn.Module):
    @torch.jit.ignore
    def plain():
        return 1

    def forward(self, x):
        return self.plain()


@torch.jit.ignore
def total(x, y: int) -> int:
    return int(x.sum()) + y


def calls_total(x):
    return total(x, 2)


def too_few(x):
    return total(x)


layer = nn.Linear(2, 2, bias=False)
with torch.no_grad():
    layer.weight.fill_(1.0)


def calls_module(x):
    return layer(x) + 1


class Static(nn.Module):
    @staticmethod
    def helper(x):
        return x + 1

    def forward(self, x):
        return self.helper(x) + Static.helper(x)


for given in (TooMany(), NoSelf(), calls_total, too_few, calls_module, Static()):
    attempt(getattr(given, "__name__", type(given).__name__), lambda: torch.jit.script(given))
print(torch.jit.script(calls_total)(torch.ones(3)), torch.jit.script(calls_module)(torch.ones(1, 2)))


def dicts(x: List[int], y: List[float], pairs: List[Tuple[str, int]], known: Dict[str, int]):
    made: Dict[str, Optional[int]] = {"a": 1}
    return dict(a=1, b=2), dict(zip(x, y)), dict(pairs), dict(known, c=3), list((1, 2)), list("ab"), made


attempt("dicts", lambda: torch.jit.script(dicts))
print(torch.jit.script(dicts)([1, 2], [0.5, 1.5], [("p", 7)], {"q": 8}))


def augmented(x: Dict[str, int], y: Dict[str, torch.Tensor], z: List[torch.Tensor], t, i):
    x["a"] += 1
    y["b"] *= 2
    z[0] += 1
    t[0] += 1
    t[i] += 1
    t[:, 0] *= 3
    return t[[0, 1]] + t[:, [1, 0]]


attempt("augmented", lambda: torch.jit.script(augmented))


def walk(n: str, x: List[int], y: List[float]):
    print("{} is {}".format(n, 2), "{}".format(1))
    for a, (b, c) in zip(x, enumerate(y)):
        print(a, b, c)
    t = (1, 2.0, "s")
    return t[1:], t[::-1], math.inf, -math.inf


attempt("walk", lambda: torch.jit.script(walk))
torch.jit.script(walk)("n", [1, 2], [0.5, 1.5])


def by_keyword(x, m: L[int]):
    return torch.ceil(input=x) + torch.sum(input=x, dim=0), torch.device(type="cpu"), torch.jit._unwrap_optional(x)


attempt("by_keyword", lambda: torch.jit.script(by_keyword))


def tracing(x):
    if torch.jit.is_tracing():
        return x + 1
    return x + 2


attempt("tracing", lambda: torch.jit.script(tracing))


def into_out(x, e):
    return torch.add(x, x, out=e), torch.jit.annotate(Optional[int], None)


attempt("into_out", lambda: torch.jit.script(into_out))


def mutable(x=(1, [])): return x
def big(): return 99999999999999999999
def no_end(x):
    for i in range(): x += 1
    return x
def four(x):
    for i in range(1, 2, 3, 4): x += 1
    return x
def floor(x: int):
    x //= 2
    return x
def by_float():
    c = (1, 2)
    return c[0.1]
def beyond(): return (1, 2)[2] if False else (1, 2)
def by_variable(i: int):
    c = (1, 2.0)
    return c[i]
def call_tensor(x): return x(3)
def of_builtin(x): return x.relu.foo
def helper(): return 3
def unpack_function(x):
    a, b = helper
    return a
def a_print(x): return print
def a_zip(x): return zip(x, x)
def a_cast(x): return int
def hypot(a: float): return math.hypot(a, 2.0)
def set_item(x: Tuple[int, int]):
    x[0] = 1
    return x
def delete(x: List[int]):
    del x[1:]
    return x
def field(x): return x.max(dim=1).unknown
def starred(x):
    *b, = (x, x)
    return b
def hinted():
    b: int = [2, 3]
    return b
def bare_list(x: List): return x
def bare_dict(x: Dict): return x
def again(x: int) -> int: return again(x - 1)


for each in (mutable, big, no_end, four, floor, by_float, by_variable, call_tensor, of_builtin, unpack_function,
             a_print, a_zip, a_cast, hypot,
             set_item, delete, field, starred, hinted, bare_list, bare_dict, again):
    attempt(each.__name__, lambda: torch.jit.script(each))


def empty_tensor(): return torch.tensor([])
def empty_ints():
    a: List[int] = []
    return torch.tensor(a)


attempt("empty_ints", lambda: torch.jit.script(empty_ints)())
try:
    torch.jit.script(empty_tensor)()
except RuntimeError as error:
    print(str(error).split("\n")[-3:-1])

# Classes of ScriptModule.


class Scripted(torch.jit.ScriptModule):
    __constants__ = ["five"]

    def __init__(self):
        super().__init__()
        self.five = 5
        self.two = 2
        self.sub = nn.Linear(2, 2)

    def plain(self):
        return self.two + self.five

    @torch.jit.script_method
    def forward(self, x):
        return self.sub(x)


scripted = Scripted()
print(type(scripted).__name__, scripted, scripted.plain())


def assign(name, value):
    setattr(scripted, name, value)
    return getattr(scripted, name)


attempt("two", lambda: assign("two", 3))
attempt("five", lambda: assign("five", 6))
attempt("sub", lambda: assign("sub", nn.Linear(2, 2)))


class NoSuper(torch.jit.ScriptModule):
    def __init__(self):
        self.x = 1


class NoArguments(torch.jit.ScriptModule):
    @torch.jit.script_method
    def forward():
        return 1


class BadConstant(nn.Module):
    table: Final[Dict[str, int]]

    def __init__(self):
        super().__init__()
        self.table = {"a": 1}

    def forward(self, x):
        return x


@torch.jit.ignore
class Outside:
    pass


class Instances(nn.Module):
    def forward(self, x):
        return Outside()


attempt("NoSuper", NoSuper)
attempt("NoArguments", NoArguments)
attempt("BadConstant", lambda: torch.jit.script(BadConstant()))
attempt("Instances", lambda: torch.jit.script(Instances()))
attempt("pickle", lambda: pickle.dumps(torch.jit.script(tracing)))
attempt("pickle", lambda: pickle.dumps(torch.jit.script(Static())))
chain = torch.jit.script(nn.Sequential(nn.ReLU(), nn.Linear(1, 1)))
print(len(chain), [type(part).__name__ for part in chain], chain[0])
attempt("len", lambda: len(counts))
attempt("item", lambda: counts["a"])
buffer = io.BytesIO()
torch.jit.save(chain, buffer)
buffer.seek(0)
attempt("load", lambda: torch.load(buffer))

# Lists and dicts that both sides change.
numbers, table = torch.jit.script([1, 2, 3, 4]), torch.jit.script({"a": 1, "b": 2})


@torch.jit.script
def change(x: List[int], y: Dict[str, int]):
    x.append(77)
    y["new"] = 1


change(numbers, table)
print(numbers, table, type(numbers).__name__, type(table).__name__, len(numbers), 77 in numbers, list(table),
      list(table.items()))
print(numbers[1:3], numbers[-1], numbers == [1, 2, 3, 4, 77], torch.jit.script([1.5, 2.0]), torch.jit.script(["a"]),
      torch.jit.script([(1, "a")]))
for each in (lambda: numbers.append("x"), lambda: numbers[9], lambda: numbers.pop(99), lambda: table["z"],
             lambda: table[1], lambda: numbers.remove(50),
             lambda: torch.jit.script([1, "a"])):
    try:
        each()
    except Exception as error:
        print(type(error).__name__, str(error))

# Freezing keeps what changes in place, and what shares its memory.


class Keeps(nn.Module):
    def __init__(self):
        super().__init__()
        self.count = torch.zeros(3)
        self.view = self.count[:2]
        self.scale = torch.full((3,), 2.0)
        self.names = ["a"]

    def forward(self, x):
        self.count.add_(x)
        return self.count * self.scale + self.view.sum() + len(self.names)


frozen = torch.jit.freeze(torch.jit.script(Keeps().eval()))
print([frozen._c.hasattr(name) for name in ("count", "view", "scale", "names", "training")], frozen._c._method_names(),
      frozen._c._has_method("other"))
print(frozen(torch.ones(3)), frozen(torch.ones(3)), frozen.count)
inner = torch.jit.freeze(torch.jit.script(nn.Sequential(nn.Linear(1, 1), nn.ReLU()).eval()),
                         preserved_attrs=["0.weight"])
print(inner._c.hasattr("0"), inner._c.hasattr("1"), getattr(inner._c, "0").hasattr("weight"),
      getattr(inner._c, "0").hasattr("bias"))
