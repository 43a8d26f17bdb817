# feature: torch.compiler and torch._dynamo controls: stances, disable, limits, config options, marks, substitutes,
# compiled modules, explain's stacks
# seed: none
import copy
import operator

import torch
import torch._dynamo
import torch.nn as nn
from torch._dynamo.testing import CompileCounter, EagerAndRecordGraphs
from torch._dynamo.utils import counters


def begin(name):
    torch._dynamo.reset()
    counters.clear()
    print("==", name)


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0].split(" in ")[0].split(". filename")[0][:120])


begin("explain")


def helper(y):
    return y.sum().item()


def f(x, y):
    a = x + 1
    print("hi")
    b = a * y
    if b.sum() > 0:
        b = b - 1
    return helper(b)


e = torch._dynamo.explain(f)(torch.ones(2), torch.ones(2))
print(e.graph_count, e.graph_break_count, e.op_count)
for b in e.break_reasons:
    print(b.reason.split("\n")[0], [(s.name.split("_at_")[0], s.line) for s in b.user_stack], b.graph_break)

begin("counters")
c = CompileCounter()
g = torch.compile(lambda x: x.sin() + 1, backend=c)
for n in (2, 3, 4):
    g(torch.ones(n))
print(c.frame_count, c.op_count, dict(counters["frames"]), dict(counters["stats"]))

begin("limits")


def k(x, n):
    return x + n


with torch._dynamo.config.patch(recompile_limit=2):
    c = CompileCounter()
    kk = torch.compile(k, backend=c, dynamic=False)
    for i in range(5):
        kk(torch.ones(1), i)
    print(c.frame_count, torch._dynamo.config.recompile_limit)
print(torch._dynamo.config.recompile_limit)


def limited():
    torch._dynamo.reset()
    with torch._dynamo.config.patch(fail_on_recompile_limit_hit=True, recompile_limit=1):
        kk = torch.compile(k, backend="eager", dynamic=False)
        for i in range(5):
            kk(torch.ones(1), i)


attempt(limited)


@torch._dynamo.config.patch(error_on_recompile=True)
def recompiles():
    kk = torch.compile(lambda x: x + 1, backend="eager")
    kk(torch.ones(2))
    kk(torch.ones(2, 2))


attempt(recompiles)

begin("errors of back ends")


def bad(gm, example_inputs):
    raise RuntimeError("backend boom")


attempt(lambda: torch.compile(lambda x: x + 1, backend=bad)(torch.ones(2)))
torch._dynamo.reset()
with torch._dynamo.config.patch(suppress_errors=True):
    attempt(lambda: torch.compile(lambda x: x + 1, backend=bad)(torch.ones(2)))

for option in ("specialize_int", "specialize_float"):
    begin(option)
    with torch._dynamo.config.patch(option, True):
        c = CompileCounter()
        q = torch.compile(lambda x, n: x * n, backend=c)
        for n in (3, 4, 5):
            q(torch.ones(2), n)
        for n in (3.5, 4.5, 5.5):
            q(torch.ones(2), n)
        print(c.frame_count)

begin("stances")
c = CompileCounter()
q = torch.compile(lambda x: x + 1, backend=c)
with torch.compiler.set_stance("force_eager"):
    q(torch.ones(2))
    print(c.frame_count)
q(torch.ones(2))
print(c.frame_count)
with torch.compiler.set_stance("eager_on_recompile"):
    q(torch.ones(2))
    q(torch.ones(2, 2))
    print(c.frame_count)


@torch.compiler.set_stance("fail_on_recompile")
def strict(x):
    return q(x)


attempt(lambda: strict(torch.ones(2)))
attempt(lambda: strict(torch.ones(2, 2, 2)))
torch.compiler.set_stance("force_eager")
q(torch.ones(2, 2, 2, 2))
print(c.frame_count)
torch.compiler.set_stance("default")
q(torch.ones(2, 2, 2, 2))
print(c.frame_count)

begin("disable")


def inner(x):
    return x * 2


@torch.compiler.disable
def whole(x):
    return inner(x) + 1


@torch.compiler.disable(recursive=False)
def only_this(x):
    return inner(x) + 1


for d in (whole, only_this):
    torch._dynamo.reset()
    c = CompileCounter()
    print(torch.compile(lambda x: d(x * 2) * 3, backend=c)(torch.ones(2)), c.frame_count, c.op_count)

begin("substitutes")


def original(x, n):
    return x.numpy() * 0 + n


@torch.compiler.substitute_in_graph(original)
def traced(x, n):
    return x + n


r = EagerAndRecordGraphs()
print(torch.compile(lambda x: original(x, 3) * 2, backend=r, fullgraph=True)(torch.ones(2)), r.graphs[0].code.strip())


@torch.compiler.assume_constant_result
def constant():
    return 5


@torch.compiler.allow_in_graph
def opaque(x):
    return x + 1


r = EagerAndRecordGraphs()
print(torch.compile(lambda x: opaque(x) * constant(), backend=r)(torch.ones(2)))
print([getattr(n.target, "__name__", n.target) for n in r.graphs[0].graph.nodes if n.op == "call_function"])

begin("marks")
c = CompileCounter()
q = torch.compile(lambda x: x + 1, backend=c)
x = torch.ones(3, 4)
torch._dynamo.mark_dynamic(x, 0, min=2, max=10)
q(x)
q(torch.ones(7, 4))
print(c.frame_count)
q(torch.ones(20, 4))
print(c.frame_count)

begin("modules")
m = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
c = CompileCounter()
m.compile(backend=c)
print(m(torch.ones(2)).shape, c.frame_count, c.op_count, list(m.state_dict()))
n = copy.deepcopy(m)
nn.init.zeros_(n[0].weight)
nn.init.zeros_(n[0].bias)
print(n(torch.ones(2)).tolist())
w = torch.compile(m, backend="eager")
print(type(w).__name__, w._orig_mod is m, list(w.state_dict()))
o = torch._dynamo.optimize_assert(c)(lambda x: x + 1)
o(torch.ones(2))
print(c.frame_count)
