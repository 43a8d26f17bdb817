# What a graph gives out where only its inputs leave the frame, and graphs that are left inside a context.
import torch
import torch._dynamo

class Record:
    def __init__(self): self.n = 0
    def __call__(self, gm, ex):
        self.n += 1
        print("GRAPH", self.n)
        print(gm.graph)
        return gm.forward
def show(name, fn, *calls, **k):
    torch._dynamo.reset()
    print("==", name)
    r = Record()
    f = torch.compile(fn, backend=r, **k)
    for c in calls:
        try: print("->", f(*c))
        except Exception as e: print(type(e).__name__, str(e).split("\n")[0])
def r0(x, y):
    z = y + 1
    return x
show("r0", r0, (torch.ones(2), torch.ones(2)))
def r1(x, y):
    z = y + 1
    return x, z
show("r1", r1, (torch.ones(2), torch.ones(2)))
def j1(x, y):
    z = x
    if y: return z + 1
    return z - 1
show("j1", j1, (torch.ones(2), torch.ones(1)))
def j2(x, y):
    z = 3
    if y: return x + z
    return x - z
show("j2", j2, (torch.ones(2), torch.ones(1)))
def j3(x, y):
    if not y: return x + 1
    return x - 1
show("j3", j3, (torch.ones(2), torch.ones(1)))
def j4(x, l):
    if l[0]: return x + 1
    return x - 1
show("j4", j4, (torch.ones(2), [torch.ones(1)]))
def j5(x):
    if x.sum() > 0: return x + 1
    return x - 1
show("j5", j5, (torch.ones(2),))
def j6(x):
    while x: x = x - 1
    return x
show("j6", j6, (torch.ones(1),))
def j7(x, y):
    if x or y: return x + 1
    return x - 1
show("j7", j7, (torch.zeros(1),torch.zeros(1)))
def j8(x, y):
    x = x or y
    return x - 1
show("j8", j8, (torch.zeros(1),torch.zeros(1)))
def j9(x, y):
    return (x if y else x + 1)
show("j9", j9, (torch.zeros(1),torch.zeros(1)))
def j10(x, y):
    a = x + 1
    if y: return a + x
    return a
show("j10", j10, (torch.zeros(1),torch.zeros(1)))
G = []
def j11(x, y):
    G.append(1)
    if y: return x + 1
    return x - 1
show("j11", j11, (torch.zeros(1),torch.zeros(1)))
class O: pass
def j12(x, y):
    a = x.sin()
    b = a
    if y: return b + a
    return x - 1
show("j12", j12, (torch.zeros(1),torch.zeros(1)))
def j13(x):
    if x.bool(): return x + 1
    return x - 1
show("j13", j13, (torch.zeros(1),))
def j15(x, y):
    x = x.cos()
    z = y
    torch._dynamo.graph_break()
    return z + x
show("j15", j15, (torch.zeros(1),torch.zeros(1)))
def j16(x, y):
    z = y
    torch._dynamo.graph_break()
    return z + x
show("j16", j16, (torch.zeros(1),torch.zeros(1)))
def k1(x, y):
    a = x + 1
    if y: return a + 2
    return a * 2
show("k1", k1, (torch.zeros(1),torch.zeros(1)))
def k2(x, y):
    a = x.sin()
    if y: return a + 2
    return a * 2
show("k2", k2, (torch.zeros(1),torch.ones(1)))
def k3(x, y):
    a = y
    if y: return a + 2
    return a * 2
show("k3", k3, (torch.zeros(1),torch.ones(1)))
def k4(x, y):
    a = x + 1
    b = y
    if x: return a + b
    return a * b
show("k4", k4, (torch.zeros(1),torch.ones(1)))
def k5(x, y):
    a = x + 1
    b = y + 2
    if a: return a + b
    return a * b
show("k5", k5, (torch.zeros(1),torch.ones(1)))
def k6(x, y):
    a = x + 1
    b = y + 2
    if a.sum() > 2: return a + b
    return a * b
show("k6", k6, (torch.zeros(1),torch.ones(1)))
def k7(x, y):
    a = y
    if x.sum() > 2: return a + x
    return a * x
show("k7", k7, (torch.zeros(1),torch.ones(1)))
def k9(x, y):
    a = x + 1
    return y
show("k9", k9, (torch.zeros(1),torch.ones(1)))
def k10(x, y):
    a = x + 1
    if x: return y
    return a
show("k10", k10, (torch.zeros(1),torch.ones(1)))
def k11(x): return x
show("k11", k11, (torch.zeros(1),), fullgraph=True)
def k12(x, y): return x, y
show("k12", k12, (torch.zeros(1),torch.zeros(1)), fullgraph=True)
def k13(x):
    def g(): return x
    if x: return g() + 1
    return x
show("k13", k13, (torch.zeros(1),))
def k14(x):
    x.add_(1)
    return x
show("k14", k14, (torch.zeros(1),))
def k15(x, o):
    o.foo = x
    return x
class O: pass
show("k15", k15, (torch.zeros(1), O()))
show("k16", k15, (torch.zeros(1), O()), fullgraph=True)
def k17(m, x):
    y = m(x)
    if m.weight: return x + 1
    return x
show("k17", k17, (torch.nn.Linear(1, 1), torch.zeros(1)))
def k18(x, y):
    if y is not None and y: return x + 1
    return x
show("k18", k18, (torch.zeros(1), torch.zeros(1)))
def k19(x, y):
    with torch.no_grad():
        if y: x = x + 1
    return x
show("k19", k19, (torch.zeros(1), torch.ones(1)))
def k20(x, y):
    for i in range(2):
        if y: x = x + 1
    return x
show("k20", k20, (torch.zeros(1), torch.ones(1)))
def inner(y):
    if y: return 1
    return 2
def k21(x, y):
    return inner(y) + x
show("k21", k21, (torch.zeros(1), torch.ones(1)))
