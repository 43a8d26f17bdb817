# feature: transforms of torch.func, requires_grad_ and hooks inside compiled functions
# seed: none
import torch, collections.abc, collections, typing
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
# transforms
@case()
def g_grad(x):
    return torch.func.grad(lambda v: v.sin().sum())(x)
@case()
def g_grad_fn(x):
    def f(v): return (v * v).sum()
    g = torch.func.grad(f)(x)
    return g + 1
@case(lambda: (T(), T()))
def g_grad_argnums(x, y):
    return torch.func.grad(lambda a, b: (a * b).sum(), argnums=(0, 1))(x, y)
@case()
def g_grad_aux(x):
    return torch.func.grad(lambda v: (v.sin().sum(), v.cos()), has_aux=True)(x)
@case()
def g_gradval(x):
    return torch.func.grad_and_value(lambda v: v.sin().sum())(x)
@case(lambda: (T(3),))
def g_gradgrad(x):
    return torch.func.grad(lambda v: torch.func.grad(lambda w: w.sin().sum())(v).sum())(x)
@case()
def g_vjp(x):
    out, f = torch.func.vjp(lambda v: v.sin(), x)
    return f(out)
@case(lambda: (T(3),))
def g_jvp(x):
    return torch.func.jvp(lambda v: v.sin(), (x,), (torch.ones_like(x),))
@case()
def g_vmap(x):
    return torch.func.vmap(lambda v: v.sum())(x)
@case()
def g_vmap2(x):
    return torch.vmap(lambda v: v.sum(0) + v.sum(1), in_dims=1)(torch.stack([x, x], 1))
@case(lambda: (T(), T()))
def g_vmap_two(x, y):
    return torch.vmap(lambda a, b: a * b, in_dims=(0, None))(x, y)
@case(lambda: (T(), T()))
def g_vmap_out(x, y):
    return torch.vmap(lambda a, b: (a * b, a.sum()), in_dims=(0, 0), out_dims=(1, 0))(x, y)
@case()
def g_vmap_closure(x):
    c = x.sum()
    return torch.vmap(lambda v: v * c)(x)
@case()
def g_grad_closure(x):
    c = x.cos()
    return torch.func.grad(lambda v: (v * c).sum())(x) + c
@case()
def g_per_sample(x):
    w = torch.ones(4)
    def loss(w, v): return ((v * w).sum()) ** 2
    return torch.vmap(torch.func.grad(loss), in_dims=(None, 0))(w, x)
@build()
def g_functional_call():
    torch.manual_seed(0)
    lin = nn.Linear(4, 3)
    def f(x):
        p = {k: v * 2 for k, v in lin.named_parameters()}
        return torch.func.functional_call(lin, p, (x,))
    return f
@case()
def g_grad_err(x):
    return torch.func.grad(lambda v: v.sin())(x)
gr = torch.func.grad(lambda v: v.sin().sum())
@case()
def g_global(x): return gr(x)
vm_ = torch.vmap(lambda v: v.sin().sum())
@case()
def g_global_vm(x): return vm_(x)
@case()
def g_break(x):
    def f(v):
        torch._dynamo.graph_break()
        return v.sin().sum()
    return torch.func.grad(f)(x)
@case()
def rg(x):
    y = torch.ones(3, 4)
    y.requires_grad_()
    z = (x * y).sum()
    return z
@case()
def rg2(x):
    y = torch.ones(3, 4, requires_grad=True)
    return (x * y).sum()
@case()
def rg5(x):
    x.requires_grad_()
    return x * 2
@case()
def rg6(x):
    y = x + 1
    y.requires_grad_(False)
    return y
@case()
def rg7(x):
    y = x + 1
    y.requires_grad = True
    return y * 2
@case()
def rg8(x):
    y = x + 1
    y.requires_grad_()
    return y * 2, y.requires_grad
@case(lambda: (T().requires_grad_(),))
def ag1(x):
    y = (x * x).sum()
    y.backward()
    return x.grad
@case(lambda: (T().requires_grad_(),))
def ag2(x):
    y = (x * x).sum()
    g = torch.autograd.grad(y, x)
    return g[0] + 1
def gb(v):
    w = v.sin()
    torch._dynamo.graph_break()
    return w.sum()
@case()
def b1(x):
    y = x + 1
    z = torch.func.grad(gb)(y)
    return z + 1
@case()
def b2(x):
    y = x + 1
    z = torch.vmap(gb)(y)
    return z + 1
@case()
def b3(x):
    y = x + 1
    o, z = torch.func.vjp(gb, y)
    return z(o)[0] + 1
@case()
def b4(x):
    return torch.func.jvp(gb, (x,), (x,))
@case()
def b5(x):
    return torch.func.jacrev(gb)(x)
@case()
def b6(x):
    with torch.no_grad():
        return torch.func.grad(lambda v: v.sin().sum())(x)
@case(lambda: (T().requires_grad_(),))
def b7(x):
    return torch.func.grad(lambda v: v.sin().sum())(x)
@case()
def b8(x):
    s = 0
    def f(v):
        nonlocal s
        s = 1
        return v.sin().sum()
    return torch.func.grad(f)(x) + s
@case()
def b9(x):
    l = []
    def f(v):
        l.append(v)
        return v.sin().sum()
    r = torch.func.grad(f)(x)
    return r, len(l)
@case()
def b10(x):
    def f(v, k, s=2):
        return (v * k * s).sum()
    return torch.func.grad(f)(x, 3.0, s=5)
