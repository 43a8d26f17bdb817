import torch
import torch._dynamo
seen = []
def f(x, n, flag=False):
    if flag: return x - 1
    if x.shape[0] > 3:
        return x * n
    return x + n
g = torch._dynamo.optimize("eager", guard_fail_fn=lambda why: seen.append(why))(f)
g(torch.ones(2), 3)
print(seen)
g(torch.ones(4), 3)
g(torch.ones(4, 2), 3)
g(torch.ones(4), 3, True)
for w in seen: print(type(w).__name__, w._fields, w.orig_code.co_name, w.reason.split("  ")[0])
def guard_fail(why): raise ValueError("seen")
torch._dynamo.reset()
h = torch._dynamo.optimize("eager", guard_fail_fn=guard_fail)(f)
h(torch.ones(2), 3)
try:
    h(torch.ones(3), 3)
    print("no error")
except Exception as e: print(type(e).__name__, e)
seen.clear()
class M(torch.nn.Module):
    def __init__(s):
        super().__init__()
        s.k = 3
    def forward(s, x): return x * s.k
m = M()
torch._dynamo.reset()
o = torch._dynamo.optimize("eager", guard_fail_fn=seen.append)(m)
o(torch.ones(2))
m.k = 4
o(torch.ones(2))
print([w.reason.split('  ')[0] for w in seen])
from torch._dynamo.testing import CompileCounter
def run(f, *sets):
    torch._dynamo.reset()
    c = CompileCounter()
    seen.clear()
    g = torch._dynamo.optimize(c, guard_fail_fn=lambda w: seen.append(w.reason))(f)
    out = []
    for s in sets:
        t = torch.ones(3, 4, 5)
        for d in s: torch._dynamo.mark_dynamic(t, d)
        g(t)
        out.append(c.frame_count)
    print(out)
    print(*seen, sep="\n")
f = lambda x: x.cos()
run(f, [0], [], [1], [0, 1], [0, 1, 2])
run(f, [], [0], [0], [])
run(f, [0, 1], [0], [1], [2])
def weak(f):
    torch._dynamo.reset()
    c = CompileCounter()
    g = torch.compile(f, backend=c)
    t = torch.ones(3, 4)
    torch._dynamo.maybe_mark_dynamic(t, 0)
    g(t)
    u = torch.ones(3, 4)
    g(u)
    v = torch.ones(3, 4)
    torch._dynamo.maybe_mark_dynamic(v, 1)
    g(v)
    w = torch.ones(3, 4)
    torch._dynamo.mark_static(w, 1)
    g(w)
    print(c.frame_count)
weak(f)
def fn(x): return x.tolist()
c = CompileCounter()
g = torch.compile(fn, backend=c, fullgraph=True)
with torch._dynamo.config.patch(capture_scalar_outputs=True):
    for n in (5, 3, 4): print(g(torch.arange(n)), c.frame_count)
def kinds(f, *marks):
    torch._dynamo.reset()
    c = CompileCounter()
    seen = []
    g = torch._dynamo.optimize(c, guard_fail_fn=lambda w: seen.append(w.reason))(f)
    for m in marks:
        t = torch.ones(3, 4)
        if m: m[0](t, m[1])
        g(t)
        print(c.frame_count, end=" ")
    print()
    print(*seen, sep="\n")
s, d, w = torch._dynamo.mark_static, torch._dynamo.mark_dynamic, torch._dynamo.maybe_mark_dynamic
f = lambda x: x.cos()
kinds(f, (w, 0), None, (w, 1), (s, 1))
kinds(f, (s, 0), None, (s, 0), (s, 1))
kinds(f, (d, 0), (w, 0), (w, 1), (s, 1))
