# More plain functions under capture.
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

def q_storage_offset(x): return x + x.storage_offset()
def q_iscontig(x): return x + 1, x.is_contiguous()
def q_stride(x): return x + x.stride(0), x.stride()
def q_isleaf(x): return x + 1, x.is_leaf
def q_gradnone(x): return x + 1, x.grad is None
def q_linear_in(x):
    l = nn.Linear(3, 3)
    return (l(x) * 0).sum()
def q_relu_in(x):
    return nn.ReLU()(x)
def q_seq_in(x):
    return nn.Sequential(nn.ReLU(), nn.Tanh())(x)
class Mod(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k
    def forward(self, x): return x * self.k
def q_mod_in(x): return Mod(3)(x)
def q_param_in(x):
    p = nn.Parameter(torch.ones(3))
    return x * p
class E0(Exception): pass
class E1(Exception):
    def __init__(self, v): self.v = v
class E2(Exception):
    def __init__(self): super().__init__()
class E3(ValueError):
    def __init__(self, m, k=1):
        super().__init__(m)
        self.k = k
def q_e0(x):
    try: raise E0("a")
    except E0 as e: return x + 1, str(e)
def q_e1(x):
    try: raise E1(3)
    except E1 as e: return x + e.v
def q_e2(x):
    try: raise E2()
    except E2 as e: return x + 1
def q_e3(x):
    try: raise E3("q")
    except ValueError as e: return x + e.k
def q_raise_idx(x):
    y = x + 1
    return [1][4]
def q_raise_inline(x):
    def g(v): raise ValueError("x")
    y = x + 1
    return g(y)
def q_raise_type(x):
    y = x + 1
    return 1 + "a"
def q_fake_err(x):
    y = x + 1
    return y @ torch.ones(7, 7)
def q_fake_err_try(x):
    try:
        return x @ torch.ones(7, 7)
    except RuntimeError as e:
        return x + 2
def q_tensor_index_err(x):
    return (x + 1)[5]
def q_agrad(x):
    y = (x * 2).sum()
    return torch.autograd.grad(y, x)
def q_fmt_print(x):
    y = x + 1
    print(f"val {y.sum()} {x.shape[0]} {y.mean():.2f}")
    return y * 2
def q_fmt_ret(x): return f"val {x.sum()}", x + 1
def q_str_join(x): return "a".join([str(i) for i in range(3)]), x + 1
def q_format_m(x):
    s = "{}".format(x.sum())
    return x + 1
def q_print_str(x):
    s = str(x.sum())
    return x + 1
def q_id(x, l):
    d = {id(l): 3}
    return x + d[id(l)]
def q_hash(x): return x + hash("a") * 0 + hash((1, 2)) * 0
def q_next_default(x): return next(iter([]), x) + 1
def q_gen_arg(x, g): return x + next(g) + sum(g)
def q_copy2(x): return copy.deepcopy({"a": 1})["a"] + x
def q_copy3(x, d): return copy.copy(d)["a"] + x
def q_listcopy(x, l):
    m = l.copy()
    n = l[:]
    o = list(l)
    m.append(1)
    return x + len(m) + len(n), m
def q_kwonly_break(x, *, k=2):
    y = x * k
    torch._dynamo.graph_break()
    return y + k
def q_global_tensor(x): return x + GT
GT = torch.ones(3)
def q_global_fn(x): return gfn(x)
def gfn(x): return x * 3
def q_module_attr(x): return x + math.pi
LS = nn.LSTM(3, 4, batch_first=True)
RC = nn.GRUCell(3, 4)
@torch._dynamo.allow_in_graph
def allowed(x): return x * 2 if x.sum() > 0 else x * 3
def q_allow(x): return allowed(x) + 1
@torch.compiler.allow_in_graph
def allowed2(x, y): return (x + y, x - y)
def q_allow2(x):
    a, b = allowed2(x, x)
    return a * b
@torch._dynamo.nonstrict_trace if hasattr(torch._dynamo, "nonstrict_trace") else (lambda f: f)
def nst(x): return x * 2
class AF(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * 2
def q_out(x):
    o = torch.empty(2, 3)
    torch.add(x, 1, out=o)
    return o
def q_t_(x):
    y = x.clone()
    y.t_()
    return y + 1
def q_unsq_(x):
    y = x.clone()
    y.unsqueeze_(0)
    y.squeeze_(0)
    y.transpose_(0, 1)
    return y * 2
def q_set_data(x):
    y = torch.zeros(2, 3)
    y.data = x
    return y + 1
def q_copy_(x):
    y = torch.zeros(2, 3)
    y.copy_(x)
    y.fill_(3)
    return y
def q_rand(x): return torch.rand(2, 3) * 0 + x, F.dropout(x, 0.5, False)
def q_seed(x):
    torch.manual_seed(0)
    return x + torch.rand(3) * 0
def q_tensor_iter(x): return [a.sum() for a in x]
def q_tensor_unpack(x):
    a, b = x
    return a + b
def q_tensor_eq_list(x): return x in [x], x + 1
def q_bool_const(x): return bool(torch.tensor(True)), x + 1
def q_size_eq(x):
    return x.shape == (2, 3), x.shape == torch.Size([2, 3]), x.shape[1:] , x.shape + (1,
        ), torch.Size([1, 2]).numel(), x + 1
def q_finfo(x): return x.clamp(min=torch.finfo(x.dtype).min) + torch.iinfo(torch.int32).max * 0
def q_dtype_cmp(x):
    return x + 1 if x.dtype in (torch.float32,
                                torch.float64) else x, str(
                                    x.dtype), x.dtype.is_floating_point, torch.promote_types(torch.int32, torch.float32)
def q_where(x): return torch.where(x > 0, x, -x), x.masked_fill(x > 0, 0)
def q_einsum(x): return torch.einsum("ij,kj->ik", x, x)
def q_types_ctor(x):
    return x.float(), x.double(), x.int(), x.long(), x.half(), x.bool(), x.type(torch.float64), x.type_as(x), x.cpu()
def q_comp_scope(x): return [[j for j in range(i)] for i in range(3)], [(lambda: i)() for i in range(2)], x + 1
def q_star_expr(x): return [*range(3), *[x]], (*[1, 2], 3), {**{"a": 1}}
def q_multi_ret(x):
    def g(): return 1, 2, x
    a, b, c = g()
    return a + b + c
def q_multiassign(x):
    a = b = x + 1
    a += 1
    return b
def q_swap(x):
    a, b = x, x + 1
    a, b = b, a
    return a - b
def q_aug_idx(x):
    l = [1, 2]
    l[0] += 5
    d = {"a": x}
    d["a"] += 1
    d["a"] *= 2
    return l, d
def q_cond_expr(x): return (x if x is not None else 1) + (5 or 3) + (0 or 7) + (None is None and 2)
def q_del_dict(x):
    d = {"a": 1, "b": x}
    del d["a"]
    return d
def q_complex_slices(x):
    return x[..., :2], x[:, None], x[1:, ::2], x[:,
                                                 [0, 2]], x[torch.tensor([1, 0])], x[x.new_tensor([True, False],
                                                     dtype=torch.bool)] if False else x
def q_sum_start(x): return sum([x, x], x), sum([1, 2], start=3), sum([[1], [2]], [])
def q_minmax_mixed(x):
    return max(x.sum(), torch.tensor(2.0)), min(3, 4), max([1, 5, 2], key=lambda v: -v), max(x.shape), min("b", "a")
def q_round(x): return x.round(), round(2.5), round(1.234, 2), x + 1
def q_int_ops(x): return x + (5 // 2) + (5 % 3) + (2 ** 3) + (7 & 3) + (1 << 2) + (~1) + int("7", 8) + int(True)
def q_float_fmt(x): return f"{3.14159:.2f} {10:05d} {'a':>3} {1e10:g} {0.1!r}", x + 1
def q_print_noarg(x):
    print()
    return x + 1
XG = X.clone().requires_grad_()
for f in [v for k, v in list(globals().items()) if k.startswith("q_")]:
    if f is q_gen_arg: 
        torch._dynamo.reset()
        c = Counter()
        o = torch.compile(f, backend=c)
        print("[q_gen_arg]", show(o(X, iter([1, 2, 3]))), c.frames, c.ops)
    elif f is q_id: check(f, (X, [1]), (X, [1]))
    elif f is q_copy3: check(f, (X, {"a": 2}))
    elif f is q_listcopy: check(f, (X, [1, 2]))
    elif f in (q_isleaf, q_gradnone, q_agrad, q_allow): check(f, (XG,), (XG,))
    else: check(f)