@case(lambda: (T(), 0), lambda: (T(), 1))
def b12(x, d):
    return torch.vmap(lambda v: v * 2, in_dims=d)(x)
@case()
def b13(x):
    return torch.vmap(torch.sum)(x), torch.vmap(torch.mul)(x,
                                                           x), torch.vmap(F.relu)(x), torch.vmap(lambda a: F.softmax(a,
                                                               0))(x)
@case()
def b14(x):
    return torch.vmap(torch.vmap(lambda a: a * 2))(x)
@case()
def b15(x):
    return torch.vmap(lambda d: d["a"] + d["b"], in_dims=({"a": 0, "b": None},))({"a": x, "b": x[0]})
@case()
def b16(x):
    return torch.vmap(lambda a: {"k": a, "l": [a + 1]})(x)
@case(lambda: (T(), T(4, 3)))
def b17(x, w): return torch.vmap(torch.mv, in_dims=(None, 1))(x, w)
@case()
def b19(x): return torch.vmap(lambda a: a.max(0)[0])(x), torch.vmap(lambda a: a.sort()[1])(x)
@case()
def b20(x): return torch.vmap(lambda v: v + torch.rand(4), randomness="same")(x).shape
@case()
def b21(x): return torch.vmap(lambda v: v[1:3].reshape(-1, 1))(x)
@case()
def b23(x):
    try: return torch.func.grad(lambda v: v.sin())(x)
    except RuntimeError as e: return x + 1
@build()
def b24():
    torch.manual_seed(0)
    m = nn.Linear(4, 2)
    p = dict(m.named_parameters())
    def f(x):
        def loss(p, v): return torch.func.functional_call(m, p, (v,)).sum()
        return torch.func.grad(loss)(p, x)
    return f
@build()
def b25():
    torch.manual_seed(0)
    m = nn.Linear(4, 2)
    def f(x):
        p = dict(m.named_parameters())
        def loss(p, v): return torch.func.functional_call(m, p, (v,)).sum()
        return torch.vmap(torch.func.grad(loss), in_dims=(None, 0))(p, x)
    return f
@case(lambda: (T(3),))
def b28(x): return torch.func.jvp(lambda a: torch.func.jvp(lambda b: b.sin(), (a,), (a,))[1], (x,), (x,))
import torch._dynamo
# hooks
@case(lambda: (T().requires_grad_(), T()))
def h4(x, z):
    y = x * 2
    y.register_hook(lambda g: g * z)
    return y.sum()
@case(lambda: (T().requires_grad_(), T()))
def h4b(x, z):
    w = z + 1
    y = x * 2
    y.register_hook(lambda g: g * w)
    return y.sum()
HK = []
def ghook(g):
    HK.append(1)
    return g * 2
@case(lambda: (T().requires_grad_(),))
def h5(x):
    x.register_hook(ghook)
    return (x * 3).sum()
def gh2(g, k): return g * k
class HM(nn.Module):
    def __init__(s):
        super().__init__()
        torch.manual_seed(0)
        s.l = nn.Linear(4, 4)
    def forward(s, x): return s.l(x).relu()
@build()
def mh1():
    m = HM()
    m.l.register_forward_hook(lambda mod, i, o: o * 2)
    return m
@build()
def mh2():
    m = HM()
    m.l.register_forward_pre_hook(lambda mod, i: (i[0] + 1,))
    return m
@build()
def mh3():
    m = HM()
    m.register_forward_hook(lambda mod, i, o: o * 2)
    return m
@build()
def mh5():
    m = HM()
    m.l.register_full_backward_hook(lambda mod, gi, go: None)
    return m
@build()
def mh6():
    m = HM()
    s = []
    m.l.register_forward_hook(lambda mod, i, o: s.append(o.shape))
    return m
@build()
def mh7():
    m = HM()
    m.l.register_forward_hook(lambda mod, a, k, o: o + 1, with_kwargs=True)
    return m
# custom ops
@torch.library.custom_op("pv::mysin", mutates_args=())
def mysin(x: torch.Tensor) -> torch.Tensor: return torch.sin(x)
@mysin.register_fake
def _(x): return torch.empty_like(x)
@case()
def co1(x): return mysin(x) + 1
@case()
def co2(x): return torch.ops.pv.mysin(x).cos()
@torch.library.custom_op("pv::addn", mutates_args=())
def addn(x: torch.Tensor, n: int, s: float = 2.0) -> torch.Tensor: return x * s + n
@addn.register_fake
def _(x, n, s=2.0): return torch.empty_like(x)
@case(lambda: (T(), 2), lambda: (T(), 3), lambda: (T(5, 4), 4))
def co3(x, n): return addn(x, n) + addn(x, n, s=1.5)
@torch.library.custom_op("pv::inpl", mutates_args={"x"})
def inpl(x: torch.Tensor) -> None: x.add_(1)
@case()
def co4(x):
    y = x.clone()
    inpl(y)
    return y
@torch.library.custom_op("pv::two", mutates_args=())
def two(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]: return x + 1, x - 1
@two.register_fake
def _(x): return torch.empty_like(x), torch.empty_like(x)
@case()
def co5(x):
    a, b = two(x)
    return a * b
@torch.library.custom_op("pv::nofake", mutates_args=())
def nofake(x: torch.Tensor) -> torch.Tensor: return x * 2
@torch.library.custom_op("pv::lst", mutates_args=())
def lst(xs: List[torch.Tensor]) -> torch.Tensor: return torch.stack(xs).sum(0)
@lst.register_fake
def _(xs): return torch.empty_like(xs[0])
@case()
def co7(x): return lst([x, x + 1])

main()
