import torch
from torch._dynamo.testing import CompileCounter
def seq(f, calls, dynamic=None, **kw):
    torch._dynamo.reset()
    cnt = CompileCounter()
    c = torch.compile(f, backend=cnt, dynamic=dynamic, **kw)
    r = []
    for a in calls:
        try: c(*a)
        except Exception as e: r.append(type(e).__name__)
        r.append(cnt.frame_count)
    print(f.__name__, r, cnt.op_count)
x = torch.ones(4, 3)
def strarg(x, s): return x + 1 if s == "a" else x - 1
seq(strarg, [(x, "a"), (x, "b"), (x, "a"), (x, "c")])
def opt(x, y=None): return x if y is None else x + y
seq(opt, [(x,), (x, x), (x, None), (x, x + 1)])
def boolarg(x, b): return x + 1 if b else x - 1
seq(boolarg, [(x, True), (x, False), (x, True)])
seq(lambda x: x + 1, [(x,), (x.double(),), (x.int(),), (x.t(),), (x[0],), (x.clone().requires_grad_(),)])
K = 3
def glob(x): return x * K
torch._dynamo.reset()
cnt = CompileCounter()
c = torch.compile(glob, backend=cnt)
c(x)
K = 4
print(c(x)[0][0].item(), cnt.frame_count)
def make(k):
    def f(x): return x * k
    return f
torch._dynamo.reset()
cnt = CompileCounter()
for k in (1, 2, 2): torch.compile(make(k), backend=cnt)(x)
print("closures", cnt.frame_count)
class C: pass
o = C()
o.a = 2
o.t = torch.ones(3)
def attr(x): return x * o.a + o.t
torch._dynamo.reset()
cnt = CompileCounter()
c = torch.compile(attr, backend=cnt)
c(x)
o.a = 3
c(x)
o.t = torch.zeros(3)
c(x)
o.a = 3
c(x)
print("attr", cnt.frame_count)
def dct(d): return d["a"] * d["k"]
seq(dct, [({"a": x, "k": 2},), ({"a": x, "k": 2},), ({"a": x, "k": 3},), ({"k": 2, "a": x},),
          ({"a": x, "k": 3, "z": 1},)])
def grads(x): return x + 1
torch._dynamo.reset()
cnt = CompileCounter()
c = torch.compile(grads, backend=cnt)
c(x)
with torch.no_grad(): c(x)
c(x)
print("gradmode", cnt.frame_count)
def lim(x, n): return x + len(n)
seq(lim, [(x, "a" * i) for i in range(12)])
seq(lim, [(x, "a" * i) for i in range(12)], fullgraph=True)
def rng(x, n):
    for i in range(n): x = x + i
    return x
seq(rng, [(x, 2), (x, 3), (x, 4), (x, 2)])
def two(a, b): return a + b
seq(two, [(torch.ones(3), torch.ones(3)), (torch.ones(4), torch.ones(4)), (torch.ones(5), torch.ones(5)),
          (torch.ones(5), torch.ones(1))])
seq(two, [(torch.ones(3), torch.ones(3)), (torch.ones(4), torch.ones(4)), (torch.ones(5), torch.ones(1))], dynamic=True)
y = torch.ones(3)
seq(two, [(y, y), (y, torch.ones(3)), (torch.ones(3), torch.ones(3)), (y, y)])
class M(torch.nn.Module):
    def __init__(s, k):
        super().__init__()
        s.k = k
        s.w = torch.nn.Parameter(torch.ones(3))
    def forward(s, x): return x * s.w * s.k
torch._dynamo.reset()
cnt = CompileCounter()
for k in (1, 1, 2, 3): torch.compile(M(k), backend=cnt)(x)
print("modules", cnt.frame_count)
def typ(v, x): return x + (1 if isinstance(v, int) else 2)
seq(typ, [(1, x), (1.0, x), ("s", x), (None, x)])
def tup(t): return t[0] + t[1]
seq(tup, [((x, 1),), ((x, 2),), ((x, 3),), ([x, 3],), ((x, x),)])
with torch._dynamo.config.patch(error_on_recompile=True):
    try: seq(strarg, [(x, "a"), (x, "b")])
    except Exception as e: print(type(e).__name__)
def nested(d): return d["o"]["i"][0] * 2
seq(nested, [({"o": {"i": [x]}},), ({"o": {"i": [x + 1]}},), ({"o": {"i": [x, 1]}},)])
def mutlist(l, x):
    l.append(x)
    return x * len(l)
l = []
seq(mutlist, [(l, x), (l, x), (l, x)])
print(len(l))
