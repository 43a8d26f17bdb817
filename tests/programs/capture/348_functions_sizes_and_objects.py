# feature: sizes behind breaks, numbers of the graph as text, enum members, ranges, containers and classes: graphs,
# operations, breaks
# seed: none
import torch, math, numbers, collections.abc, functools, collections, dataclasses, enum, contextlib, typing
import torch.nn as nn
import torch.nn.functional as F
from collections import namedtuple, OrderedDict, defaultdict, deque, Counter
from typing import NamedTuple, Optional, List, Dict
CASES = []
def T(*s):
    torch.manual_seed(1)
    return torch.randn(*(s or (3, 4)))
def case(*makers):
    def deco(f):
        CASES.append((f.__name__, (lambda: f), makers or (lambda: (T(),),)))
        return f
    return deco
def build(*makers):
    def deco(f):
        CASES.append((f.__name__, f, makers or (lambda: (T(),),)))
        return f
    return deco
def show(v):
    if isinstance(v, torch.Tensor):
        return "T" + str(list(v.shape)) + str([round(float(a), 3) + 0.0
                                               for a in v.detach().double().reshape(-1)[:6].tolist()])
    if isinstance(v, (list, tuple)) :
        return type(v).__name__ + "(" + ",".join(show(a) for a in v) + ")"
    if isinstance(v, (set, frozenset)):
        return type(v).__name__ + str(sorted(show(a) for a in v))
    if isinstance(v, dict):
        return type(v).__name__ + "{" + ",".join(show(k) + ":" + show(a) for k, a in v.items()) + "}"
    if isinstance(v, (int, float, str, bool, type(None), range, slice, bytes, torch.Size, torch.dtype)):
        return repr(v)
    if hasattr(v, "__dict__"):
        return type(v).__name__ + show(vars(v)) if not isinstance(v, type) and not callable(v) else type(v).__name__
    return type(v).__name__
CONFIGS = {}
def names(gm):
    out = []
    for n in gm.graph.nodes:
        if n.op == "call_function":
            out.append(getattr(n.target, "__name__", str(n.target)))
        elif n.op == "call_method":
            out.append("." + n.target)
        elif n.op == "call_module":
            out.append("@" + str(n.target))
    return " ".join(out)
def one(fn, args):
    try:
        return show(fn(*args)) + " <- " + (show(list(args)) if not isinstance(args, dict) else "")
    except Exception as e:
        return "EXC " + type(e).__name__ + ": " + str(e).split("\n")[0][:90]
def main():
    for name, make, makers in CASES:
        torch._dynamo.reset()
        fn = make()
        eager = [one(fn, m()) for m in makers]
        log = []
        def backend(gm, ex):
            log.append(names(gm))
            return gm.forward
        fn = make()
        try:
            c = torch.compile(fn, backend=backend, **CONFIGS.get(name, {}))
        except Exception as e:
            print(name, "NOCOMPILE", type(e).__name__, str(e)[:80])
            continue
        marks = []
        got = []
        for m in makers:
            a = m()
            got.append(one(c, a))
            marks.append(list(log))
            log.clear()
        line = name + " " + str([[len(g.split()) for g in m] for m in marks])
        for i, m in enumerate(marks):
            for g in m:
                line += "\n    %d: %s" % (i, g)
        if got != eager:
            bad = [(g, e) for g, e in zip(got, eager) if g != e][0]
            line += "\n    DIFF got " + bad[0] + "\n         want " + bad[1]
        print(line)
        torch._dynamo.reset()
        fn = make()
        try:
            torch.compile(fn, backend="eager", fullgraph=True)(*makers[0]())
        except Exception as e:
            t = str(e).strip().split("\n")
            print("    full:", type(e).__name__, "|", t[0][:100])
            for l in t:
                if "TORCHDYNAMO_VERBOSE" not in l and ("gb/gb" in l):
                    print("       ", l.strip().split("/gb/")[-1][:170])

        torch._dynamo.reset()
        log.clear()
        fn = make()
        c = torch.compile(fn, backend=backend, dynamic=True)
        res = []
        marks = []
        for m in makers:
            res.append(one(c, m()))
            marks.append(list(log))
            log.clear()
        print("    dyn:", [[len(g.split()) for g in m] for m in marks], "" if res == eager else "DIFF")
        for i, m in enumerate(marks):
            for g in m:
                print("    d%d: %s" % (i, g))
