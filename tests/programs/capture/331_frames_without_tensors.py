# feature: which frames are captured: those that hold a tensor or name torch
# seed: none
import torch, math, collections.abc, functools, collections, dataclasses, typing
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
class OB:
    def __init__(s): s.a = T()
NT = namedtuple("NT", "a b")
OBG = OB()
GT = T()
@case(lambda: (OB(),))
def t1(o): return o.a + 1
@case(lambda: ([T()],))
def t2(o): return o[0] + 1
@case(lambda: ({"k": [T()]},))
def t3(o): return o["k"][0] + 1
@case(lambda: (NT(T(), 2),))
def t4(o): return o.a + 1
@case(lambda: (OrderedDict(a=T()),))
def t5(o): return o["a"] + 1
@case(lambda: (deque([T()]),))
def t6(o): return o[0] + 1
@case(lambda: ({1, 2},))
def t7(o): return torch.ones(2) + len(o)
@case(lambda: (1,))
def t8(o): return GT + o
@case(lambda: (1,))
def t9(o): return OBG.a + o
@case(lambda: (lambda: T(),))
def t10(o): return o() + 1
@build(lambda: (1,))
def t11():
    t = T()
    def f(a): return t + a
    return f
def hlp(o): return GT * 2
@case(lambda: (1,))
def t12(o): return hlp(o)
@case(lambda: (iter([T()]),))
def t13(o): return next(o) + 1
@case(lambda: (defaultdict(list, a=T()),))
def t14(o): return o["a"] + 1
@case(lambda: (dataclasses.make_dataclass("DD", ["a"])(T()),))
def t15(o): return o.a + 1
@case(lambda: (OB(), 2),)
def t16(o, k):
    torch._dynamo.graph_break()
    return o.a + k
@case(lambda: (OB(), 2),)
def t17(o, k):
    print(end="")
    return o.a + k
@case(lambda: (nn.Parameter(T()), 2),)
def t18(o, k): return o + k
@build(lambda: (T(),))
def t19():
    class C:
        def __init__(s): s.w = T()
        def __call__(s, x): return s.run() + x
        def run(s):
            torch._dynamo.graph_break()
            return s.w * 2
    return C()
@build(lambda: (2,))
def t20():
    class C:
        def __init__(s): s.w = T()
        def meth(s, k): return s.w * k
    return C().meth
@case(lambda: ((),))
def t21(o): return F.relu(GT)
@case()
def t22(o):
    l = [OB()]
    print(end="")
    return l[0].a + 1
@case()
def t23(o):
    q = OB()
    print(end="")
    return q.a + 1
class OB:
    def __init__(s):
        s.a = T()
        s.l = [T()]
def inner(o):
    y = o.a * 2
    print(end="")
    return y * 3
@case(lambda: (T(), OB()))
def u1(x, o): return inner(o) + x
@case(lambda: (OB(),))
def u2(o): return inner(o)
@case(lambda: (OB(),))
def u3(o):
    y = o.a * 2
    print(end="")
    return y * o.a
@case(lambda: (OB(),))
def u4(o):
    y = o.l
    print(end="")
    return y[0] * 2
@case(lambda: (OB(),))
def u5(o):
    y = {"k": (o.l, 1)}
    print(end="")
    return y["k"][0][0] * 2
@case(lambda: (OB(),))
def u6(o):
    y = OrderedDict(a=o.a)
    print(end="")
    return y["a"] * 2
@case(lambda: (OB(),))
def u7(o):
    print(end="")
    return F.relu(o.a)
from torch import sin as tsin
@case(lambda: (OB(),))
def u8(o):
    print(end="")
    return tsin(o.a)
@case(lambda: (OB(),))
def u9(o):
    print(end="")
    return math.sin(2) + o.a
@case(lambda: (OB(),))
def u10(o):
    m = nn.ReLU()
    print(end="")
    return m(o.a)
@case(lambda: (OB(),))
def u11(o):
    l = [nn.ReLU()]
    print(end="")
    return l[0](o.a)
@case(lambda: (OB(),))
def u13(o):
    f = lambda: o.a + 1
    print(end="")
    return f()
@case()
def u14(x):
    f = lambda: x + 1
    print(end="")
    return f()
@case()
def u15(x):
    s = 2
    def g(): return x + s
    print(end="")
    s = 3
    return g()
