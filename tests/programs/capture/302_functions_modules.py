# Modules and modes under capture.
import torch
import torch._dynamo
import torch._dynamo.testing
import torch.nn.functional as F
import copy, math, collections, functools, itertools, operator, enum, dataclasses, contextlib, typing
from typing import NamedTuple, List, Dict, Optional
from collections import namedtuple, defaultdict, OrderedDict, deque
from torch import nn

def show(v, depth=0):
    if depth > 4:
        return "..."
    if isinstance(v, torch.Tensor):
        if v.dtype.is_floating_point:
            t = [round(float(q), 3) + 0.0 for q in v.detach().reshape(-1)[:6].float()]
        else:
            t = v.detach().reshape(-1)[:6].tolist()
        return f"T{list(v.shape)}{str(v.dtype)[6:]}{'g' if v.requires_grad else ''}{t}"
    if isinstance(v, tuple) and hasattr(v, "_fields"):
        return type(v).__name__ + "(" + ", ".join(f"{k}={show(x, depth+1)}" for k, x in zip(v._fields, v)) + ")"
    if isinstance(v, torch.Size):
        return "Size" + str(list(v))
    if isinstance(v, (list, tuple, deque)):
        return type(v).__name__ + "(" + ", ".join(show(x, depth+1) for x in v) + ")"
    if isinstance(v, dict):
        return type(v).__name__ + "{" + ", ".join(f"{show(k, depth+1)}: {show(x, depth+1)}" for k, x in v.items()) + "}"
    if isinstance(v, (set, frozenset)):
        return type(v).__name__ + "{" + ", ".join(sorted(show(x, depth+1) for x in v)) + "}"
    if isinstance(v, float):
        return f"{v:.5g}"
    if isinstance(v, (int, str, bool, type(None), torch.dtype, torch.device, slice, range)):
        return repr(v)
    if isinstance(v, type):
        return "class " + v.__name__
    if isinstance(v, enum.Enum):
        return str(v)
    if callable(v) and not isinstance(v, nn.Module) and not hasattr(v, "__dict__"):
        return "callable"
    if hasattr(v, "__dict__") and not callable(v):
        return type(v).__name__ + "<" + ", ".join(f"{k}={show(x, depth+1)}" for k, x in sorted(v.__dict__.items())
                                                  if not k.startswith("__")) + ">"
    return type(v).__name__

class Counter:
    def __init__(self):
        self.frames = 0
        self.ops = 0
        self.names = []
    def __call__(self, gm, inputs):
        self.frames += 1
        names = []
        for n in gm.graph.nodes:
            if "call" in n.op:
                self.ops += 1
                names.append(n.target if isinstance(n.target, str) else getattr(n.target, "__name__", str(n.target)))
        self.names.append(" ".join(names))
        return gm.forward

def run1(fn, args):
    try:
        r = fn(*args)
        return show(r)
    except Exception as e:
        return "EXC " + type(e).__name__ + ": " + str(e).split("\n")[0][:150]

def check(fn, *argsets, dynamic=None, setup=None):
    name = fn.__name__ if hasattr(fn, "__name__") else type(fn).__name__
    if not argsets:
        argsets = ((torch.arange(6.0).reshape(2, 3) - 1.5,),)
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    c = Counter()
    mem = {}
    e_args = [copy.deepcopy(a) for a in argsets]
    c_args = [copy.deepcopy(a) for a in argsets]
    if setup: setup()
    e = [run1(fn, a) for a in e_args]
    if setup: setup()
    opt = torch.compile(fn, backend=c, dynamic=dynamic)
    g = []
    for a in c_args:
        torch.manual_seed(0)
        g.append(run1(opt, a))
    print(f"[{name}] frames={c.frames} ops={c.ops} breaks={sum(torch._dynamo.utils.counters['graph_break'].values())}")
    for n in c.names:
        print("   G:", n)
    for k in sorted(torch._dynamo.utils.counters['graph_break']):
        print("   B:", k.split("\n")[0][:70])
    for i in range(len(e)):
        if e[i] != g[i]:
            print("   DIFF eager", e[i])
        print("   R:", g[i])
        ea, ca = show(e_args[i]), show(c_args[i])
        if ea != ca:
            print("   ARGS eager", ea)
            print("   ARGS compi", ca)

X = torch.arange(6.0).reshape(2, 3) - 1.5
Y = torch.ones(2, 3) * 2

class M1(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 4)
        self.k = 2
    def forward(self, x): return self.l(x).relu() * self.k