# misc-like functions: sizes, comparisons, objects
S3 = lambda: (T(3, 4),)
S5 = lambda: (T(5, 4),)
S6 = lambda: (T(6, 4),)
@case(S3, S5, S6)
def h1(x):
    a = x.shape[0]
    if a != 5: out = 1
    elif a < 2: out = 3
    elif a >= 12: out = 1
    else: out = 2
    return x + out
@case(lambda: (T(3), T(15)), lambda: (T(4), T(15)), lambda: (T(5), T(15)))
def h2(x, p):
    p = p.shape[0]
    y = p - x.shape[0]
    y = p + y
    y = p * y
    y = p % y
    y = p // (y + 1)
    y = p / (y + 1)
    return x + y
class RA:
    def __init__(self, v): self.v = v
    def __radd__(self, o): return self.v + o
@case(lambda: (T(3), RA(4)), lambda: (T(4), RA(4)), lambda: (T(4), RA(5)))
def h3(x, c):
    y = x.shape[0] + c
    return x + y
class It:
    def __init__(self, n): self.a = [T(2, 2) + i for i in range(n)]
    def __iter__(self): return iter(self.a)
@case(lambda: (It(2),), lambda: (It(2),), lambda: (It(3),))
def h4(m):
    r = []
    for v in m: r.append(v + 1)
    return r
@case(lambda: (T(3, 4), T(3, 4)), lambda: (T(5, 4), T(5, 4)), lambda: (T(5, 4), T(4, 4)))
def h5(a, b):
    if list(a.unsqueeze(-1).shape) == list(b.unsqueeze(-1).shape): return a + 1
    return a + 2
@case(lambda: (T(3, 4), T(3, 4)), lambda: (T(5, 4), T(4, 4)))
def h6(a, b):
    if tuple(a.unsqueeze(-1).shape) != tuple(b.unsqueeze(-1).shape): return a + 1
    return a + 2
@case(lambda: (T(3), T(3)), lambda: (-10, T(3)), lambda: (-0.1, T(3)))
def h7(x, y): return abs(x) + abs(y)
@case(S3)
def h10(x):
    if hasattr(x, "test"): return x + 2
    return getattr(x, "view", None)(-1) + 1
@case(S3)
def h11(x):
    t = type(torch.ones(2, 2))
    return x * 1, [c.__name__ for c in t.__mro__][:2]
PT = nn.Parameter(torch.ones(1))
PT.add_one = lambda v: v + 1
@case(S3)
def h12(x): return PT.add_one(PT) + x
@case(lambda: ({int: T(3)},), lambda: ({int: T(3)},))
def h13(d): return d[int] * 2
@case(lambda: (T(5),), lambda: (T(7),))
def h14(x):
    for y in x.clone(): y.add_(1.0)
    return y
@case(lambda: (T(3, 4),), lambda: (T(5, 4),))
def h15(x):
    it = x.__iter__()
    return next(it) + next(it)
@case(S3)
def h16(x):
    s = x.new_zeros(3, 4)
    s[0] = 1
    s[:, 1] = x[:, 0]
    s[1, 2] += 5
    s[x > 0] = 0
    s[..., -1] = 2
    s[[0, 2]] = 7
    s[None, 1:2] = 3
    return s
