import torch, inspect
from torch._dynamo.testing import EagerAndRecordGraphs
def show(name, f, *args):
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    try: print(name, torch.compile(f, backend=b, fullgraph=True)(*args))
    except Exception as e: print(name, type(e).__name__, str(e).split("\n")[0])
    for g in b.graphs: print(g.code.strip())
x = torch.ones(2)
def callee(a, b, *, c=3, **k): return a + b * c
def count(x):
    p = inspect.signature(callee).parameters
    return x + len(p) + p["c"].default
def keyword_only(x):
    p = inspect.signature(callee).parameters
    return x + len([k for k, v in p.items() if v.kind == inspect.Parameter.KEYWORD_ONLY])
def names(x):
    return x + 1, list(inspect.signature(callee).parameters), "c" in inspect.signature(callee).parameters
class M:
    def method(self, p, q=2): return p
def method(x, m): return x * len(inspect.signature(m.method).parameters)
def filtered(x, given):
    allowed = set(inspect.signature(callee).parameters)
    kept = {k: v for k, v in given.items() if k in allowed}
    return callee(x, **kept)
def chunked(x, *fns):
    if len(inspect.signature(fns[0]).parameters) != 1: raise ValueError("one argument")
    return torch.cat([fns[0](part) for part in x.chunk(2)])
for f, *args in (count,), (keyword_only,), (names,), (method, M()), (filtered, {"b": 2, "c": 4, "other": 1}), (chunked,
    lambda t: t + 1):
    show(f.__name__, f, x, *args)