class MSeq(nn.Module):
    def __init__(self):
        super().__init__()
        self.s = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
    def forward(self, x): return self.s(x) + self.s[0](x).sum() + len(self.s)
class MList(nn.Module):
    def __init__(self):
        super().__init__()
        self.ls = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
    def forward(self, x):
        for i, l in enumerate(self.ls): x = l(x) + i
        for l in self.ls[1:]: x = l(x)
        return self.ls[-1](x), len(self.ls)
class MDict(nn.Module):
    def __init__(self):
        super().__init__()
        self.d = nn.ModuleDict({"a": nn.Linear(3, 3), "b": nn.ReLU()})
    def forward(self, x):
        for k, m in self.d.items(): x = m(x)
        for m in self.d.values(): x = m(x)
        if "a" in self.d: x = self.d["a"](x)
        return x, list(self.d.keys()), len(self.d)
class MParams(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(3) * i) for i in range(2)])
        self.pd = nn.ParameterDict({"q": nn.Parameter(torch.ones(3))})
        self.register_buffer("b", torch.zeros(3))
        self.register_buffer("nb", None)
        self.register_parameter("np", None)
    def forward(self, x):
        x = x * self.w + self.b
        for p in self.pl: x = x + p
        x = x + self.pd["q"] + self.pl[1]
        if self.nb is None and self.np is None: x = x + 1
        return x