@case(S3, S5)
def h17(x):
    return x.size(), x.shape[1:], x.size(
                                         -1), x.stride(), x.storage_offset(), x.dim(), x.is_contiguous(), x.numel(
                                             ), x.ndim, x * 1
@case(lambda: (T(3, 4), 1), lambda: (T(3, 4), 0), lambda: (T(3, 4), -1))
def h19(x, d): return x.sum(d), x.softmax(dim=d), x.argmax(d)
@case(lambda: (T(3, 4), "sum"), lambda: (T(3, 4), "mean"), lambda: (T(3, 4), "sum"))
def h20(x, how): return getattr(x, how)() + getattr(torch, how)(x)
class Cfg:
    def __init__(self, **kw): self.__dict__.update(kw)
@case(lambda: (T(3), Cfg(scale=2.0, bias=True)), lambda: (T(3), Cfg(scale=3.0, bias=True)),
      lambda: (T(3), Cfg(scale=4.0, bias=False)))
def h21(x, c):
    x = x * c.scale
    if c.bias: x = x + 1
    return x
@dataclasses.dataclass
class DC:
    x: torch.Tensor
    n: int = 3
    l: list = dataclasses.field(default_factory=list)
    def total(self): return self.x.sum() + self.n
@case(lambda: (DC(T(3)),), lambda: (DC(T(3), 4),), lambda: (DC(T(3), 5),))
def h22(d):
    d.l.append(d.x)
    return d.total(), dataclasses.replace(d, n=7).total(), len(dataclasses.fields(d))
class Col(enum.Enum):
    R = 1
    G = 2
    @property
    def w(self): return self.value * 2
@case(lambda: (T(3), Col.R), lambda: (T(3), Col.G), lambda: (T(3), Col.R))
def h24(x, c):
    if c is Col.R: return x + c.value
    return x * c.w
@case(S3)
def h25(x):
    return {c: x + c.value for c in Col}[Col.G], [c.name for c in Col], Col(2) is Col.G, Col["R"].w
class IE(enum.IntEnum):
    A = 1
    B = 2
@case(S3)
def h26(x): return x + IE.A + IE.B, x[IE.A], IE.A < IE.B, int(IE.B) + 1
def gen(n, x):
    for i in range(n):
        y = yield x + i
    return "done"
@case(S3, S5)
def h27(x):
    return list(gen(3, x))
@case(S3)
def h28(x):
    def outer():
        r = yield from gen(2, x)
        yield r
    return list(outer())
@case(S3)
def h29(x):
    g = (x * i for i in range(4))
    a = next(g)
    b = next(g)
    return a + b + sum(g)
@case(S3)
def h30(x):
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ x.T
    return y.dtype, y.float()
class CM:
    def __init__(self, l): self.l = l
    def __enter__(self):
        self.l.append(1)
        return self
    def __exit__(self, *a): self.l.append(2)
@case(lambda: (T(3), []), lambda: (T(3), []))
def h31(x, l):
    with CM(l) as c:
        x = x + len(c.l)
    return x + len(l), l
@case(S3)
def h32(x):
    @contextlib.contextmanager
    def cm(k):
        yield k * 2
    with cm(3) as k: x = x + k
    with contextlib.suppress(ValueError): raise ValueError("a")
    with contextlib.nullcontext(5) as n: x = x * n
    return x
GL = 0
@case(S3, S3, S3)
def h34(x):
    global GL
    GL += 1
    return x * GL
GLIST = []
@case(S3, S3, S3)
def h35(x):
    GLIST.append(x.sum())
    return x + len(GLIST)
GD = {"n": 0}
@case(S3, S3, S3)
def h36(x):
    GD["n"] += 1
    return x + GD["n"]
def deco(k):
    def d(f):
        @functools.wraps(f)
        def w(*a, **kw): return f(*a, **kw) * k
        return w
    return d
