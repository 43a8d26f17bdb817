# feature: modules, hooks, parametrisations, autograd and optimisers: graphs and operations per call
# seed: none
import torch, math, functools, itertools, operator, collections, dataclasses, enum, contextlib, copy, types, typing
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
S3 = lambda: (T(),)
def ones(m):
    for p in m.parameters(): nn.init.ones_(p)
    return m
@build(S3, S3)
def mo_lin(): return ones(nn.Linear(4, 2))
@build(S3)
def mo_seq(): return ones(nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Sequential(nn.Linear(4, 2), nn.Tanh())))
class M1(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = ones(nn.Linear(4, 4))
        self.k = 2
        self.register_buffer("b", torch.ones(4))
        self.p = nn.Parameter(torch.ones(4))
        self.ls = nn.ModuleList([nn.ReLU(), nn.Tanh()])
        self.d = nn.ModuleDict({"a": nn.ReLU(), "b": nn.Sigmoid()})
        self.cfg = {"s": 3}
        self.act = F.relu
        self.none = None
    def helper(self, x): return self.act(x) * self.cfg["s"]
    def forward(self, x, flag=True):
        x = self.l(x) * self.k + self.b * self.p
        for l in self.ls: x = l(x)
        if flag and self.none is None: x = self.d["a"](x)
        return self.helper(x)
@build(S3, S3)
def mo_m1(): return M1()
@build(S3, lambda: (T(), False))
def mo_flag(): return M1()
@build(S3)
def mo_bound(): return M1().helper
@build(S3)
def mo_fn_of():
    m = M1()
    return lambda x: m(x) + m.k + m.p.sum()
@build(S3, S3, S3)
def mo_mutk():
    m = M1()
    def f(x):
        m.k += 1
        return m(x)
    return f
class MCount(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = 0
        self.register_buffer("c", torch.zeros(1))
        self.hist = []
    def forward(self, x):
        self.n += 1
        self.c.add_(1)
        self.c = self.c + 1
        self.hist.append(x.sum())
        return x + self.n + self.c
@build(S3, S3, S3)
def mo_count(): return MCount()
@build(S3)
def mo_newbuf():
    class M(nn.Module):
        def forward(self, x):
            self.register_buffer("q", x + 1)
            return self.q * 2
    return M()
@build(S3, S3)
def mo_cacheattr():
    class M(nn.Module):
        def forward(self, x):
            if not hasattr(self, "z"): self.z = x + 1
            return x + self.z
    return M()
@build(S3)
def mo_delattr():
    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.z = 3
        def forward(self, x):
            v = self.z
            del self.z
            return x + v + hasattr(self, "z")
    return M()
@build(S3)
def mo_inherit():
    class A(nn.Module):
        def __init__(self):
            super().__init__()
            self.l = ones(nn.Linear(4, 4))
        def forward(self, x): return self.l(x)
    class B(A):
        def forward(self, x): return super().forward(x) + 1
    return B()
@build(S3)
def mo_custcall():
    class M(nn.Module):
        def __call__(self, x): return super().__call__(x) + 1
        def forward(self, x): return x * 2
    return M()
@build(S3)
def mo_iter():
    m = M1()
    def f(x):
        for n, p in m.named_parameters(): x = x + p.sum()
        for n, b in m.named_buffers(): x = x + b.sum()
        for n, c in m.named_children(): x = x + len(n)
        for c in m.modules(): x = x + 1
        for n, c in m.named_modules(): x = x + len(n)
        return x
    return f
@build(S3)
def mo_lists():
    ml = nn.ModuleList([nn.ReLU(), nn.Tanh(), nn.Sigmoid()])
    def f(x):
        x = ml[0](x)
        x = ml[-1](x)
        for l in ml[1:]: x = l(x)
        for i, l in enumerate(ml): x = l(x) * i
        for a, b in zip(ml, ml): x = a(b(x))
        return x + len(ml) + (ml[0] in ml) + sum(1 for _ in reversed(ml))
    return f
@build(S3)
def mo_seqidx():
    s = nn.Sequential(OrderedDict(a=nn.ReLU(), b=nn.Tanh()))
    return lambda x: s[0](x) + s.b(x) + s[1:](x) + len(s) + [m(x) for m in s][0]
@build(S3)
def mo_dict():
    d = nn.ModuleDict({"a": nn.ReLU(), "b": nn.Tanh()})
    def f(x):
        for k, v in d.items(): x = v(x) + len(k)
        for v in d.values(): x = v(x)
        for k in d.keys(): x = d[k](x)
        return x + len(d) + ("a" in d)
    return f
@build(S3)
def mo_plist():
    p = nn.ParameterList([torch.ones(4), torch.ones(4)])
    q = nn.ParameterDict({"a": torch.ones(4)})
    def f(x):
        for t in p: x = x + t
        return x * p[0] + q["a"] + len(p) + sum(t.sum() for t in q.values())
    return f
@build(S3)
def mo_training():
    m = nn.Dropout(0.0)
    return lambda x: m(x) + m.training
@build(S3, S3)
def mo_toggle():
    m = nn.Dropout(0.0)
    n = [0]
    def f(x):
        m.eval()
        y = m(x)
        m.train()
        return y + m(x)
    return f
@build(lambda: (T(5, 4),), lambda: (T(6, 4),), lambda: (T(7, 4),))
def mo_bn(): return nn.BatchNorm1d(4)
@build(lambda: (T(5, 4),), lambda: (T(6, 4),))
def mo_ln():
    return nn.Sequential(nn.LayerNorm(4), nn.GELU(), nn.Softmax(-1), nn.Flatten(), nn.Identity(), nn.LeakyReLU(0.1),
                         nn.ELU(), nn.SiLU(), nn.Hardtanh())
@build(lambda: (T(2, 3, 8, 8),))
def mo_conv():
    return nn.Sequential(nn.Conv2d(3, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.MaxPool2d(2), nn.AvgPool2d(1),
                         nn.AdaptiveAvgPool2d(1), nn.Dropout(0.), nn.Upsample(scale_factor=2), nn.PixelShuffle(1),
                         nn.ZeroPad2d(1), nn.GroupNorm(1, 2), nn.InstanceNorm2d(2))
@build(lambda: (torch.tensor([[0, 1]]),))
def mo_emb(): return ones(nn.Embedding(3, 2))
@build(lambda: (T(2, 3, 4),))
def mo_gru(): return ones(nn.GRU(4, 4, batch_first=True))
@build(lambda: (T(2, 4),))
def mo_lstmcell(): return ones(nn.LSTMCell(4, 4))
@build(lambda: (T(2, 4),))
def mo_grucell(): return ones(nn.GRUCell(4, 4))
@build(lambda: (T(2, 3, 4),))
def mo_rnn(): return ones(nn.RNN(4, 4))
@build(lambda: (T(2, 3, 4),))
def mo_tel(): return ones(nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True))
@build(lambda: (T(2, 3, 4),))
def mo_tele(): return ones(nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True)).eval()
@build(lambda: (T(2, 3, 4), T(2, 3, 4)))
def mo_tdl(): return ones(nn.TransformerDecoderLayer(4, 2, 8, dropout=0.0, batch_first=True))
@build(lambda: (T(2, 3, 4),))
def mo_mha():
    m = ones(nn.MultiheadAttention(4, 2, batch_first=True))
    return lambda x: m(x, x, x)
@build(lambda: (T(2, 3, 4),))
def mo_mhanw():
    m = ones(nn.MultiheadAttention(4, 2))
    return lambda x: m(x, x, x, need_weights=False)[0]
@build(lambda: (T(3, 4), torch.tensor([0, 1, 2])))
def mo_loss():
    c = nn.CrossEntropyLoss()
    d = nn.MSELoss()
    e = nn.L1Loss()
    g = nn.BCEWithLogitsLoss()
    h = nn.SmoothL1Loss(reduction="sum")
    k = nn.NLLLoss()
    q = nn.KLDivLoss(reduction="batchmean")
    return lambda x, y: (c(x, y), d(x, x), e(x, x + 1), g(x, x), h(x, x), k(x, y), q(x, x.softmax(1)),
                         F.cross_entropy(x, y, label_smoothing=0.1))
@build(lambda: (T(3, 4), T(3, 4)))
def mo_cos():
    c = nn.CosineSimilarity()
    b = nn.Bilinear(4, 4, 2)
    p = nn.PairwiseDistance()
    return lambda x, y: (c(x, y), p(x, y), nn.CosineEmbeddingLoss()(x, y, torch.ones(3)),
                         nn.TripletMarginLoss()(x, y, x), nn.HuberLoss()(x, y))
@build(S3)
def mo_fwdhook():
    m = nn.ReLU()
    m.register_forward_hook(lambda m, i, o: o + 1)
    m.register_forward_pre_hook(lambda m, i: (i[0] * 2,))
    return m
@build(S3, S3)
def mo_hookremove():
    m = nn.ReLU()
    h = m.register_forward_hook(lambda m, i, o: o + 1)
    n = [0]
    def f(x):
        return m(x)
    return f
@build(S3)
def mo_hookstate():
    m = nn.ReLU()
    acts = []
    m.register_forward_hook(lambda m, i, o: acts.append(o))
    return lambda x: (m(x), len(acts), acts[0] + 1)
@build(S3)
def mo_bwhook():
    m = nn.ReLU()
    m.register_full_backward_hook(lambda m, gi, go: None)
    return m
@build(S3)
def mo_reqgrad():
    m = ones(nn.Linear(4, 4))
    def f(x):
        for p in m.parameters(): p.requires_grad_(False)
        return m(x)
    return f
@build(S3)
def mo_zero():
    m = ones(nn.Linear(4, 4))
    def f(x):
        m.zero_grad()
        return m(x)
    return f
@build(S3)
def mo_newmod(): return lambda x: nn.ReLU()(x) + nn.Sequential(nn.Tanh())(x)
@build(S3)
def mo_newlin(): return lambda x: ones(nn.Linear(4, 2))(x)
@build(S3)
def mo_newparam(): return lambda x: nn.Parameter(torch.ones(4)) + x
@build(S3)
def mo_newbufm():
    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("k", torch.ones(4))
        def forward(self, x): return x + self.k
    return lambda x: M()(x)
@build(S3)
def mo_getitemm():
    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.ls = [1, 2]
        def __getitem__(self, i): return self.ls[i]
        def __len__(self): return 7
        def __contains__(self, v): return v == 3
        def __iter__(self): return iter(self.ls)
        def forward(self, x): return x + self[1] + len(self) + (3 in self) + sum(self)
    return M()
@build(S3)
def mo_getattrm():
    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.sub = nn.ReLU()
        def __getattr__(self, n):
            if n == "magic": return 5
            return super().__getattr__(n)
        def forward(self, x): return self.sub(x) + self.magic
    return M()
@build(S3)
def mo_setattrm():
    class M(nn.Module):
        def __setattr__(self, n, v): super().__setattr__(n, v)
        def forward(self, x):
            self.w = x + 1
            return self.w
    return M()
@build(S3)
def mo_prop():
    class M(nn.Module):
        @property
        def w(self): return self._w * 2
        @w.setter
        def w(self, v): self._w = v
        def forward(self, x):
            self.w = x
            return self.w
    return M()
@build(S3)
def mo_static():
    class M(nn.Module):
        K = 3
        @staticmethod
        def s(x): return x * 2
        @classmethod
        def c(cls, x): return x * cls.K
        def forward(self, x): return self.s(x) + self.c(x) + M.s(x) + type(self).K
    return M()
@build(S3)
def mo_kwargs():
    class M(nn.Module):
        def forward(self, x, *a, k=1, **kw): return x * k + sum(a) + kw.get("z", 0)
    m = M()
    return lambda x: m(x, 1, 2, k=3, z=4)
@build(S3)
def mo_break():
    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.a = ones(nn.Linear(4, 4))
        def forward(self, x):
            x = self.a(x)
            print("p")
            return self.a(x)
    return M()
@build(S3)
def mo_breaksub():
    class M(nn.Module):
        def forward(self, x):
            x = x + 1
            torch._dynamo.graph_break()
            return x * 2
    return nn.Sequential(nn.ReLU(), M(), nn.Tanh(), M())
@build(S3)
def mo_disablesub():
    class M(nn.Module):
        @torch.compiler.disable
        def forward(self, x): return x + 1
    return nn.Sequential(nn.ReLU(), M(), nn.Tanh())
@build(S3)
def mo_two():
    a, b = ones(nn.Linear(4, 4)), ones(nn.Linear(4, 4))
    b.weight = a.weight
    return lambda x: a(x) + b(x)
@build(S3)
def mo_pick():
    ms = {"a": nn.ReLU(), "b": [nn.Tanh()]}
    return lambda x: ms["a"](x) + ms["b"][0](x)
@build(S3, S3)
def mo_flip():
    m = nn.Dropout(0.0)
    st = [True]
    c = [0]
    def f(x): return m(x) * 2
    return f
@build(S3)
def mo_applyfn():
    m = ones(nn.Linear(4, 4))
    def f(x):
        return torch.func.functional_call(m, {"weight": m.weight * 2}, (x,))
    return f
@build(S3)
def mo_param():
    class Sym(nn.Module):
        def forward(self, w): return w + w.t()
    m = ones(nn.Linear(4, 4))
    torch.nn.utils.parametrize.register_parametrization(m, "weight", Sym())
    return m
@build(S3)
def mo_ckpt():
    from torch.utils.checkpoint import checkpoint
    m = ones(nn.Linear(4, 4))
    return lambda x: checkpoint(m, x, use_reentrant=False) + 1
class Fn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k = k
        return x * k
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * ctx.k, None
class Fn2(torch.autograd.Function):
    @staticmethod
    def forward(x): return x.sin()
    @staticmethod
    def setup_context(ctx, inputs, output): ctx.save_for_backward(*inputs)
    @staticmethod
    def backward(ctx, g): return g * ctx.saved_tensors[0].cos()
class Fn3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.mark_non_differentiable(y)
        return x + y, x * y
    @staticmethod
    def backward(ctx, a, b): return a + b, b
R = lambda: (T().requires_grad_(),)
@case(R, S3)
def af_a(x): return Fn.apply(x, 3) + 1
@case(R)
def af_b(x): return Fn2.apply(x) * 2
@case(R)
def af_c(x): return Fn3.apply(x, x + 1)
@case(R)
def af_d(x):
    f = Fn.apply
    return f(f(x, 2), 3)
@case(R)
def af_e(x):
    with torch.no_grad(): return Fn.apply(x, 2)
@case(R)
def gr_a(x):
    y = (x * 2).sum()
    return torch.autograd.grad(y, x)[0]
@case(R)
def gr_b(x):
    y = (x * 2).sum()
    y.backward()
    return x.grad
@case(R)
def gr_c(x): return x.detach() + 1, x.data * 2, x.requires_grad, x.grad is None
@case(R)
def gr_d(x):
    y = x.detach().requires_grad_(True)
    return y * 2
@case(S3)
def gr_f(x):
    x.requires_grad_()
    return x * 2
@case(S3)
def gr_g(x):
    y = torch.ones(4, requires_grad=True)
    return x * y
@case(S3)
def gr_h(x):
    y = torch.ones(4)
    y.requires_grad = True
    return x * y
@case(R)
def gr_i(x):
    y = x * 2
    y.retain_grad()
    return y.sum()
def opt(kind, **kw):
    def make():
        m = ones(nn.Linear(4, 1))
        o = kind(m.parameters(), **kw)
        m(T()).sum().backward()
        def f(x):
            o.step()
            return x + 1
        return f
    return make
@build(S3, S3)
def tr_step():
    m = ones(nn.Linear(4, 1))
    o = torch.optim.SGD(m.parameters(), lr=0.01)
    def f(x):
        o.zero_grad()
        l = m(x).pow(2).mean()
        l.backward()
        o.step()
        return l.detach()
    return f
@build(S3, S3)
def tr_fwdbwd():
    m = ones(nn.Linear(4, 1))
    def f(x):
        l = m(x).pow(2).mean()
        l.backward()
        return l
    return f
@build(S3)
def tr_sgdman():
    w = torch.ones(4, requires_grad=True)
    def f(x):
        with torch.no_grad():
            w.sub_(0.1 * x.sum(0))
            w.mul_(2)
        return x * w
    return f
def main():
    for name, make, makers in CASES:
        torch._dynamo.reset()
        fn = make()
        eager = [one(fn, m()) for m in makers]
        log = []

        def backend(gm, ex):
            log.append(names(gm))
            return gm.forward

        c = torch.compile(make(), backend=backend)
        for i, (m, want) in enumerate(zip(makers, eager)):
            got = one(c, m())
            print(name, i, log, got == want)
            log.clear()


main()
