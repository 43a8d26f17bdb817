import torch, collections, dataclasses, enum, math, itertools, contextlib
from torch._dynamo.testing import CompileCounter
def ops(gm):
    return [n.target if isinstance(n.target, str) else n.target.__name__ for n in gm.graph.nodes
            if n.op.startswith("call")]
def backend(gm, ex):
    print("  ", len(ex), ops(gm))
    return gm.forward
def run(f, *args, full=True, **kw):
    torch._dynamo.reset()
    try:
        out = torch.compile(f, backend=backend, fullgraph=full)(*args, **kw)
        print(f.__name__, out)
    except Exception as e:
        print(f.__name__, type(e).__name__, str(e).split("\n")[0])
x = torch.tensor([1.0, 2.0])
@dataclasses.dataclass
class DC:
    a: torch.Tensor
    k: int = 2
    def scaled(self): return self.a * self.k
def dcs(d): return d.scaled() + DC(d.a).scaled()
run(dcs, DC(x, 5))
class Color(enum.Enum):
    RED = 1
    BLUE = 2
def enums(x, c): return x + 1 if c is Color.RED else x - 1
run(enums, x, Color.RED)
run(enums, x, Color.BLUE)
def ordered(x):
    d = collections.OrderedDict()
    d["b"] = x
    d["a"] = x + 1
    return list(d.keys()), d["a"]
run(ordered, x)
def ddict(x):
    d = collections.defaultdict(list)
    d["k"].append(x * 2)
    return d["k"][0]
run(ddict, x)
def iters(x):
    return [x * i for i in itertools.chain([1], [2])], list(itertools.product([1, 2], [3]))
run(iters, x)
def mathy(x): return x * math.pi + math.ceil(2.1) + math.prod([2, 3])
run(mathy, x)
class Base(torch.nn.Module):
    def __init__(s, n):
        super().__init__()
        s.lin = torch.nn.Linear(n, n, bias=False)
        torch.nn.init.ones_(s.lin.weight)
    def forward(s, x): return s.lin(x)
class Child(Base):
    scale = 3
    def __init__(s):
        super().__init__(2)
        s.h = {"k": 2}
        s.fns = [torch.relu, lambda t: t + 1]
    def forward(s, x):
        y = super().forward(x) * self_scale(s) + s.h["k"]
        for f in s.fns: y = f(y)
        return y.detach()
def self_scale(m): return m.scale
run(Child(), x) if False else None
c = Child()
torch._dynamo.reset()
print(torch.compile(c, backend=backend, fullgraph=True)(x))
def hooky(x):
    m = torch.nn.functional.pad(x, (1, 1))
    return m.flip(0), torch.stack([x, x]).mean(0)
run(hooky, x)
def kwouts(x): return {"a": x + 1, "n": None, "t": (x, [x * 2, "s"])}
run(kwouts, x)
def slc(x): return x[0], x[-1:], x[:, None], x[..., 0], x[[0, 1]], x[torch.tensor([1, 0])]
run(slc, x)
def nest(x):
    def a(t):
        def b(u): return u + t
        return b
    return a(x)(x * 2)
run(nest, x)
def retfn(x):
    y = x + 1
    def g(z): return z * y
    return g
torch._dynamo.reset()
g = torch.compile(retfn, backend=backend)(x)
print(g(x))
def exc(x):
    def f(k):
        if k > 1: raise ValueError("big")
        return k
    try: f(3)
    except ValueError as e: return x + 1, str(e)
run(exc, x)
def fin(x):
    l = []
    for i in range(3):
        try:
            if i == 1: continue
            l.append(x * i)
        finally: l.append(i)
    return l
run(fin, x)
def wh(x):
    i = 0
    while True:
        i += 1
        if i > 3: break
        x = x + i
    else: x = x * 0
    return x
run(wh, x)
def cm(x):
    @contextlib.contextmanager
    def ctx(k):
        yield k + 1
    with ctx(2) as v: return x * v
run(cm, x)
def nullc(x):
    with contextlib.nullcontext(): return x + 1
run(nullc, x)
def glob_tensor(x): return x + W
W = torch.ones(2)
run(glob_tensor, x)
def inplace_list(x, l):
    l[0] += x
    return l[0]
l = [torch.zeros(2)]
run(inplace_list, x, l)
print(l)
def swap(o):
    o.a, o.b = o.b, o.a
    return o.a + 1
class O: pass
o = O()
o.a = x
o.b = x * 10
run(swap, o)
print(o.a, o.b)
def delat(o):
    del o.a
    return o.b + 1
run(delat, o)
print(hasattr(o, "a"))
def setdef(x, d):
    d.setdefault("l", []).append(x)
    return len(d["l"])
d = {}
run(setdef, x, d, full=False)
print(d)
def cmp(x, y): return x is y, x is not None, (x == y).all(), x.shape == y.shape
run(cmp, x, x)
run(cmp, x, x + 1)
def err(x): return x @ torch.ones(3)
run(err, x)
def err2(x): return undefined_name + x
run(err2, x)
def err3(x): return x.nope
run(err3, x)
def flt(x, s=0.5): return x * s + int(2.7) + float("1.5")
run(flt, x)
def tern(x, *a): return (x if a else x + 1), [*a, 3], {**{"q": 1}}
run(tern, x, 5)
def fstr(x): return f"{x.shape[0]}-{x.dtype!s}-{3.14159:.2f}-{'a'!r}", x + 1
run(fstr, x)
def gradm(x):
    y = x * 2
    torch.set_grad_enabled(False)
    z = y * 3
    torch.set_grad_enabled(True)
    return y, z
run(gradm, x.clone().requires_grad_())
def im(x):
    import math as m
    from torch.nn import functional as F
    return F.relu(x) * m.sqrt(4)
run(im, x)
def multi(a, b=1, /, c=2, *, d=3): return a * b + c - d
run(multi, x, 2, d=4)
def sortk(x): return sorted([(2, "b"), (1, "z")], key=lambda t: t[1]), max([1, 5, 3], key=lambda v: -v), x + 1
run(sortk, x)
def typing_(x: torch.Tensor, n: int = 3) -> torch.Tensor:
    y: torch.Tensor = x * n
    return y
run(typing_, x)
def unp(x):
    (a, b), *c = [(1, 2), 3, 4]
    return x * a + b, c
run(unp, x)
def delv(x):
    y = x + 1
    del y
    y = x * 2
    return y
run(delv, x)
class Callable_:
    def __init__(s, k): s.k = k
    def __call__(s, x): return x * s.k
run(Callable_(3).__call__, x)
