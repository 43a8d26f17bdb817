# feature: comparisons, arithmetic and conversions of sizes and numbers that change: graphs and operations per call
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
def S(*s): return lambda: (T(*s),)
D3 = (S(3), S(4), S(5))
@case(*D3)
def b_tadd(a): return a + (a.size(0) == 4)
@case(*D3)
def b_boolc(a): return bool(a.size(0) > 4), a + 1
@case(*D3)
def b_and(a): return a.size(0) > 2 and a.size(0) < 9, a + 1
@case(*D3)
def b_not(a): return not (a.size(0) > 2), a + 1
@case(*D3)
def b_list(a): return [a.size(0) > 2, a.size(0) >= 3], {"k": a.size(0) == a.numel()}, a + 1
@case(*D3)
def b_sum(a): return (a.size(0) > 2) + 1, a + 1
@case(*D3)
def b_if(a):
    b = a.size(0) > 3
    if b: return a + 1
    return a - 1
@case(*D3)
def b_ifret(a):
    b = a.size(0) > 3
    if b: a = a + 1
    return a, b
@case(*D3)
def b_tern(a): return 1 if a.size(0) > 3 else 2, a + 1
@case(*D3)
def b_all(a): return all(s > 3 for s in a.shape), any([a.size(0) == 3]), a + 1
@case(*D3)
def b_fn(a):
    def f(b): return b, not b
    return f(a.size(0) > 3), a + 1
@case(*D3)
def b_chain(a): return 2 < a.size(0) < 9, a + 1
@case(*D3)
def b_break(a):
    b = a.size(0) > 2
    a = a + 1
    torch._dynamo.graph_break()
    return a * 2, b
@case(*D3)
def b_ceil(a): return math.ceil(a.size(0) / 2), a + 1
@case(*D3)
def b_abs(a): return abs(a.size(0) - 10), abs(-a.size(0)), a + 1
@case(*D3)
def b_pow(a): return 2 ** a.size(0), a.size(0) ** 2, a.size(0) ** 0.5, pow(a.size(0), 2), a + 1
@case(*D3)
def b_ifin(a):
    if a.size(0) in (3, 7): return a + 1
    return a - 1
@case(*D3)
def b_iftup(a):
    if a.shape == (3,): return a + 1
    return a - 1
@case(*D3)
def b_maxmin(a): return max(a.size(0), 4), min(a.size(0), 4), a + 1
@case(*D3)
def b_shift(a): return a.size(0) << 1, a.size(0) >> 1, a.size(0) & 1, a.size(0) | 1, a + 1
@case(*D3)
def b_inv(a): return -a.size(0), +a.size(0), a + 1
@case(*D3)
def b_intdiv(a): return a.size(0) // 2, a.size(0) % 2, a.size(0) - 1, 7 // a.size(0), 10 - a.size(0), a + 1
@case(*D3)
def b_float(a): return float(a.size(0)), a.size(0) / 2, a.size(0) * 0.5, a + 1
@case(*D3)
def b_retsize(a): return a.size(), a.shape[0], list(a.shape), len(a), a.numel(), a + 1
@case(*D3)
def b_dictv(a): return {"n": a.size(0), "m": [a.size(0) + 1]}, a + 1
@case(*D3)
def b_fstr(a): return f"{a.size(0)}", a + 1
@case(*D3)
def b_repeat(a): return [0] * a.size(0), a + 1
@case(*D3)
def b_bool(a): return bool(a.size(0)), not a.size(0), a + 1
@case(*D3)
def b_or(a): return a.size(0) or 5, a.size(0) and 5, a + 1
@case(*D3)
def b_isint(a): return isinstance(a.size(0), int), type(a.size(0)) is int, a + 1
@case(*D3)
def b_idx(a): return a[a.size(0) - 1], a[a.size(0) // 2], a[:, None][a.size(0) - 1], a[-1]
@case(*D3)
def b_idx2(a):
    l = [1, 2, 3, 4, 5, 6]
    return l[a.size(0)], a + 1
@case(*D3)
def b_rng(a): return list(range(a.size(0))), a + 1
@case(*D3)
def b_assign(a):
    a = a + 1
    n = a.shape[0]
    m = n * 2
    return m if m > 7 else n, a
@case(*D3)
def b_sumsizes(a): return sum(a.shape), sum([a.size(0), 1]), a + 1
@case(*D3)
def b_tensorsz(a):
    return torch.tensor(a.size(0)), torch.tensor([a.size(0), 2]), a * a.size(0), torch.full((2,), a.size(0))
F3 = (lambda: (T(3), 2.5), lambda: (T(3), 3.5), lambda: (T(3), 4.5))
@case(*F3)
def f_ret(a, f): return f, f + 1, f * 2, a
@case(*F3)
def f_if(a, f): return a + f if f > 1 else a
@case(*F3)
def f_arith(a, f): return a * (f + 1) / (f - 1) ** 2, f ** 2, f / 3, f // 2, f % 2
@case(*F3)
def f_list(a, f): return [f, {"k": f}], a * f
@case(*F3)
def f_eq(a, f): return a + 1 if f == 2.5 else a - 1
@case(*F3)
def f_tens(a, f): return torch.tensor(f), torch.tensor([f, 1.0]), a + 1
I3 = (lambda: (T(3), 2), lambda: (T(3), 3), lambda: (T(3), 4))
@case(*I3)
def i_cmp(a, i): return i > 3, i == 2, a + 1
@case(*I3)
def i_shape(a, i): return a.new_zeros(i), torch.ones(i, 2), a.repeat(i), a.expand(i, 3)
@case(*I3)
def i_bool(a, i): return a + 1 if i else a
@case(*I3)
def i_mod(a, i): return a + 1 if i % 2 else a - 1
@case(*I3)
def i_dim(a, i): return a.sum() + a[None].size(0) * i, a.view(-1, 1).expand(-1, i)
@case(*I3)
def i_pow(a, i): return a ** i, i ** 2, 2 ** i, torch.pow(a, i), i / 2, float(i)
@case(*I3)
def i_idx(a, i): return [5, 6, 7, 8, 9][i], a + 1
@case(*I3)
def i_str(a, i): return "x" * i, str(i), a + 1
@case(*I3)
def i_dict(a, i): return {1: "a", 2: "b"}.get(i), a + 1
@case(*I3)
def i_topk(a, i): return a[None].expand(4, 3).topk(min(i, 3)), a.tril(i) if False else 0
@case(*I3)
def i_roll(a, i): return a.roll(i), torch.roll(a, i, 0), F.pad(a, (i, 0)), a.unsqueeze(0).repeat(i, 1)
@case(*I3)
def i_closure(a, i):
    f = lambda x: x * i
    return f(a)
@case(*I3)
def i_default(a, i):
    def f(x, k=i): return x * k
    return f(a), f(a, k=i + 1)
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
