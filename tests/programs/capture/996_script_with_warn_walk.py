# What scripts take from the language: context managers of their own, warnings, walks over
# modules, joined tuples, gradients, defaults; and the checker of printed graphs.
import io
import warnings
from math import inf
from typing import Any, List, Optional, Tuple

import torch
from torch.testing import FileCheck


def attempt(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, str(e).strip().split("\n")[0])


# --- context managers, warnings
@torch.jit.script
class Deeper:
    def __init__(self, n: int):
        self.n = n

    def __enter__(self):
        self.n += 1
        return self.n

    def __exit__(self, kind: Any, value: Any, trace: Any):
        self.n -= 1


def within(x: torch.Tensor):
    depth = Deeper(3)
    with depth as n:
        x = x * n
        with depth:
            x = x + depth.n
    return x, depth.n


scripted = torch.jit.script(within)
print(scripted(torch.ones(2)))
print(scripted.code)


class NoExit:
    def __init__(self):
        self.a = 1

    def __enter__(self):
        return self.a


class ShortExit:
    def __init__(self):
        self.a = 1

    def __enter__(self):
        return self.a

    def __exit__(self, kind: Any, value: Any):
        pass


class TypedExit:
    def __init__(self):
        self.a = 1

    def __enter__(self):
        return self.a

    def __exit__(self, kind: Any, value: int, trace: Any):
        pass


def no_exit():
    with NoExit():
        pass


def short_exit():
    with ShortExit():
        pass


def typed_exit():
    with TypedExit():
        pass


for f in (no_exit, short_exit, typed_exit):
    attempt(f.__name__, lambda: torch.jit.script(f))


def cautious(x: torch.Tensor):
    if bool(x.sum() < 2):
        warnings.warn("small")
    return x


scripted = torch.jit.script(cautious)
print(scripted.code)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    scripted(torch.ones(1))
    scripted(torch.ones(3))
print([(str(w.message), w.category.__name__) for w in caught])


# --- walks over modules
class Tree(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Sequential(torch.nn.ReLU()))
        self.last = torch.nn.Tanh()
        self.register_buffer("shift", torch.full((2,), 0.5))

    def forward(self, x: torch.Tensor):
        names = [""]
        for name, b in self.named_buffers():
            names.append("buffer " + name)
            x = x + b
        for name, m in self.named_modules():
            names.append("module " + name)
        for name, m in self.body.named_modules():
            names.append("inner " + name)
        for name, m in self.named_children():
            names.append("child " + name)
        count = 0
        for m in self.modules():
            count += 1
        for m in self.children():
            count += 100
        return names, count, x


print(torch.jit.script(Tree())(torch.zeros(2)))