@deco(3)
def decorated(x, *, y=1): return x + y
@case(S3)
def h37(x): return decorated(x, y=4), decorated.__name__, decorated.__wrapped__(x)
@case(lambda: (T(3), 1, 2), lambda: (T(3), 1, 3))
def h38(x, *args, **kwargs):
    def g(a, /, b, *rest, c=5, **kw): return x * a + b + sum(rest) + c + sum(kw.values())
    return g(*args, 7, c=9, d=1, **kwargs) + len(args)
@case(S3)
def h39(x, y=2, *, z=3, w=None):
    return x * y + z if w is None else w
@case(S3)
def h40(x):
    class L:
        k = 5
        def __init__(self, v): self.v = v
        def m(self): return self.v * self.k
        @classmethod
        def mk(cls, v): return cls(v + 1)
        @staticmethod
        def s(a): return a + 1
        @property
        def p(self): return self.v - 1
        def __getitem__(self, i): return self.v[i]
        def __len__(self): return 3
        def __call__(self, a): return self.v + a
        def __add__(self, o): return L(self.v + o.v)
        def __contains__(self, k): return k == 5
    o = L.mk(x)
    return o.m(), L.s(x), o.p, o[0], len(o), o(2), (o + o).v, 5 in o
class Base:
    def f(self, x): return x + 1
class Der(Base):
    def f(self, x): return super().f(x) * 2
class Mix:
    def f(self, x): return super().f(x) - 3
class DM(Mix, Der): pass
@case(S3)
def h41(x): return DM().f(x), isinstance(DM(), Base), issubclass(DM, Mix), [c.__name__ for c in DM.__mro__]
class Slots:
    __slots__ = ("a", "b")
    def __init__(self, a): self.a = a
@case(lambda: (T(3), Slots(2)), lambda: (T(3), Slots(3)))
def h42(x, s):
    s.b = s.a + 1
    return x * s.a + s.b, hasattr(s, "b")
class GA:
    def __init__(self): self.k = 3
    def __getattr__(self, n):
        if n.startswith("x_"): return len(n)
        raise AttributeError(n)
@case(lambda: (T(3), GA()))
def h43(x, g): return x + g.x_abc + g.k, hasattr(g, "nope"), getattr(g, "zz", 9)
@case(S3, S5)
def h44(x):
    y = x.clone()
    y += 1
    y *= 2
    y[0] -= 1
    z = y.view(-1)
    z.mul_(2)
    return y, x.add(1).add_(2).clamp_(min=0), torch.add(x, 1, alpha=3)
@case(S3)
def h45(x):
    return x.to(torch.float64), x.to("cpu"), x.half().float(), x.int(), x.type_as(x.double()), x.to(x), x.bool(
        ).any(), x.long().dtype, x.device.type, x.device.index, str(
            x.dtype), x.dtype.is_floating_point, x.dtype.itemsize
@case(S3)
def h46(x):
    return torch.zeros(3, dtype=x.dtype, device=x.device), torch.full_like(x,
        2), torch.arange(x.shape[0]), torch.linspace(0, 1, 4), torch.eye(3), torch.empty(2).shape, x.new_full((2,),
            3), torch.ones(x.shape), torch.zeros(x.size()), torch.randn_like(x).shape
@case(lambda: (T(3, 4), T(3, 4) > 0))
def h47(x, m): return torch.where(m, x, 0.0), x.masked_fill(m, 1.0), x * m, (~m).sum(), torch.where(x > 0, x, -x)
@case(S3)
def h48(x):
    while x.shape[0] < 10: x = torch.cat([x, x])
    return x
@case(S3)
def h50(x):
    f = lambda a, b=2: a * b
    fs = [lambda v, i=i: v + i for i in range(3)]
    return f(x), f(x, 3), sum(g(x)
                              for g in fs), list(map(f, [x, x + 1])), list(filter(None, [0, 1, 2])), sorted([3, 1, 2],
                                  key=lambda v: -v)
