import torch, functools
from torch._dynamo.testing import CompileCounter
def ops(gm):
    return [n.target if isinstance(n.target, str) else n.target.__name__ for n in gm.graph.nodes
            if n.op.startswith("call")]
def backend(gm, ex):
    print("  ", ops(gm))
    return gm.forward
def run(f, *args, full=True, **kw):
    torch._dynamo.reset()
    try:
        out = torch.compile(f, backend=backend, fullgraph=full)(*args, **kw)
        print(f.__name__, out)
    except Exception as e:
        print(f.__name__, type(e).__name__, str(e).split("\n")[0])
x = torch.tensor([1.0, 2.0])
def closure_rw(x):
    n = 0
    def inc(k):
        nonlocal n
        n += k
        return x * n
    a = inc(2)
    b = inc(3)
    return a + b, n
run(closure_rw, x)
G = 1
LST = []
def glob(x):
    global G
    G += 1
    LST.append(G)
    return x + G
run(glob, x)
print(G, LST)
def nested_ctx(x):
    with torch.no_grad():
        a = x * 2
    with torch.enable_grad():
        b = x * 3
    return a, b, torch.is_grad_enabled()
run(nested_ctx, x.clone().requires_grad_())
@torch.no_grad()
def deco(x): return x * 2
def calls_deco(x): return deco(x) + 1
run(calls_deco, x.clone().requires_grad_())
def gen(x):
    def g():
        for i in range(3):
            yield x * i
    return sum(g()), [t for t in g()]
run(gen, x)
def tryexc(x):
    try:
        d = {}
        d["k"]
    except KeyError as e:
        x = x + 1
    finally:
        x = x * 2
    try:
        raise ValueError("boo", 3)
    except (TypeError, ValueError) as e:
        msg = str(e.args[0])
    return x, msg
run(tryexc, x)
class P:
    def __init__(self, v): self.v = v
    @property
    def dbl(self): return self.v * 2
    @staticmethod
    def st(a): return a + 1
    @classmethod
    def make(cls, v): return cls(v)
    def __add__(self, o): return P(self.v + o.v)
    def __getitem__(self, i): return self.v[i]
    def __len__(self): return 7
    def __call__(self, k): return self.v * k
    def __eq__(self, o): return True
    def __contains__(self, k): return k == 3
def objs(x):
    p = P.make(x) + P(x)
    return p.dbl, P.st(x), p[0], len(p), p(3), p == 3, 3 in p
run(objs, x)
def mutobj(p, x):
    p.v = p.v + x
    p.new = 3
    return p.v * 2
pp = P(x)
run(mutobj, pp, x)
print(pp.v, pp.new)
def parts(x):
    f = functools.partial(torch.add, alpha=2)
    g = functools.partial(lambda a, b, c=1: a * b + c, x, c=3)
    return f(x, x), g(2)
run(parts, x)
def lams(x):
    fs = [lambda t, i=i: t * i for i in range(3)]
    return [f(x) for f in fs]
run(lams, x)
def starred(x, *rest, k=1, **kw):
    return x * k + len(rest) + kw.get("z", 0)
run(starred, x, 1, 2, k=3, z=4)
def lists(xs):
    xs.append(xs[0] + 1)
    xs[0] = xs[1] * 2
    a, *b = xs
    xs.extend([a, a])
    xs.pop()
    del xs[1]
    return len(xs)
l = [x, x + 1]
run(lists, l)
print(l)
def sets(x):
    s = {1, 2, 3}
    s.add(4)
    s.discard(1)
    return x * len(s), sorted(s), 2 in s, s & {2, 9}
run(sets, x)
def strs(x):
    return x, "a-b".split("-"), "%d %s" % (3, "q"), "{:>4}".format(3), f"{x.shape} {x.dtype}", "x".upper() + "y" * 2
run(strs, x)
def isinst(x):
    if isinstance(x, torch.Tensor) and not isinstance(x, torch.nn.Parameter) and hasattr(x, "sum") and callable(x.sum):
        return x + 1, type(x), type(x) is torch.Tensor
    return x
run(isinst, x)
def chain(x):
    y = x
    y += 1
    z = y is x
    return y, z
run(chain, x.clone())
def dd(x):
    d = dict(a=x, b=2)
    d |= {"c": 3}
    d.update([("e", 5)])
    k = list(d)
    v = [q for q in d.values()]
    it = iter(k)
    return next(it), next(it), k, v[0], {**d, "z": 1}["z"], d.get("nope")
run(dd, x)
def cond_none(x, m=None, flag=False):
    if m is not None: x = x * m
    return x - 1 if flag else x + 1
run(cond_none, x)
run(cond_none, x, x, True)
def assertion(x):
    assert x.shape[0] == 2
    return x
def rnd(x):
    return torch.nn.functional.dropout(x, 0.5, True).shape, torch.rand(2).shape, torch.zeros_like(x)
run(rnd, x)
def walrus(x):
    if (n := x.shape[0]) > 1: return x * n
    return x
run(walrus, x)
def deflt(x, acc=[1, 2]): return x * acc[1]
run(deflt, x)
def unpackcall(x):
    def f(a, b, *, c): return a + b * c
    args = (x, 2)
    kw = {"c": 3}
    return f(*args, **kw), max(1, 2), min([3, 1]), abs(-3), round(2.567, 1), divmod(7, 2), pow(2,
        3), sum([1, 2]), any([0, 1]), all([]), list(zip([1],
                                                        [2])), list(enumerate("ab")), list(reversed([1, 2])), sorted([3,
                                                            1], reverse=True)
run(unpackcall, x)
def dtypes(x):
    return x.to(torch.float64).dtype, x.half().float(), x.type(torch.int64), x.device, x.is_floating_point(
        ), x.ndim, x.numel(), x.stride(), x.is_contiguous()
run(dtypes, x)
def sizeops(x):
    s = x.size()
    return x.new_ones(s), torch.empty(s).fill_(1), x.reshape(-1, *s), s + (3,), s[0], len(s), s.numel()
run(sizeops, x)