class Chain(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.ReLU()
        self.b = torch.nn.Tanh()

    def forward(self, x: torch.Tensor):
        for m in self.children():
            x = m(x)
        return x


print(torch.jit.script(Chain()).code)


class Sized(torch.nn.Module):
    @torch.jit.export
    def __len__(self):
        return 10

    @torch.jit.export
    def __contains__(self, key: str):
        return key == "x"

    @torch.jit.export
    def __getitem__(self, i: int):
        return i * 2

    def forward(self, x):
        return x


sized = torch.jit.script(Sized())
print(len(sized), "x" in sized, "y" in sized, sized[4], bool(sized))


# --- objects of plain classes as attributes
class Scale:
    def __init__(self, factor: float):
        self.factor = factor

    def apply(self, x: torch.Tensor):
        return x * self.factor


class Untyped:
    def __init__(self, factor):
        self.factor = factor

    def apply(self, x: torch.Tensor):
        return x * self.factor


class Holder(torch.nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.scale = scale

    def forward(self, x):
        return self.scale.apply(x)


print(torch.jit.script(Holder(Scale(3.0)))(torch.ones(2)),
      torch.jit.script(Holder(Untyped(torch.ones(2))))(torch.ones(2)))


# --- tuples, subscripts, lists, dicts
def joined(a: Tuple[int, int], b: Tuple[str, float]):
    c = a + b
    return c, (a + a)[3]


scripted = torch.jit.script(joined)
print(scripted((1, 2), ("x", 2.0)), scripted.graph)


def rest(t: Tuple[torch.Tensor, Optional[torch.Tensor]]) -> Optional[torch.Tensor]:
    u: Tuple[torch.Tensor, Optional[torch.Tensor]] = (t[0] + 1,) + t[1:]
    return u[1]


print(torch.jit.script(rest)((torch.ones(1), None)))


def middle(x):
    return x[1, Ellipsis, 0:1].size()


print(torch.jit.script(middle)(torch.ones(2, 3, 4)))


def places(x: torch.Tensor):
    a = [torch.tensor(4), torch.tensor(1)]
    return a.index(torch.tensor(1)), a.count(x)


print(torch.jit.script(places)(torch.tensor(4)))


def missing():
    return [torch.tensor(4)].index(torch.tensor(1))


attempt("missing", lambda: torch.jit.script(missing)())


def pairs(x: List[Tuple[str, int]]):
    return dict(x), dict([("a", 1), ("b", 2)])


print(torch.jit.script(pairs)([("x", 5)]))


def extended(x: List[Tuple[str, int]]):
    return dict(x, more=2)


attempt("extended", lambda: torch.jit.script(extended))


def hashes(a: int, b: str):
    return hash(a) == hash(a), hash(b) == hash("abc"), hash("abd") == hash(b)


print(torch.jit.script(hashes)(5, "abc"))


# --- operators of tensors
def halves(x: torch.Tensor, y: torch.Tensor):
    return x // 1.5, x // y, x.repeat_interleave(y), torch.repeat_interleave(y)


scripted = torch.jit.script(halves)
print(scripted(torch.tensor([5.5, 3.2]), torch.tensor([2, 1])), scripted.code)


def slopes(x: torch.Tensor, y: torch.Tensor):
    z = x + 2 * y + x * y
    return torch.autograd.grad((z.sum(),), (x, y))


scripted = torch.jit.script(slopes)
print(scripted(torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)), scripted.code)


def back(x: torch.Tensor):
    torch.autograd.backward((x.sum(),))
    x.sum().backward()
    return x.grad


scripted = torch.jit.script(back)
print(scripted(torch.ones(2, requires_grad=True)), scripted.code)


def filled(x: torch.Tensor):
    torch.nn.init.xavier_uniform_(x)
    torch.nn.init.normal_(x)
    torch.nn.init.constant_(x, 2.5)
    return x, x.get_device(), x.is_mkldnn, x.narrow_copy(0, 0, 1)


print(torch.jit.script(filled)(torch.zeros(2, 2)))


# --- functions
def optional(x=None):
    "What it gets."
    return x


scripted = torch.jit.script(optional)
print(scripted(), scripted(None), scripted(torch.ones(1)), scripted.__doc__)


class Returns(torch.nn.Module):
    @torch.jit.ignore
    def nothing(self, a: int):
        return

    def forward(self) -> int:
        self.nothing(4)
        return 4


print(torch.jit.script(Returns())())


def constants(x: bool, y: bool):
    return inf, x is True, x is not y


scripted = torch.jit.script(constants)
print(scripted(True, True))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")

    @torch.jit.ignore(drop=True)
    def dropped(x):
        return x

    @torch.jit.ignore(drop_on_export=True)
    def exported(x):
        return x

print([(str(w.message), w.category.__name__) for w in caught], exported._torchscript_modifier)
for name in ("get_submodule", "requires_grad_", "to_empty", "register_forward_hook", "set_submodule"):
    attempt(name, lambda: getattr(sized, name)("x"))
print(type(torch.jit.script(joined).graph_for((1, 2), ("x", 1.0))).__name__)


def as_value(x):
    return (x.type, x.index)


attempt("builtin", lambda: torch.jit.script(as_value))
stranger = torch.jit.script(Chain())


def calls(x):
    return stranger(x)


attempt("stranger", lambda: torch.jit.script(calls))


# --- traces of containers
def nested(d):
    return d["a"][0] + d["b"][1]


example = {"a": [torch.ones(2), torch.zeros(2)], "b": [torch.ones(2), torch.full((2,), 3.0)]}
print(torch.jit.trace(nested, (example,))(example))


# --- a module that is a script module without methods is one
class Bare(torch.jit.ScriptModule):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(2))


buffer = io.BytesIO()
bare = Bare()
torch.jit.save(bare, buffer)
buffer.seek(0)
loaded = torch.jit.load(buffer)
print(loaded.weight, [type(p).__name__ for p in loaded.parameters()])


# --- FileCheck
text = "alpha\nbeta gamma\ndelta\ngamma again\nepsilon\n"
checks = {
    "order": FileCheck().check("beta").check("delta"),
    "same line": FileCheck().check("beta").check_same("gamma"),
    "next line": FileCheck().check("beta").check_next("delta"),
    "count": FileCheck().check_count("gamma", 2, exactly=True),
    "any order": FileCheck().check_dag("delta").check_dag("alpha").check("gamma"),
    "regex": FileCheck().check_regex("g.m+a"),
    "wrong order": FileCheck().check("epsilon").check("beta"),
    "not next": FileCheck().check("beta").check_next("epsilon"),
    "other line": FileCheck().check("beta").check_same("delta"),
    "forbidden": FileCheck().check("beta").check_not("delta").check("epsilon"),
    "too many": FileCheck().check_count("gamma", 1, exactly=True),
    "no regex": FileCheck().check_regex("x+"),
    "nothing": FileCheck(),
}
for name, check in checks.items():
    attempt(name, lambda: check.run(text))
attempt("comments", lambda: FileCheck().run("# CHECK: alpha\n# CHECK-NEXT: beta\n# CHECK-NOT: omega\n", text))
attempt("graph",
        lambda: FileCheck().check("aten::floor_divide").check("aten::repeat_interleave").run(
            torch.jit.script(halves).graph))


# --- a trace of a module that holds the same modules in several places
class Shares(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.act = torch.nn.ReLU()
        self.body = torch.nn.Sequential(torch.nn.Tanh(), self.act, torch.nn.Sigmoid(), self.act)

    def forward(self, x):
        return self.body(self.act(x))


print(torch.jit.trace(Shares(), (torch.ones(2),))(torch.full((2,), 0.5)))
