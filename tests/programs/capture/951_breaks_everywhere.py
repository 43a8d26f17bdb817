import torch
from torch._dynamo.testing import CompileCounter
graphs = []
def backend(gm, ex):
    graphs.append([n.target if isinstance(n.target, str) else n.target.__name__ for n in gm.graph.nodes
                   if n.op.startswith("call")])
    return gm.forward
def run(f, *args, **kw):
    torch._dynamo.reset()
    graphs.clear()
    try:
        out = torch.compile(f, backend=backend)(*args, **kw)
        print(f.__name__, out, graphs)
    except Exception as e:
        print(f.__name__, type(e).__name__, str(e).split("\n")[0], graphs)
x = torch.tensor([1.0, 2.0])
def inner(x):
    y = x * 2
    torch._dynamo.graph_break()
    return y + 1
def outer(x):
    a = x.sin()
    b = inner(a)
    return b.cos()
run(outer, x)
def in_nograd(x):
    with torch.no_grad():
        y = x * 2
        print("hi")
        z = y + 1
    return z * 3
run(in_nograd, x.clone().requires_grad_())
def loop(x):
    for i in range(3):
        x = x + i
        print("i", i)
    return x * 2
run(loop, x)
def closure(x):
    n = [0]
    def add(t):
        n[0] += 1
        return t + n[0]
    y = add(x)
    print("n", n)
    z = add(y)
    return z, n
run(closure, x)
def cellbreak(x):
    k = 2
    def mul(t): return t * k
    y = mul(x)
    print("k", k)
    k = 3
    return mul(y)
run(cellbreak, x)
def objs(x):
    d = {"a": x, "l": [x, 1]}
    d["b"] = x + 1
    print(sorted(d))
    d["l"].append(d["b"] * 2)
    return d["l"][2], d
run(objs, x)
def stackbreak(x):
    return torch.add(x * 2, helper(x))
def helper(x):
    print("helper")
    return x - 1
run(stackbreak, x)
def ret_none(x):
    print(x.shape)
run(ret_none, x)
def two_ifs(x):
    if x.sum() > 0: x = x + 1
    if x.sum() > 100: x = x - 1
    else: x = x * 2
    return x
run(two_ifs, x)
@torch.compiler.disable
def off(t): return t * 10
def calls_off(x): return off(x + 1) + 1
run(calls_off, x)
def item(x):
    n = x.sum().item()
    return x * n
run(item, x)
def early(x, flag):
    y = x + 1
    if flag:
        print("flag")
        return y
    return y * 2
run(early, x, True)
run(early, x, False)
def tryit(x):
    y = x + 1
    try:
        print("in try")
        y = y * 2
        raise KeyError("z")
    except KeyError:
        y = y * 3
    return y
run(tryit, x)
class M(torch.nn.Module):
    def __init__(s):
        super().__init__()
        s.l = torch.nn.Linear(2, 2)
        s.calls = 0
    def forward(s, x):
        s.calls += 1
        y = s.l(x)
        if y.sum() > 1e9: y = y * 2
        s.last = y
        return y.relu()
torch.manual_seed(0)
m = M()
graphs.clear()
torch._dynamo.reset()
c = torch.compile(m, backend=backend)
c(x)
c(x)
print(m.calls, type(m.last), graphs)
def lambda_sort(x):
    s = sorted([3, 1, 2], key=lambda v: -v)
    print(s)
    return x * s[0]
run(lambda_sort, x)
def kwcall(x):
    y = x + 1
    print("a", "b", sep="-", end="!\n")
    return y
run(kwcall, x)
def nestedcall(x): return outer(x) + outer(x + 1)
run(nestedcall, x)
def cmpchain(x):
    if 0 < x.sum() < 10: return x + 1
    return x
run(cmpchain, x)
def boolop(x, y):
    if x.sum() > 0 and y.sum() > 0: return x + y
    return x - y
run(boolop, x, -x)
def tern(x): return x + 1 if x.max() > 1 else x - 1
run(tern, x)
def strt(x): return x + len(str(x.tolist()))
run(strt, x)
class Ctx:
    def __enter__(s):
        print("enter")
        return 5
    def __exit__(s, *a):
        print("exit")
        return False
def userctx(x):
    y = x + 1
    with Ctx() as k:
        y = y * k
    return y
run(userctx, x)
def explain_it(x):
    y = x + 1
    print("p")
    return y * 2
torch._dynamo.reset()
e = torch._dynamo.explain(explain_it)(x)
print(e.graph_count, e.graph_break_count, e.op_count, len(e.graphs), [r.reason.split("\n")[0] for r in e.break_reasons])