# unbacked and dynamic, breaks
import torch._dynamo as dyn
S3 = lambda: (T(3, 4),)
S5 = lambda: (T(5, 4),)
S6 = lambda: (T(6, 4),)
@case(S3, S5, S6)
def k1(x):
    n = x.shape[0]
    print("n")
    return x + n
@case(S3, S5, S6)
def k2(x):
    n, m = x.shape
    y = x * n
    dyn.graph_break()
    return y + m + n
@case(S3, S5, S6)
def k3(x):
    s = x.size()
    dyn.graph_break()
    return torch.zeros(s) + x
@case(S3, S5, S6)
def k4(x):
    l = [x.shape[0], x]
    dyn.graph_break()
    return l[1] * l[0]
@case(S3, S5, S6)
def k5(x):
    n = x.shape[0] * 2 + 1
    dyn.graph_break()
    return x + n
@case(lambda: (T(3), 2), lambda: (T(3), 3), lambda: (T(3), 4))
def k6(x, n):
    m = n + 1
    dyn.graph_break()
    return x + m * n
@case(lambda: (T(3), 2), lambda: (T(3), 3), lambda: (T(3), 4))
def k7(x, n):
    print(n)
    return x + n
@case(lambda: (T(3), 2.0), lambda: (T(3), 3.0), lambda: (T(3), 4.0))
def k8(x, f):
    g = f * 2
    dyn.graph_break()
    return x + g
@case(lambda: (T(3), 2.0), lambda: (T(3), 3.0), lambda: (T(3), 4.5))
def k9(x, f):
    if f > 2.5: return x * f
    return x - f
@case(lambda: (T(3), 2.0, 3.0), lambda: (T(3), 3.0, 4.0), lambda: (T(3), 3.5, 4.5))
def k11(x, a, b): return x + a, a * b, a + 1, -a, a ** 2, a / b
@case(lambda: (T(3), 2), lambda: (T(3), 3), lambda: (T(3), 5))
def k12(x, n):
    return x + n, n * 2, n // 2, n % 3, -n, n ** 2, n / 2, float(n), str(n), n > 2, n & 1, n << 1, abs(n), bool(
        n), max(n, 3), divmod(n, 2)
@case(lambda: (T(3), 2), lambda: (T(3), 3), lambda: (T(3), 5))
def k13(x, n): return x * n if n % 2 else x + n
@case(lambda: (T(4), 2), lambda: (T(6), 3), lambda: (T(8), 2))
def k14(x, n): return x.view(n, -1), x.reshape(-1, n), x[:n], x[n:], x.chunk(n), x.split(n)
@case(S3, S5, S6)
def k16(x): return x.sum() / x.shape[0], x.mean(0) * math.sqrt(x.shape[1]), x * (x.shape[0] ** -0.5)
@case(S3, S5, S6)
def k17(x): return torch.cat([x, x.new_zeros(x.shape[0] % 2, 4)]), F.pad(x, (0, 0, 0, 8 - x.shape[0]))
@case(S3, S5, S6)
def k18(x):
    out = []
    for i in range(0, x.shape[0], 2): out.append(x[i:i + 2].sum())
    return torch.stack(out)
