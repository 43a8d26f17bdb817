import torch, abc, collections.abc, functools, collections, dataclasses, enum, typing
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
def mod(cls, *a):
    torch.manual_seed(0)
    return cls(*a)
X = lambda: (T(4, 10),)
class BM(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear1 = nn.Linear(10, 10)
        self.scale = torch.ones(1, 10)
    def forward(self, x): return F.relu(self.linear1(x)) * self.scale
class CM(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = BM()
        self.l2 = BM()
        self.scale = torch.ones(1, 10)
    def cs(self, m, x): return m(x) * self.scale
    @staticmethod
    def st(scale, m, x): return m(x) * scale
    @classmethod
    def cl(cls, scale, m, x): return m(x) * scale
    @property
    def alias(self): return self.scale
    def forward(self, x): return self.cs(self.l1, x) + self.st(self.scale, self.l2, x) + self.cl(self.alias, self.l1, x)
@build(X)
def md_cm(): return mod(CM)
class Unsup(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = BM()
    def h(self, m, x):
        x = m(x) + 1
        torch._dynamo.graph_break()
        return x * 2
    def forward(self, x): return 1 + self.h(self.l, x * 1.5)
@build(X)
def md_unsup(): return mod(Unsup)
class StF(nn.Module):
    @staticmethod
    def forward(x): return x * torch.sigmoid(x)
@build(X)
def md_staticfwd(): return mod(StF)
class NML(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([])
        for _ in range(3): self.layers.append(nn.ModuleList([nn.Linear(10, 10), nn.ReLU()]))
    def forward(self, x):
        for layer, act in self.layers: x = act(layer(x))
        return x
@build(X)
def md_nml(): return mod(NML)
class ML(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(10, 10), nn.ReLU()])
    def __getitem__(self, i): return self.layers[i]
    def __len__(self): return len(self.layers)
    def forward(self, x):
        for i in range(len(self)): x = self[i](x)
        for l in self.layers: x = l(x)
        for l, v in zip(self.layers, (1, 2)): x = l(x) + v
        for i, l in enumerate(self.layers[::-1]): x = l(x) * i
        if self.layers: x = x + 1
        return x, self.layers[-1](x), len(self.layers[:1])
@build(X)
def md_ml(): return mod(ML)
class MDct(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleDict({"0": nn.Linear(10, 10), "a": nn.ReLU()})
        self.pd = nn.ParameterDict({"w": nn.Parameter(torch.ones(10))})
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(10)) for _ in range(2)])
    def forward(self, x):
        for k in self.layers: x = self.layers[k](x)
        for k, m in self.layers.items(): x = m(x)
        for p in self.pl: x = x + p
        return x * self.pd["w"], "0" in self.layers, list(self.layers.keys()), len(self.pl)
@build(X)
def md_mdict(): return mod(MDct)
class Ch(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = nn.Linear(10, 10)
        self.l2 = nn.ReLU()
        self.tl = (torch.ones(1, 10), torch.ones(4, 1))
        self.ll = [nn.Linear(10, 10), nn.ReLU()]
    def forward(self, x):
        for b in self.children(): x = b(x)
        for n, b in self.named_children(): x = b(x)
        for t in self.tl: x = x * t
        for l in self.ll: x = l(x)
        return x + sum(p.numel() for p in self.parameters()), [n for n, _ in self.named_parameters()], [n
            for n, _ in self.named_modules()], next(self.parameters()).dtype
@build(X)
def md_children(): return mod(Ch)
class PM1(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear1 = nn.Linear(10, 10)
        self.scale = nn.Parameter(torch.ones(1, 10))
        self.register_buffer("buf", torch.zeros(10))
    def forward(self, x):
        if not any(p.requires_grad for p in self.parameters()): return x + 1
        self.buf += 1
        return F.relu(self.linear1(x)) * self.scale + self.buf, len(self.state_dict()) if False else 0
@build(X, X)
def md_pm1(): return mod(PM1)
class Dns(nn.ModuleDict):
    def __init__(self):
        super().__init__()
        for i in range(2): self.add_module(f"d{i + 1:d}", nn.Linear(10, 10))
    def forward(self, f):
        fs = [f]
        for l in self.values(): fs.append(l(fs[-1]))
        return torch.cat(fs, 1)
@build(X)
def md_dense(): return mod(Dns)
class Isn(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(10, 10)
        self.b = None
        self.mode = "s"
        self.cfg = Cfg2()
    def forward(self, x, off=1):
        if self.a is not None: x = self.a(x)
        if self.b is not None: x = self.b(x)
        if self.mode == "s" and self.training: x = x + off
        for i in range(self.cfg.count): x = x + self.cfg.val
        return x
class Cfg2:
    def __init__(self):
        self.val = 0.5
        self.count = 3
@build(X, lambda: (T(4, 10), 2), lambda: (T(4, 10), 3), lambda: (T(5, 10),))
def md_isnone(): return mod(Isn)
class Hk(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(10, 10)
        self.l.register_forward_hook(lambda m, i, o: o + 1)
        self.l.register_forward_pre_hook(lambda m, i: (i[0] * 2,))
    def forward(self, x): return self.l(x)
@build(X)
def md_hooks(): return mod(Hk)
class SetA(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = 0
        self.l = nn.Linear(10, 10)
        self.hist = []
        self.last = None
    def forward(self, x):
        self.n += 1
        self.last = x * 2
        self.hist.append(self.n)
        return self.l(x) + self.n
@build(X, X, X)
def md_seta(): return mod(SetA)
class Seq2(nn.Sequential):
    def forward(self, x, l):
        for m in self:
            x = m(x)
            l.append(x)
        return x, l
@build(lambda: (T(4, 10), []))
def md_seqapp():
    torch.manual_seed(0)
    return Seq2(nn.Linear(10, 10), nn.ReLU())
class Sup(BM):
    def forward(self, x): return super().forward(x) + 1
@build(X)
def md_super(): return mod(Sup)
class Par(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = nn.Linear(10, 10)
        self.alias = self.t
        self.act = F.relu
        self.fn = lambda v: v + 1
    def forward(self, x): return self.fn(self.act(self.t(x) + self.alias(x)))
@build(X)
def md_shared(): return mod(Par)
class NewMod(nn.Module):
    def forward(self, x): return nn.ReLU()(x) + nn.functional.softmax(x, -1)
@build(X)
def md_newmod(): return mod(NewMod)
@build(X)
def md_mod_closure():
    torch.manual_seed(0)
    l = nn.Linear(10, 10)
    bn = nn.BatchNorm1d(10)
    dr = nn.Dropout(0.0)
    def f(x):
        return dr(bn(l(x)))
    return f
@build(X)
def md_mod_eval():
    torch.manual_seed(0)
    l = nn.Sequential(nn.Linear(10, 10), nn.Dropout(0.5)).eval()
    def f(x):
        return l(x), l.training, l[0].in_features, l[0].weight.shape, type(l).__name__, isinstance(l, nn.Sequential)
    return f
@build(X)
def md_mod_train():
    torch.manual_seed(0)
    l = nn.Sequential(nn.Linear(10, 10), nn.Dropout(0.0))
    def f(x):
        l.eval()
        y = l(x)
        l.train()
        return y + l(x), l.training
    return f
@build(X)
def md_getparam():
    torch.manual_seed(0)
    l = nn.Linear(10, 10)
    def f(x): return x + l.get_parameter("weight")[0], getattr(l, "bias"), hasattr(l, "zzz"), l.extra_repr()
    return f
@build(X)
def md_apply():
    torch.manual_seed(0)
    l = nn.Linear(10, 10)
    def f(x):
        return x + sum(p.sum() for p in l.parameters()), [tuple(p.shape) for n, p in l.named_parameters()], {n: b
            for n, b in l.named_buffers()}
    return f
@build(X)
def md_state():
    torch.manual_seed(0)
    l = nn.Linear(10, 10)
    def f(x): return x + l.state_dict()["weight"][0]
    return f
@build(X)
def md_mod_method():
    m = mod(CM)
    return m.l1.forward
# --- repros
class MO(OrderedDict):
    def __init__(self, **k):
        super().__init__(**k)
        for n, v in k.items(): setattr(self, n, v)
    def __getitem__(self, k):
        if isinstance(k, str): return dict(self.items())[k]
        return self.to_tuple()[k]
    def to_tuple(self): return tuple(self[k] for k in self.keys())
@case(lambda: (MO(a=T(), b=T()),))
def me_mo(x): return x["a"] + 1, x.a + 1, x.to_tuple()[0] + 1, x[0] + 1
@case(lambda: (T(), T(), {"l0": {"mk": T()}}))
def me_recmap(a, b, v):
    def rm(s):
        for k, q in s.items():
            if q is not None:
                if isinstance(q, dict): rm(q)
                else: s[k] = q
    x = a / (torch.abs(a) + 1)
    if v is not None: rm(v)
    return x * b
@case(lambda: (T(2, 3, 4),), lambda: (T(3, 4),))
def me_locals(x):
    if x.dim() > 2:
        b, s, h = x.shape
        x = x.view(-1, h)
    x = x + 1
    if "b" in locals() and "s" in vars(): x = x.view(b, s, -1)
    return x
@case(lambda: ())
def me_rng():
    s = torch.get_rng_state()
    a = torch.rand(3)
    torch.set_rng_state(s)
    b = torch.rand(3)
    return torch.equal(a, b)

@case(lambda: (T(), float("nan")), lambda: (T(), float("nan")), lambda: (T(), float("inf")))
def me_nan(x, n): return x * 2 + n
class RC:
    def __repr__(self): return "Config()"
@case(lambda: (T(), RC()))
def me_repr(x, c): return x * len(repr(c)), str(c)
@case(lambda: (T(), "mean"), lambda: (T(), "sum"), lambda: (T(), "none"))
def me_red(x, r): return F.mse_loss(x, x * 2, reduction=r)
@case()
def me_clsname(x):
    if MyC().__class__.__name__ == "MyC": return x + 1
    return x
class MyC:
    pass
class BC:
    def __init__(self, x): self.x = x
class DC(BC):
    pass
@case()
def me_reclass(x):
    o = BC(5)
    o.__class__ = DC
    return x + 1, isinstance(o, DC)
class EM(type):
    pass
class MC2(metaclass=EM):
    coeff = 4
    @classmethod
    def add(cls, x): return x + cls.coeff
class MC3(MC2):
    @classmethod
    def add(cls, x): return x + super().add(x) + super().coeff
@case(lambda: (T(), MC3()))
def me_supmeta(x, o): return x + o.add(x), isinstance(o, MC2), MC3.add(x)
@case()
def me_nested_mut(x):
    v1 = x * 1
    def f2():
        v2 = x * 2
        def f3():
            nonlocal v1, v2
            v1 = v1 + 1
            v2 = v2 + 2
            return v1 + v2
        return f3
    r = f2()
    r()
    r()
    return r()
@build(lambda: (), lambda: ())
def me_ret_counter():
    def make(v):
        def c():
            nonlocal v
            v = v + 1
            return v
        return c
    c = make(torch.zeros(2))
    def f(): return c() + c()
    return f
@build(lambda: (T(),))
def me_collide():
    x = 10
    def mk():
        def func(): return x
        return func
    def root(t):
        x = 0
        return t + 1, x, mk()()
    return root
@case()
def me_closure_break(x):
    y = torch.zeros(1)
    def sub(): y[0] = backup
    if y[0] >= -1e5: pass
    backup = 1
    sub()
    return y
@case()
def me_frozen_set(x):
    d = DD(x)
    return d.y, d
@dataclasses.dataclass(frozen=True)
class DD:
    x: torch.Tensor
    def __post_init__(self): object.__setattr__(self, "y", self.x + 2)
class DObj2:
    def __init__(self, a, b):
        self.a = a
        self.b = b
@case(lambda: (T(), DObj2(1, T())))
def me_delattr(x, o):
    del o.a
    o.c = x + 1
    del o.c
    t = DObj2(x + 2, x + 3)
    del t.b
    if hasattr(o, "a"): return x + 1
    return t, hasattr(t, "b")
@case(lambda: ({"a": T(), "b": T()},))
def me_delsub(d):
    del d["a"]
    return d["b"] + 1, "a" in d
@case(lambda: ({"a": T(), "b": T()},))
def me_delsub_raise(d):
    del d["a"]
    return d["a"] + 1
@case()
def me_kwsplat(x):
    def g(x, t, *, c, s, o1, o2): return x.sin() + t + c + s + o1 + o2
    d1 = dict(o1=5)
    d2 = dict(o2=4)
    return g(x, 1, c=2, s=3, **{**d1, **d2})
@case()
def me_wraps(x):
    def cool(v): return v.sin()
    y = x.cos()
    @functools.wraps(cool)
    def un(): return cool(y)
    return un(), un.__name__, un.__wrapped__ is cool
@case(lambda: (T(), [1, 2, 3]), lambda: (T(), [2, 3, 4]), lambda: (T(), [1, 2]))
def me_dcin(x, l):
    d = DCl(l)
    d.s.append(x.sin() + d.a)
    return d
@dataclasses.dataclass
class DCl:
    s: list = dataclasses.field(default_factory=list)
    a: int = 1
@case()
def me_index(t):
    r = 0
    for xs in ([1, 2, 3, 4], (1, 2, 3, 4), torch.Size([1, 2, 3, 4]), deque([1, 2, 3, 4])):
        r += xs.index(3) + xs.index(3, 1)
    return t + r
@case()
def me_index_nf(t): return t + ["a", "b"].index("z")
@case()
def me_index_tensor(t): return [torch.tensor([i]) for i in range(4)].index(torch.tensor([2]))
@case(lambda: (T(),), lambda: (T(5, 4),), lambda: (T(6, 4),))
def me_dropfloat(x): return F.dropout(x, x.shape[0] / 60, training=False)
@case(lambda: (torch.ones(3, requires_grad=True),))
def me_nograd_out(x):
    with torch.no_grad():
        y = x * 3
        torch._dynamo.graph_break()
        z = x + 2
    return y.requires_grad, z.requires_grad
class AF(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x)
        ctx.k = y
        return x * y
    @staticmethod
    def backward(ctx, g): return g * ctx.k, None
@case(lambda: (T().requires_grad_(), 2), lambda: (T().requires_grad_(), 3))
def me_autofn(x, k): return AF.apply(x + 1, k) + 2
@case(lambda: (T(),))
def me_autofn_ng(x): return AF.apply(x + 1, 3) + 2
@case(lambda: (torch.ones(2, 2, requires_grad=True),))
def me_backward(x):
    l = (x * 2).sum()
    l.backward()
    return x.grad
@case(lambda: (T(), torch.nn.functional.relu), lambda: (T(), torch.tanh), lambda: (T(), lambda v: v + 1))
def me_fnarg(x, f): return f(x) * 2
def closure_adder(v):
    def a(x): return x + v
    return a
@case(lambda: (T(), closure_adder(5)), lambda: (T(), closure_adder(5)), lambda: (T(), closure_adder(6)),
      lambda: (T(), closure_adder(torch.ones(4))), lambda: (T(), closure_adder(torch.ones(4))))
def me_closure_arg(x, f): return f(x + 1) - 1
class EN(enum.Enum):
    A = "a"
    B = 2
    def m(self): return self.name + "!"
@case(lambda: (T(), EN.A), lambda: (T(), EN.B), lambda: (T(), EN.A))
def me_enum(x, e):
    if e is EN.A: return x + 1, e.m()
    return x + e.value, e.name
class IE(enum.IntEnum):
    P = 1
    Q = 2
@case(lambda: (T(), IE.Q), lambda: (T(), IE.P))
def me_intenum(x, e): return x + e, x[:, e], e == 2, IE(1).name
class FL(enum.Flag):
    R = 1
    W = 2
@case()
def me_flag(x): return x + (FL.R | FL.W).value, FL.R in (FL.R | FL.W)
@case()
def me_print_free(x):
    s = "a,b".split(",")
    t = " x ".strip().upper().replace("X", "y")
    u = "%s-%d" % ("q", 3)
    v = "{:>4}|{k}".format(1, k=2)
    return x + len(s), t, u, v, "a" * 3, "abc"[::-1], "b" in "abc", ord("a"), chr(98), "x".join(["1",
        "2"]), "abc".find("c"), "Ab".lower(), "a b".title(), "12".isdigit(), "a".zfill(3)
@case()
def me_int_ops(x):
    return x + (7 // 2) + (-7 % 3) + (2 ** 5) + (5 & 3) + (5 | 2) + (5 ^ 1) + (1 << 3) + (~4), divmod(7,
        3), round(2.567, 2), abs(-3), pow(2, 3, 5), int("12"), float("1.5"), complex(1, 2).real, bin(5), hex(255)
@case()
def me_compr(x):
    return [x + i for i in range(3) if i != 1], {i: x * i for i in range(2)}, {i % 2 for i in range(4)}, sum(i
        for i in range(4)), [[i * j for j in range(2)] for i in range(2)], tuple(x for _ in range(2)), any(i > 2
            for i in range(4)), all([])
@case()
def me_loops(x):
    for i in range(5):
        if i == 1: continue
        if i == 3: break
        x = x + i
    else: x = x * 100
    i = 0
    while True:
        i += 1
        if i > 2: break
    else: x = x - 1
    return x + i
@case(lambda: (T(), 3), lambda: (T(), "s"), lambda: (T(), [1, 2]), lambda: (T(), {"k": 4}), lambda: (T(), (1, 2, 3)))
def me_match(x, v):
    match v:
        case int(): return x + v
        case str(): return x * 2
        case [a, b]: return x + a + b
        case {"k": k}: return x + k
        case _: return x
@case()
def me_lambda_def(x):
    fs = [lambda v, i=i: v + i for i in range(3)]
    return sum(f(x) for f in fs)
@case()
def me_star(x):
    def f(*a, k=1, **kw): return sum(a) + k + sum(kw.values())
    return f(x, 1, 2, k=3, z=4), f(*[x, 1], **{"k": 2}), f(x)
@case()
def me_recursive(x):
    def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
    return x + fib(7)
GX = 1
@case()
def me_type_eq(x):
    return x + 1, type(x) is torch.Tensor, type(3) == int, type(x).__name__, type([]) is list, isinstance(x,
        collections.abc.Iterable), isinstance([], collections.abc.Sequence)
@case()
def me_del_local(x):
    y = x + 1
    del y
    try: return y
    except UnboundLocalError: return x
main()
