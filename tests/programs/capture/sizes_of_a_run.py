# How often programs compile whose sizes are read from tensors or cut out by dynamic ints, and what they give under
# every back end.
import torch
import torch._dynamo as D
import torch._dynamo.testing

torch._dynamo.config.capture_scalar_outputs = True
torch._dynamo.config.capture_dynamic_output_shape_ops = True
X = torch.arange(6.)
N = torch.tensor(3)
X = torch.arange(6.)
N = torch.tensor(3)
def show3(name, f, *args, **kw):
    print("==", name)
    for be in ("eager", "aot_eager", "inductor"):
        D.reset()
        try: print(be, torch.compile(f, backend=be, fullgraph=True, **kw)(*args))
        except Exception as e: print(be, type(e).__name__, str(e).split("\n")[0])
def b1(x, y): return y[:x.item()] * 2
show3("slice", b1, N, X)
def b2(x, y): return (y * x.item()).sum() / 2 + x.item()
show3("arith", b2, N, X)
def b3(y): return (y[y > 2] * 3).sum(), y.nonzero().float().mean()
show3("mask", b3, X)
def b4(x): return torch.zeros(x.sum().item(), 2).shape, torch.arange(x.sum().item()) * 2
show3("zeros", b4, torch.tensor([2, 1]))
def b5(w, x): 
    m = w > 0
    return (w[m] ** 2).sum() * x.item()
for be in ("eager", "aot_eager", "inductor"):
    D.reset()
    w = torch.tensor([1., -2., 3.], requires_grad=True)
    print("== grad", be)
    l = torch.compile(b5, backend=be, fullgraph=True)(w, torch.tensor(2.))
    l.backward()
    print(l.item(), w.grad)
def counts(name, f, calls, **kw):
    D.reset()
    c = torch._dynamo.testing.CompileCounter()
    g = torch.compile(f, backend=c, **kw)
    print("==", name)
    for a in calls:
        try: print(g(*a), c.frame_count, c.op_count)
        except Exception as e: print(type(e).__name__, str(e).split("\n")[0], c.frame_count)
import torch._dynamo.testing
T = torch.tensor
def c1(x): 
    if x.item() > 2: return x + 1
    return x - 1
counts("int branch", c1, [(T(1),), (T(3),), (T(4),), (T(0),)], fullgraph=True)
def c2(x, y): return y[:x.item()]
def c3(x, y):
    for _ in range(x.item()): y = y + 1
    return y
counts("int range", c3, [(T(1), X), (T(3), X), (T(3), X)], fullgraph=True)
def c4(x): return torch.zeros(x.sum().item())
counts("unbacked zeros", c4, [(T([1, 2]),), (T([1]),), (T([0]),), (T([-1]),)], fullgraph=True)
def c5(y): return y[y > 1]
counts("mask", c5, [(X,), (X - 3,), (X - 30,)], fullgraph=True)
def c6(x): return x.item() + 1.5
counts("float", c6, [(T(1.5),), (T(2.5),)], fullgraph=True)
def c7(x):
    if x.item() > 2.: return x + 1
    return x - 1
counts("float64 branch", c7,
       [(T(1.5, dtype=torch.float64),), (T(2.5, dtype=torch.float64),), (T(3.5, dtype=torch.float64),)], fullgraph=True)
def c8(x):
    n = x.sum().item()
    torch._check(n > 0)
    torch._check(n < 5)
    return X[:n], X.narrow(0, n, 1)
counts("narrow", c8, [(T([1, 2]),), (T([4]),), (T([7]),)], fullgraph=True)
Y = torch.arange(6.)
M = torch.arange(18.).reshape(6, 3)
def run(name, f, x, ns):
    D.reset()
    c = D.testing.CompileCounter()
    g = torch.compile(f, backend=c)
    r = []
    for n in ns:
        try: g(x, n)
        except Exception as e: r.append(type(e).__name__)
        r.append(c.frame_count)
    print(name, r)
N1 = (3, 4, 2, 1, 0, 5, 6)
run("plain", lambda y, n: y[:n], Y, N1)
run("mul", lambda y, n: y[:n] * 2, Y, N1)
run("relu", lambda y, n: y[:n].relu(), Y, N1)
run("sum", lambda y, n: y[:n].sum(), Y, N1)
run("add self", lambda y, n: y[:n] + y[:n], Y, N1)
run("mat mul", lambda y, n: y[:n] * 2, M, N1)
run("mat col", lambda y, n: y[:, :n] * 2, M, (1, 2, 3, 0))
run("mat rest", lambda y, n: y[n:] * 2, M, N1)
run("softmax", lambda y, n: y[:n].softmax(0), Y, N1)
run("matmul", lambda y, n: y[:n] @ y[:n].T, M, N1)
run("where", lambda y, n: torch.where(y[:n] > 1, y[:n], 0), Y, N1)
def xs(name, f, sizes):
    D.reset()
    c = D.testing.CompileCounter()
    g = torch.compile(f, backend=c)
    r = []
    for s in sizes:
        g(torch.ones(s))
        r.append(c.frame_count)
    print(name, r)
S = (5, 6, 4, 3, 2, 1, 0)
xs("x[1:]*2", lambda x: x[1:] * 2, S)
xs("x[1:]", lambda x: x[1:], S)
xs("x[:-1]+x[1:]", lambda x: x[:-1] + x[1:], S)
xs("half", lambda x: x[:x.shape[0] // 2] * 2, S)
xs("chunk", lambda x: x[::2] * 2, S)
xs("x[2:4]", lambda x: x[2:4] * 2, S)
xs("x[:3]", lambda x: x[:3] * 2, S)
xs("x[-2:]", lambda x: x[-2:] * 2, S)
xs("cat", lambda x: torch.cat([x, x]) * 2, S)
xs("narrow", lambda x: x.narrow(0, 1, x.shape[0] - 1) * 2, S[:-1])
def f(y, n): return y[:n].shape[0], y[:n] * 2, y[n:] + 1, y[n:].shape
for be in ("eager", "inductor"):
    D.reset()
    g = torch.compile(f, backend=be, fullgraph=True)
    for n in (3, 4, 9, -1, 0, 6, -9):
        print(be, n, g(Y, n))
D.reset()
c = D.testing.CompileCounter()
def w(x, n): return x.narrow(0, n, 2)
g = torch.compile(w, backend=c, fullgraph=True)
for n in (1, 2, 3, 4, 0, -2): print(n, g(Y, n), c.frame_count, c.op_count)
D.reset()
c = D.testing.CompileCounter()
def v(x): return x[:4], x[1:-1], x[2:10]
g = torch.compile(v, backend=c, dynamic=True)
for n in (6, 7, 3, 12, 2, 1): print(n, [t.shape for t in g(torch.ones(n))], c.frame_count, c.op_count)
