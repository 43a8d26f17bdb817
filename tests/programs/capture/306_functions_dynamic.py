# Sizes, ints and floats that change between calls.
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

def d_add(x): return x + 1
def d_two(x, y): return x + y
def d_size(x): return x * x.size(0) + x.shape[1]
def d_view2(x): return x.reshape(x.shape[0] * x.shape[1])
def d_slice(x): return x[: x.shape[0] // 2]
def d_branch(x): return x + 1 if x.shape[0] > 3 else x - 1
def d_eqbranch(x): return x + 1 if x.shape[0] == 4 else x - 1
def d_loop(x):
    for i in range(x.shape[0]): x = x + i
    return x
def d_int(x, n): return x + n
def d_int_mul(x, n): return x * n + n * 2
def d_int_cmp(x, n): return x + n if n > 3 else x - n
def d_int_range(x, n):
    for i in range(n): x = x + 1
    return x
def d_int_slice(x, n): return x[:n]
def d_float(x, f): return x * f
def d_float_arith(x, f): return x * (f + 1) - f / 2
def d_float_cmp(x, f): return x * f if f > 1.0 else x
def d_float_math(x, f): return x * math.sqrt(f)
def d_bool(x, b): return x + 1 if b else x
def d_str(x, s): return x + 1 if s == "a" else x - 1
def d_sqrt(x): return x / math.sqrt(x.size(-1))
def d_pow(x): return x * x.size(-1) ** -0.5
def d_div(x): return x / x.shape[0]
def d_floordiv(x): return x.split(x.shape[0] // 2)
def d_mean(x): return x.sum() / x.numel()
def d_cat(x, y): return torch.cat([x, y]) * 2
def d_arange(x): return torch.arange(x.shape[0]) + x[:, 0]
def d_expand(x): return x.unsqueeze(0).expand(3, -1, -1) + torch.zeros(x.shape)
def d_list(x, l): return x + sum(l)
def d_listlen(x, l): return x + len(l)
def d_dict(x, d): return x + d["n"]
def d_tuple(x, t): return x + t[0] * t[1]
def d_mm(x): return x @ x.t()
def d_softmax(x): return torch.softmax(x, -1) + x.shape[-1]
def d_assert(x):
    assert x.shape[0] > 1
    return x + 1
def d_min(x): return x[: min(x.shape[0], 3)]
def d_max(x): return torch.zeros(max(x.shape[0], x.shape[1])) 
def d_fstr(x):
    s = f"{x.shape[0]}"
    return x + len(s)
def d_intsize(x): return torch.ones(int(x.shape[0])) * int(x.shape[1])
def d_mod(x): return x + 1 if x.shape[0] % 2 == 0 else x - 1
def d_pad(x): return F.pad(x, (0, x.shape[0]))
def d_contig(x): return x.contiguous().view(-1)
def d_transpose_view(x): return x.t().contiguous().view(x.shape[1], -1)
def d_stack(x): return torch.stack([x[i] for i in range(2)])
def d_ret_size(x): return x + 1, x.shape[0], x.shape
def d_ret_arith(x): return x + 1, x.shape[0] * 2 + 1
def d_eq2(x, y): return x + 1 if x.shape == y.shape else y + 1
def d_eqsize(x, y): return x + 1 if x.shape[0] == y.shape[0] else y + 1
def d_in(x): return x + 1 if x.shape[0] in (2, 3) else x
def d_unbind(x): return sum(x.unbind(0))
def d_iter(x): return [r + 1 for r in x]
def d_len(x): return x + len(x)
def T(*s): return torch.arange(float(math.prod(s))).reshape(*s)
sh = [(2, 3), (3, 3), (4, 3), (4, 5)]
for f in [d_add, d_size, d_view2, d_slice, d_branch, d_eqbranch, d_loop, d_sqrt, d_pow, d_div, d_floordiv, d_mean,
          d_arange, d_expand, d_mm, d_softmax, d_assert, d_min, d_max, d_fstr, d_intsize, d_mod, d_pad, d_contig,
          d_transpose_view, d_stack, d_ret_size, d_ret_arith, d_in, d_unbind, d_iter, d_len]:
    check(f, *[(T(*s),) for s in sh])
for f in [d_add, d_size, d_slice, d_branch, d_div, d_mm, d_ret_size, d_mod, d_unbind, d_sqrt, d_pow, d_contig]:
    check(f, *[(T(*s),) for s in sh], dynamic=True)
for f in [d_add, d_size]:
    check(f, *[(T(*s),) for s in sh], dynamic=False)
for f in [d_two, d_cat, d_eq2, d_eqsize]:
    check(f, *[(T(*s), T(*s)) for s in sh])
    check(f, *[(T(*s), T(4, 3)) for s in sh[2:]], (T(4, 5), T(4, 5)), (T(5, 5), T(5, 5)))
for f in [d_int, d_int_mul, d_int_cmp, d_int_range, d_int_slice]:
    check(f, *[(T(6), n) for n in (2, 3, 4, 0, 1, 5)])
    check(f, *[(T(6), n) for n in (2, 3, 1)], dynamic=True)
for f in [d_float, d_float_arith, d_float_cmp, d_float_math]:
    check(f, *[(T(3), n) for n in (2.0, 3.0, 4.0, 0.5)])
    check(f, *[(T(3), n) for n in (2.0, 3.0)], dynamic=True)
check(d_bool, (X, True), (X, False))
check(d_str, (X, "a"), (X, "b"), (X, "c"))
check(d_list, (X, [1, 2]), (X, [1, 3]), (X, [1, 4]), (X, [1, 4, 5]))
check(d_listlen, (X, [1, 2]), (X, [1, 3]), (X, [1, 4, 5]))
check(d_dict, (X, {"n": 1}), (X, {"n": 3}), (X, {"n": 4}))
check(d_tuple, (X, (1, 2)), (X, (1, 3)), (X, (1, 4)), (X, (2, 4)))
def d_mark(x): return x.sum(0) * 2
def run_mark():
    torch._dynamo.reset()
    c = Counter()
    o = torch.compile(d_mark, backend=c)
    for n in (4, 5, 6):
        t = T(n, 3)
        torch._dynamo.mark_dynamic(t, 0)
        o(t)
    o(T(7, 4))
    print("[mark]", c.frames, c.ops)
    torch._dynamo.reset()
    c = Counter()
    o = torch.compile(d_mark, backend=c)
    for n in (4, 5, 6):
        t = T(n, 3)
        torch._dynamo.mark_static(t, 0)
        o(t)
    print("[mark_static]", c.frames, c.ops)
    torch._dynamo.reset()
    c = Counter()
    o = torch.compile(d_mark, backend=c)
    for n in (4, 5, 6):
        t = T(n, 3)
        torch._dynamo.maybe_mark_dynamic(t, 0)
        o(t)
    print("[maybe_mark]", c.frames, c.ops)
run_mark()
# input variations
def v_two(x, y): return x * 2 + y
check(v_two, (X, X), (X, Y), (Y, Y))
check(v_two, (X, Y), (X, Y.double()), (X, Y.clone().requires_grad_()), (X, 3), (X, Y[0]))
check(v_two, (X, X.t().contiguous().t()), (X, X))
check(v_two, (X, None) if False else (X, 1), (X, 1.0), (X, True), (X, 2))
def v_none(x, y=None): return x + 1 if y is None else x + y
check(v_none, (X,), (X, Y), (X, None))
def v_alias(x, y):
    x.add_(1)
    return x + y
def run_alias():
    torch._dynamo.reset()
    c = Counter()
    o = torch.compile(v_alias, backend=c)
    a = X.clone()
    print("[alias]", show(o(a, a)), c.frames)
    b = X.clone()
    print("   ", show(o(b, X.clone())), c.frames)
    print("   ", show(o(b, b)), c.frames)
run_alias()
