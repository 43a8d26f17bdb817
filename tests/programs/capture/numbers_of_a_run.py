# Numbers and sizes that only a run tells, in one graph: what item(), nonzero(), masks and slices make,
# what the graph asserts about them, and what a program may not ask.
import torch
import torch._dynamo as D
import torch._dynamo.testing

torch._dynamo.config.capture_scalar_outputs = True
torch._dynamo.config.capture_dynamic_output_shape_ops = True


def show(name, f, *args, fullgraph=True, **kw):
    D.reset()
    graphs = []

    def backend(gm, examples):
        graphs.append(gm)
        return gm.forward

    print("==", name)
    try:
        print(torch.compile(f, backend=backend, fullgraph=fullgraph, **kw)(*args))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])
    for g in graphs:
        print(g.code.strip())


X = torch.arange(6.)
N = torch.tensor(3)

def f1(x): return x.item() * 2
show("ub item", f1, N)

def f2(x): return torch.zeros(x.item())
show("ub zeros", f2, N)

def f3(x, y): 
    n = x.item()
    return y[:n]
show("ub slice", f3, N, X)

def f5(x, y):
    if x.item() > 2: return y + 1
    return y - 1
show("ub branch", f5, N, X)

def f6(x, y):
    for i in range(x.item()): y = y + i
    return y
show("ub range", f6, N, X)

def f7(y): return y.nonzero()
show("ub nonzero", f7, X)

def f8(y): return y[y > 2]
show("ub mask", f8, X)

def f9(y): return torch.unique(y)
show("ub unique", f9, X)

def f10(y): return y[y > 2].sum() + 1, y.nonzero().shape[0]
show("ub mask sum", f10, X)

def f11(x): return torch.ones(x.item(), 2) @ torch.ones(2, 3)
show("ub mm", f11, N)

def f13(x): return X.repeat(x.item())
show("ub repeat", f13, N)

def f14(x): return torch.tensor([1.5]) * x.item()
show("ub float item", f14, torch.tensor(2.5))

def f15(x): return torch.full((2,), x.item())
show("ub full int", f15, N)

def f16(x): return int(x) + 1, float(x)
show("ub int()", f16, N)

def f17(x, y): return y * x.item(), y + x.item()
show("ub arith", f17, N, X)

def f18(x, y): return y[x.item()]
show("ub index", f18, N, X)

def f19(x): return torch.arange(x.item())
show("ub arange", f19, N)

def f1(x): return x.item() * 2
show("ub2 item", f1, N)

def f2(x): return torch.zeros(x.item())
def f1(x): return x.sum().item() * 2
show("ub2 item", f1, N)

def f2(x): return torch.zeros(x.sum().item())
show("ub2 zeros", f2, N)

def f3(x, y): 
    n = x.sum().item()
    return y[:n]
show("ub2 slice", f3, N, X)

def f5(x, y):
    if x.sum().item() > 2: return y + 1
    return y - 1
show("ub2 branch", f5, N, X)

def f6(x, y):
    for i in range(x.sum().item()): y = y + i
    return y
show("ub2 range", f6, N, X)

def f14(x): return torch.tensor([1.5]) * x.item()
show("ub2 float item", f14, torch.tensor(2.5))

def f15(x): return torch.full((2,), x.sum().item())
show("ub2 full int", f15, N)

def f16(x): return int(x.sum()) + 1, float(x.sum())
show("ub2 int()", f16, N)

def f17(x, y):
    x = x.sum()
    return y * x.item(), y + x.item()
show("ub2 arith", f17, N, X)

def f18(x, y): return y[x.sum().item()]
show("ub2 index", f18, N, X)

def f19(x): return torch.arange(x.sum().item())
show("ub2 arange", f19, N)

def f21(x): 
    if x.sum() > 2: return x + 1
    return x
show("ub2 branch tensor", f21, N)

def f22(x):
    n = x.sum().item()
    torch._check(n > 2)
    if n > 1: return torch.ones(n)
    return x
show("ub2 check then branch", f22, N)

def f25(x, y):
    n = x.sum().item()
    return torch.zeros(n) + y
show("ub2 broadcast", f25, torch.tensor(6), X)

def f26(x, y):
    n = x.sum().item()
    torch._check(n > 5)
    return y + n
show("ub2 check fails", f26, N, X)

def f27(y):
    z = y.nonzero()
    if z.shape[0] > 3: return z + 1
    return z