class MIter(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.Linear(3, 3)
    def forward(self, x):
        n = 0
        for name, p in self.named_parameters(): n += len(name)
        for p in self.parameters(): x = x + p.sum()
        for m in self.children(): x = m(x)
        for name, m in self.named_children(): n += len(name)
        for m in self.modules(): n += 1
        for name, b in self.named_buffers(): n += 1
        for name, m in self.named_modules(): n += len(name)
        return x, n
class MCount(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = 0
        self.hist = []
    def forward(self, x):
        self.n += 1
        self.hist.append(x.shape[0])
        return x + self.n
class MBuf(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("c", torch.zeros(()))
        self.register_buffer("m", torch.zeros(3))
    def forward(self, x):
        self.c += 1
        self.m = self.m * 0.9 + x.mean(0)
        return x + self.m + self.c
class MBN(nn.Module):
    def __init__(self):
        super().__init__()
        self.bn = nn.BatchNorm1d(3)
        self.d = nn.Dropout(0.5)
    def forward(self, x): return self.d(self.bn(x)) if self.training else self.bn(x)
class MHook(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.l.register_forward_hook(lambda m, i, o: o + 1)
        self.l.register_forward_pre_hook(lambda m, i: (i[0] * 2,))
    def forward(self, x): return self.l(x)
class MNested(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = M1()
        self.b = MSeq()
    def forward(self, x, flag=True):
        if flag: return self.a(x)
        return self.b(x)
class MInherit(M1):
    def forward(self, x): return super().forward(x) + 1
class MCustomCall(nn.Module):
    def forward(self, x, *args, scale=1, **kw): return x * scale + sum(args) + len(kw)
class MProp(nn.Module):
    def __init__(self):
        super().__init__()
        self._s = 3
    @property
    def s(self): return self._s
    @s.setter
    def s(self, v): self._s = v
    def helper(self, x): return x * self.s
    @staticmethod
    def st(x): return x + 1
    @classmethod
    def cl(cls, x): return x + 2
    def forward(self, x):
        self.s = 4
        return self.st(self.cl(self.helper(x)))
class MGetattr(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def __getattr__(self, n):
        if n == "magic": return 5
        return super().__getattr__(n)
    def forward(self, x): return self.l(x) * self.magic
class MContainers(nn.Module):
    def __init__(self):
        super().__init__()
        self.cfg = {"a": 1, "b": [1, 2]}
        self.fn = torch.relu
        self.act = F.gelu
        self.lam = lambda v: v * 2
        self.mods = [nn.Linear(3, 3)]
        self.tup = (1, 2)
        self.dt = torch.float32
    def forward(self, x):
        return self.lam(self.act(self.fn(self.mods[0](x)))) + self.cfg["a"] + self.cfg["b"][1] + self.tup[0], x.to(
            self.dt)
class MTrain(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        if self.training: return self.l(x)
        return x
class MSetattr(nn.Module):
    def __init__(self):
        super().__init__()
        self.x = 1
    def forward(self, t):
        self.last = t
        self.y = self.x + 1
        return t + self.y
class MEmb(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.Embedding(5, 3)
        self.ln = nn.LayerNorm(3)
    def forward(self, i): return self.ln(self.e(i))
class MConv(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(1, 2, 3, padding=1)
        self.p = nn.MaxPool2d(2)
    def forward(self, x): return torch.flatten(self.p(F.relu(self.c(x))), 1)
class MMHA(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(4, 4)
        self.h = 2
    def forward(self, x):
        B, T, C = x.shape
        q = self.q(x).view(B, T, self.h, C // self.h).transpose(1, 2)
        a = (q @ q.transpose(-2, -1)) / math.sqrt(q.size(-1))
        m = torch.tril(torch.ones(T, T)).view(1, 1, T, T)
        a = a.masked_fill(m == 0, float("-inf"))
        return (F.softmax(a, dim=-1) @ q).transpose(1, 2).contiguous().view(B, T, C)
class MLSTMCell(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.LSTM(3, 4, batch_first=True)
    def forward(self, x):
        o, (h, c) = self.l(x)
        return o[:, -1], h
class MTE(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True, dropout=0.0)
    def forward(self, x): return self.l(x)
def mk(cls, *inputs, evalm=False):
    torch.manual_seed(0)
    m = cls()
    if evalm: m.eval()
    def f(m, *a): return m(*a)
    f.__name__ = "mod_" + cls.__name__
    check(f, *[(m,) + i for i in inputs])
x = X
for c in [M1, MSeq, MList, MDict, MParams, MIter, MHook, MInherit, MProp, MGetattr, MContainers, MTrain, MSetattr]:
    mk(c, (x,))
mk(MCount, (x,))
mk(MBuf, (x,), (x,))
mk(MBN, (x,), evalm=True)
mk(MNested, (x,), (x, False), (x, True))
mk(MCustomCall, (x, 1, 2), (x,))
mk(MEmb, (torch.tensor([1, 2]),), (torch.tensor([1, 2, 3]),))
mk(MConv, (torch.ones(1, 1, 4, 4),))
mk(MMHA, (torch.ones(1, 3, 4),), (torch.ones(2, 3, 4),), (torch.ones(2, 5, 4),))
mk(MTE, (torch.ones(1, 2, 4),), evalm=True)
def direct(cls, *inputs, evalm=False, meth=None):
    torch.manual_seed(0)
    m = cls()
    if evalm: m.eval()
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    e = copy.deepcopy(m)
    c = Counter()
    o = torch.compile(m, backend=c)
    print(f"[direct_{cls.__name__}]")
    for i in inputs:
        a, b = run1(e, copy.deepcopy(i)), run1(o, copy.deepcopy(i))
        print("  ", b, "SAME" if a == b else "DIFF " + a)
    print("  ", c.frames, c.ops, c.names, sum(torch._dynamo.utils.counters["graph_break"].values()))
    print("  ", [k for k, v in o.named_parameters()], type(o).__name__, o.training, [k for k in o.state_dict()][:2],
          hasattr(o, "l"), hasattr(o, "zzz"))
    for k, v in sorted(m.__dict__.items()):
        if not k.startswith("_"): print("   attr", k, show(v))
    for k, v in m.named_buffers(): print("   buf", k, show(v))
for c in [M1, MSeq, MCount, MBuf, MSetattr, MTrain, MHook]:
    direct(c, (x,), (x,), (torch.ones(4, 3),))
direct(MBN, (x,), evalm=True)
def f_noctx(x):
    with torch.no_grad():
        y = x * 2
    return y + 1, torch.is_grad_enabled()
@torch.no_grad()
def f_nograd_deco(x): return x * 2
@torch.enable_grad()
def f_enablegrad(x): return x * 2
def f_setgrad(x):
    with torch.set_grad_enabled(False):
        y = x * 2
    with torch.enable_grad():
        z = y + x
    return y, z
def f_infmode(x):
    with torch.inference_mode():
        y = x * 2
    return y
def f_autocast(x):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ x.T
    return y, x @ x.T
@torch.autocast("cpu", dtype=torch.bfloat16)
def f_autocast_deco(x): return x @ x.T
def f_grad_flags(x): return x.requires_grad, (x * 2).requires_grad, x.detach().requires_grad, x.is_leaf, x.grad is None
def f_nograd_break(x):
    with torch.no_grad():
        y = x * 2
        torch._dynamo.graph_break()
        z = y + 1
    return z * x
def f_profiler(x):
    with torch.profiler.record_function("hi"):
        return x + 1
def f_deterministic(x): return torch.are_deterministic_algorithms_enabled(), torch.get_default_dtype(), x + 1
XG = X.clone().requires_grad_()
for f in [v for k, v in list(globals().items()) if k.startswith("f_")]:
    check(f, (XG,))
