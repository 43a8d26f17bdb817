import torch, numpy as np
from torch._dynamo.testing import CompileCounter, EagerAndRecordGraphs
def show(name, f, *args, full=False):
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    try: r = torch.compile(f, backend=b, fullgraph=full)(*args)
    except Exception as e: r = type(e).__name__ + " " + str(e).split("\n")[0]
    print(name, type(r).__name__, r)
    for g in b.graphs: print(g.code.strip())
show("force", lambda x: x.numpy(force=True), torch.ones(2, requires_grad=True))
show("plain", lambda x: x.numpy(), torch.ones(2))
def brk(x):
    a = x.numpy()
    b = a.real
    torch._dynamo.graph_break()
    return np.multiply(b, 2.0)
show("break", brk, torch.ones(3))
def brk2(x, y):
    a = x.numpy()
    b = y.numpy()
    c = np.ones_like(a)
    d = np.ones_like(b)
    torch._dynamo.graph_break()
    return np.add(a, c), np.add(b, d)
show("break2", brk2, torch.ones(3), torch.ones(3))
show("tolist", lambda x: x.tolist(), np.arange(5), full=True)
show("tolist2", lambda x: (x + 1).tolist(), np.arange(5), full=True)
show("real", lambda x: x.real + 1, np.ones(3), full=True)
show("attrs", lambda x: (x.T, x.shape, x.ndim, x.size), np.ones((3, 2)), full=True)
def minmax(a):
    v = np.min(a)
    w = a.max()
    return v + w
show("minmax", minmax, np.arange(4.0), full=True)
show("item", lambda x: x.sum().item(), np.arange(4.0))
show("np.array", lambda x: np.array([x, x]), np.arange(3), full=True)
show("iter", lambda x: [a for a in x], np.arange(3), full=True)
show("astype", lambda x: x.astype(np.float32), np.arange(3), full=True)
show("scalar", lambda x: x[0] + 1, np.arange(3), full=True)
show("from", lambda x: torch.from_numpy(x) + 1, np.arange(3), full=True)
show("astensor", lambda x: torch.as_tensor(x) + 1, np.arange(3), full=True)
show("npsum", lambda x: np.sum(x, axis=0) * 2, np.ones((2, 3)), full=True)
show("where", lambda x: np.where(x > 1, x, 0), np.arange(4), full=True)