show("ub2 nonzero branch", f27, X)

def f29(x): return bool(x.sum() > 2), (x > 2).item()
show("ub2 bool", f29, N)

def f33(x):
    a, b = x.tolist()
    return a + b, [a, b]
show("ub2 tolist", f33, torch.tensor([2, 4]))

def f34(x, y):
    n = x.sum().item()
    return y.narrow(0, 0, n), torch.narrow(y, 0, n, 2)
show("ub2 narrow", f34, N, X)

def f35(x, y): return torch.repeat_interleave(y, x)
show("ub2 repeat_interleave", f35, torch.tensor([1, 2, 1, 0, 1, 1]), X)

def f36(x): return torch.where(x > 2), torch.masked_select(x, x > 3), torch.argwhere(x > 1)
show("ub2 where etc", f36, X)

def f38(x): return [1, 2, 3, 4][x.sum().item()]
show("ub2 list index", f38, N)

def a1(x, y):
    if x.sum().item() > 2: return y + 1
    return y - 1
show("ub3 nofull branch", a1, N, X, fullgraph=False)

def a2(x, y):
    for i in range(x.sum().item()): y = y + i
    return y
show("ub3 nofull range", a2, N, X, fullgraph=False)

def a3(x): return x.item()
show("ub3 float returned", a3, torch.tensor(2.5))
show("ub3 float64 returned", a3, torch.tensor(2.5, dtype=torch.float64))
show("ub3 int32 returned", a3, torch.tensor(2, dtype=torch.int32))
show("ub3 one elem", a3, torch.tensor([2]))
show("ub3 bool returned", a3, torch.tensor(True))

def a4(x):
    if x.item() > 2: return x + 1
    return x - 1
show("ub3 float64 branch", a4, torch.tensor(2.5, dtype=torch.float64))
show("ub3 float32 branch", a4, torch.tensor(2.5))
show("ub3 int32 branch", a4, torch.tensor(5, dtype=torch.int32))

def a5(x):
    x.add_(1)
    return torch.zeros(x.item())
show("ub3 mutated", a5, torch.tensor(2))

def a6(x):
    torch._check(x.shape[0] > 2)
    torch._check(x.shape[0] > 2, lambda: "too small")
    return x + 1
show("ub3 check size static", a6, X)

def a7(x):
    torch._check(x.item() > 2, lambda: "too small")
    return x + 1
show("ub3 check item msg", a7, torch.tensor(5))

def a8(x):
    torch._check(x.sum().item() > 2, lambda: "too small")
    return x + 1
show("ub3 check ub msg", a8, torch.tensor(5))
show("ub3 check ub fails", a8, torch.tensor(1))

def a9(x): return x.sum().item() + 1.5, x.sum().item() / 2
show("ub3 float of int", a9, torch.tensor(5))

def a10(x):
    import math
    v = x.sum().item()
    return math.sqrt(v), math.floor(v), v ** 2
show("ub3 math", a10, torch.tensor(6.25))

def a12(x):
    v = x.sum().item()
    assert v > 2
    assert v > 3, "msg"
    return x + v
show("ub3 assert", a12, torch.tensor(5))

def a13(x):
    v = x.sum().item()
    return x if v else x + 1
show("ub3 truth", a13, torch.tensor(5))

def a15(x):
    d = {x.sum().item(): 1}
    return d
show("ub3 dict key", a15, torch.tensor(5))

def a16(x): return [1] * x.sum().item()
show("ub3 list times", a16, torch.tensor(2))

def a18(x): 
    n = x.max().item()
    return torch.zeros(n, n + 1).sum(), torch.empty(n).numel(), torch.zeros(n, 2).shape
show("ub3 shapes", a18, torch.tensor([1, 3]))

def a19(x):
    out = torch.zeros(4)
    return out[x > 1], torch.bincount(x)
show("ub3 bincount", a19, torch.tensor([1, 3, 2, 0]))

def a20(x): return x[x > 1] + 1, x[x > 1] * x[x > 1]
show("ub3 two masks", a20, torch.tensor([1, 3, 2, 0]))

def a21(x):
    m = x > 1
    return x[m] * x[m]
show("ub3 same mask", a21, torch.tensor([1, 3, 2, 0]))

def a22(x):
    y = x.clone()
    y[y > 1] = 0
    return y
show("ub3 mask set", a22, torch.tensor([1, 3, 2, 0]))