@case(lambda: (T(3, 4), T(3)), lambda: (T(5, 4), T(5)), lambda: (T(6, 4), T(6)))
def k19(x, y): return x * y[:, None] + y.unsqueeze(-1).expand_as(x), x.t() @ y
@case(lambda: (T(3, 4), T(4, 2)), lambda: (T(5, 6), T(6, 2)), lambda: (T(7, 8), T(8, 3)))
def k20(x, w): return x @ w, torch.einsum("ij,jk->ik", x, w), F.linear(x, w.t())
@case(lambda: (T(2, 3, 4),), lambda: (T(2, 5, 4),), lambda: (T(3, 5, 4),))
def k21(x):
    b, t, c = x.size()
    q = x.view(b, t, 2, c // 2).transpose(1, 2)
    a = (q @ q.transpose(-2, -1)) * (1.0 / math.sqrt(q.size(-1)))
    m = torch.tril(torch.ones(t, t)).view(1, 1, t, t)
    a = a.masked_fill(m == 0, float("-inf")).softmax(-1)
    return (a @ q).transpose(1, 2).contiguous().view(b, t, c)
CONVM = nn.Conv2d(3, 4, 3, padding=1)
BN = nn.BatchNorm2d(4)
@case(lambda: (T(2, 3, 8, 8),), lambda: (T(2, 3, 10, 10),), lambda: (T(4, 3, 12, 12),))
def k23(x): return F.relu(BN(CONVM(x))).shape, CONVM(x).sum()
EMB = nn.Embedding(10, 4)
LSTMC = nn.LSTMCell(4, 4)
@case(lambda: (torch.tensor([1, 2, 3]),), lambda: (torch.tensor([1, 2, 3, 4]),),
      lambda: (torch.tensor([1, 2, 3, 4, 5]),))
def k24(i): return EMB(i), F.one_hot(i, 10), i.float().mean(), EMB.weight[i]
@case(S3, S5, S6)
def k25(x):
    idx = torch.arange(x.shape[0])
    return x[idx], x.index_select(0, idx), x.gather(0,
                                                    idx[:, None].expand(-1,
                                                        4)), x[idx % 2 == 0].shape[1] if False else 0
@case(S3, S5, S6)
def k26(x):
    mask = torch.zeros(x.size(0), dtype=torch.bool)
    mask[0] = True
    return torch.where(mask[:, None], x, x * 2), mask.sum(), x.masked_fill(mask.unsqueeze(1), 0)
@case(S3, S5, S6)
def k27(x):
    if x.shape[0] > 4 and x.shape[1] == 4: return x * 2
    if x.numel() < 20: return x + 1
    return x
@case(S3, S5, S6)
def k28(x): return x.shape[0] + x.shape[1], x * 2
@case(S3, S5, S6)
def k29(x): return torch.tensor([x.shape[0], 2]), torch.full((x.shape[0],), 3.0), torch.tensor(x.shape[0] * 2.0)
@case(S3, S5, S6)
def k31(x):
    d = {}
    d[x.shape[0]] = x
    return d[x.shape[0]] + 1, list(d)
@case(S3, S5, S6)
def k34(x):
    @torch.compiler.disable
    def g(v): return v * 2
    y = g(x + 1)
    return y - x.shape[0]
@case(S3, S5, S6)
def k35(x):
    return torch.cond(x.sum() > 0, lambda v: v + 1, lambda v: v - 1, (x,))
@case(S3, S5, S6)
def k36(x):
    return x.repeat_interleave(2, 0), x.repeat(2, 1), x.tile(2), x.unfold(0, 2,
        1), x.flip(0), x.rot90(), x.diff(dim=0), x.cumsum(0)
@case(S3, S5, S6)
def k37(x):
    return x.std(), x.var(0), x.norm(), x.logsumexp(0), x.sort(0).values, x.median(0).values, x.amax(1), x.unique(
        ).shape if False else 1
@case(lambda: (T(3, 4), [2, 6]), lambda: (T(3, 4), [3, 4]), lambda: (T(3, 4), (4, 3)))
def k38(x, s): return x.view(s), x.reshape(*s), torch.zeros(s)
@case(lambda: (T(6, 4), {"n": 2}), lambda: (T(6, 4), {"n": 3}), lambda: (T(6, 4), {"n": 6}))
def k39(x, c): return x.view(c["n"], -1) * c["n"]
class Hold:
    def __init__(self, n): self.n = n
@case(lambda: (T(6, 4), Hold(2)), lambda: (T(6, 4), Hold(3)), lambda: (T(6, 4), Hold(6)))
def k40(x, h):
    h.n += 1
    return x * h.n

main()