@case(lambda: (deque([T()]),))
def u16(o):
    print(end="")
    return o[0] + 1
@case(lambda: (iter([T(), T()]),))
def u17(o):
    print(end="")
    return next(o) + 1
GT = T()
@case(lambda: (1,))
def u18(o):
    print(end="")
    return GT + 1
@case(lambda: (defaultdict(list, a=T()),))
def u19(o):
    print(end="")
    return o["a"] + 1
@case(lambda: ((i for i in [T()]),))
def u20(o):
    print(end="")
    return sum(o) + 1
class M2(nn.Module):
    def __init__(s):
        super().__init__()
        s.w = nn.Parameter(T(3))
        s.o = OB()
    def forward(s, k):
        print(end="")
        return s.w * k + s.h()
    def h(s):
        print(end="")
        return s.o.a + 1
@build(lambda: (2,))
def u21(): return M2()
class P2:
    def __init__(s): s.w = T(3)
    def f(s, k):
        print(end="")
        return s.w * k
@build(lambda: (2,))
def u22(): return P2().f
@case(lambda: (slice(1, 2), OB()))
def u23(s, o):
    print(end="")
    return o.a[s]
@case(lambda: (torch.float32, OB()))
def u24(d, o):
    print(end="")
    return o.a.to(d) + 1
@case(lambda: (torch.sin, OB()))
def u25(d, o):
    print(end="")
    return d(o.a)
@case(lambda: (nn.Linear, OB()))
def u26(d, o):
    print(end="")
    return o.a + 1
class OB:
    def __init__(s):
        s.a = T()
        s.l = [T()]
from torch.nn.functional import relu as nrelu
from torch.nn import ReLU as RR
from torch import Tensor as TT
import numpy as np
R0 = RR()
@case(lambda: (OB(),))
def v1(o):
    print(end="")
    return nrelu(o.a)
@case(lambda: (OB(),))
def v2(o):
    print(end="")
    return RR()(o.a)
@case(lambda: (OB(),))
def v3(o):
    print(end="")
    return o.a + isinstance(o, TT)
@case(lambda: (OB(),))
def v5(o):
    print(end="")
    return R0(o.a)
@case(lambda: (OB(),))
def v7(o):
    torch
    print(end="")
    return o.a + 1
@case(lambda: (OB(), [[[T()]]]))
def v9(o, k):
    print(end="")
    return o.a + len(k)
@case(lambda: (OB(), {"a": {"b": T()}}))
def v10(o, k):
    print(end="")
    return o.a + len(k)
@case(lambda: (OB(), nn.ReLU))
def v12(o, k):
    print(end="")
    return o.a + isinstance(o, k)
@case(lambda: (OB(), nn.ReLU()))
def v13(o, k):
    print(end="")
    return o.a + isinstance(o, type(k))
@case(lambda: (OB(), {T()}))
def v14(o, k):
    print(end="")
    return o.a + len(k)
@case(lambda: (OB(), {T(): 1}))
def v15(o, k):
    print(end="")
    return o.a + len(k)
def rec(o, n):
    if n == 0: return o.a
    print(end="")
    return rec(o, n - 1) + 1
@case(lambda: (OB(), 2))
def v16(o, n):
    return rec(o, n)
class L(list): pass
@case(lambda: (OB(), L([T()])))
def v17(o, k):
    print(end="")
    return o.a + len(k)
def gen(o):
    yield o.a
    yield o.a * 2
@case(lambda: (OB(),))
def v18(o):
    print(end="")
    return [a for a in gen(o)]
def dec(f):
    @functools.wraps(f)
    def w(*a, **k):
        print(end="")
        return f(*a, **k)
    return w
@dec
def deco(o): return o.a * 2
@case(lambda: (OB(),))
def v19(o): return deco(o) + 1
@case(lambda: (OB(),))
def v20(o): return deco(o=o) + o.a
@case()
def v21(x): return dec(lambda a: a * 2)(x) + 1
def lp(o):
    s = 0
    for i in range(2):
        print(end="")
        s = s + o.a
    return s
@case(lambda: (OB(),))
def v22(o): return lp(o) + 1
def lp2(o, x):
    s = 0
    for i in range(2):
        print(end="")
        s = s + hh(o)
    return s + x
def hh(o): return o.a * 2
@case(lambda: (OB(), T()))
def v23(o, x): return lp2(o, x) + 1

main()
