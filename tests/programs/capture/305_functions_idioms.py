# Idioms of model code under capture.
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

def m_nested_fn_defaults(x):
    def g(a, b=x + 1, *, c=2): return a * b + c
    return g(x)
def m_kwargs_dict(x):
    def g(**kw):
        r = x
        for k, v in sorted(kw.items()): r = r + v
        return r, list(kw)
    return g(b=1, a=2)
def m_args_len(x, *args):
    if len(args) == 2: return x + args[0] * args[1]
    return x
def m_unpack_err(x):
    try:
        a, b, c = (1, 2)
    except ValueError as e:
        return x + 1, str(e)
def m_list_of_tensors(ts): return [t * 2 for t in ts]
def m_dict_of_tensors(d): return {k: v + 1 for k, v in d.items()}
def m_nested_struct(d): return d["a"][0]["b"] + d["a"][1][0], len(d["a"])
def m_tuple_cmp(x): return x + 1 if (1, 2) < (1, 3) else x, ("a", 1) == ("a", 1)
def m_str_ops(x, s):
    if s.upper() == "ADD": return x + 1
    if s in ("mul", "times"): return x * 2
    if s.startswith("s"): return x - 1
    return x
def m_getattr_fn(x, name): return getattr(torch, name)(x)
def m_getattr_method(x, name): return getattr(x, name)()
def m_fn_list(x):
    fs = [torch.sin, torch.cos, lambda v: v + 1]
    for f in fs: x = f(x)
    return x
def m_fn_dict(x, k):
    table = {"relu": F.relu, "tanh": torch.tanh}
    return table[k](x)
def m_global_cfg(x): return x * CFG["scale"] + CFG["nested"]["b"]
CFG = {"scale": 3, "nested": {"b": 1}}
def m_closure_mutate(x):
    acc = []
    def add(v): acc.append(v)
    for i in range(3): add(x + i)
    return sum(acc), len(acc)
def m_counter_closure(x):
    count = {"n": 0}
    def tick():
        count["n"] += 1
        return count["n"]
    tick()
    tick()
    return x + tick()
def m_callable_obj(x, fn): return fn(x) + 1
class Scale:
    def __init__(self, s): self.s = s
    def __call__(self, x): return x * self.s
def m_is_tensor(x):
    return torch.is_tensor(x), isinstance(x, torch.Tensor), torch.is_floating_point(x), x.is_floating_point(), x + 1
def m_shape_unpack(x):
    b, c = x.shape
    return x.view(c, b), b * c
def m_shape_list(x): return list(x.shape), tuple(x.size()), [s + 1 for s in x.shape], x + sum(x.shape)
def m_shape_slice(x): return x.reshape(*x.shape[:-1], -1, 1), x.shape[-1:], x.new_zeros(x.shape[:1])
def m_dim_neg(x): return x.sum(-1), x.mean(dim=-1, keepdim=True), x.unsqueeze(-1).transpose(-1, -2)
def m_pad_list(x): return F.pad(x, [1, 1] + [0, 0])
def m_cat_list(x):
    out = []
    for i in range(3): out.append(x * i)
    return torch.cat(out, dim=0), torch.stack(out).sum(0)
def m_chunk_unpack(x):
    a, b, c = x.chunk(3, dim=1)
    return a * b + c
def m_split_sizes(x): return [t.shape for t in x.split([1, 2], dim=1)], x.sum()
def m_max_unpack(x):
    v, i = x.max(dim=-1)
    return v, i
def m_topk(x):
    v, i = torch.topk(x, k=2, dim=-1)
    return v + 1, i
def m_sort(x):
    s = torch.sort(x, dim=-1, descending=True)
    return s.values, s.indices
def m_where_idx(x): return torch.where(x > 0.5, x, torch.zeros_like(x)).sum()
def m_bool_mask_mul(x): return x * (x > 0), (x > 0).float().mean(), (x > 0).any(), (x > 0) & (x < 2)
def m_clamp(x): return x.clamp(0, 1), torch.clamp(x, min=0.5), x.clip(-1, 1)
def m_norm(x): return x.norm(), x.norm(dim=1), F.normalize(x, dim=1), x.std(), x.var(dim=0)
def m_gather(x):
    return x.gather(1, torch.tensor([[0, 1], [1, 2]])), x.index_select(0, torch.tensor([1])), torch.take(x,
        torch.tensor([0, 5]))
def m_scatter(x):
    return torch.zeros(2, 3).scatter_(1, torch.tensor([[0], [1]]), 5.0), torch.zeros(3).index_add_(0,
        torch.tensor([0, 1]), torch.ones(2))
def m_cumsum(x): return x.cumsum(0), x.cumprod(1), x.flip(0), x.roll(1, 0), torch.diag(x[:, :2])
def m_losses(x):
    return F.mse_loss(x, x * 2), F.l1_loss(x, x + 1), F.cross_entropy(x,
        torch.tensor([0, 1])), F.binary_cross_entropy_with_logits(x, (x > 0).float())
def m_acts(x):
    return F.gelu(x), F.silu(x), F.leaky_relu(x,
                                              0.1), F.elu(x), F.softplus(x), torch.sigmoid(x), F.hardtanh(x), F.relu6(x)
def m_linear_fn(x):
    return F.linear(x, torch.ones(4, 3), torch.zeros(4)), F.layer_norm(x, (3,)), F.softmax(x, dim=1), F.log_softmax(x,
        -1)
def m_matmuls(x):
    return x @ x.T, torch.mm(x, x.t()), torch.bmm(x[None], x.t()[None]), torch.matmul(x, x[0]), torch.outer(x[0],
        x[1]), torch.dot(x[0], x[1])
def m_sdpa(x):
    q = x.view(1, 1, 2, 3)
    return F.scaled_dot_product_attention(q, q, q), F.scaled_dot_product_attention(q, q, q, is_causal=True)
def m_onehot(x): return F.one_hot(torch.tensor([0, 2]), 3), F.embedding(torch.tensor([0, 1]), x)
def m_interp(x): return F.interpolate(x[None, None], scale_factor=2), F.avg_pool2d(x[None, None], 2, ceil_mode=False)
def m_dropout_eval(x): return F.dropout(x, 0.5, training=False), torch.nn.Dropout(0.3).eval()(x) if False else x
def m_augassign_slices(x):
    y = x.clone()
    y[:, 0] *= 2
    y[0, :] -= 1
    y[...] += 1
    return y
def m_inplace_chain(x):
    y = x.clone().mul_(2).add_(1).clamp_(0, 3)
    y.sub_(1)
    y.div_(2)
    return y.neg_()
def m_alias_out(x):
    y = x.view(-1)
    y += 1
    return x, y
def m_return_view(x): return x[0], x.t(), x.view(3, 2)
def m_mutate_arg_ret(x):
    x.mul_(2)
    return x
def m_detach_chain(x): return x.detach().clone().requires_grad_(False) + 1
def m_two_outputs_same(x):
    y = x + 1
    return y, y, (y, [y])
def m_nested_dict_ret(x): return {"a": {"b": [x + 1, (x + 2,)]}, "c": None, "d": "s"}
def m_const_fold(x): return x * (2 ** 3 + 4 // 3 - 1), x + len("abc") * 2
def m_bitops(x):
    y = (x > 0)
    return ~y, y & y, y | ~y, y ^ y, y.int() << 1
def m_compare_chain(x):
    n = x.shape[0]
    return x + 1 if 0 < n < 10 and n != 5 else x
def m_complex_cond(x, mode, flag=None):
    if mode == "a" and flag: y = x + 1
    elif mode == "b" or flag is None: y = x - 1
    else: y = x * 2
    return y
def m_early_return(x, n):
    if n == 0: return x
    x = x + 1
    if n == 1: return x
    for i in range(n):
        x = x * 2
        if i == 1: return x - 1
    return x
def m_loop_else(x):
    for i in range(3):
        if i > 5: break
    else:
        return x + 1
    return x
def m_while_count(x):
    n = 3
    while n:
        x = x + n
        n -= 1
    return x
def m_while_true(x):
    i = 0
    while True:
        x = x + 1
        i += 1
        if i >= 3: break
    return x
def m_nested_loops(x):
    for i in range(2):
        for j in range(3):
            if j == i: continue
            if j > 1: break
            x = x + i * 10 + j
    return x
def m_enumerate_zip(x):
    r = x
    for i, (a, b) in enumerate(zip([1, 2, 3], "abc")):
        if b == "b": r = r + a * i
    return r
def m_reversed_range(x):
    for i in reversed(range(3)): x = x * 2 + i
    for i in range(5, 0, -2): x = x - i
    for c in reversed([1, 2]): x = x + c
    return x
def m_dict_order(x):
    d = {}
    d["z"] = x
    d["a"] = x + 1
    d["m"] = x + 2
    return list(d), [v for v in d.values()], sorted(d)
def m_dict_get_default(x, d): return x + d.get("a", 0) + d.get("b", 10) + len(d)
def m_dict_fromkeys(x):
    return dict.fromkeys(["a", "b"], 1), dict(a=1, b=2), dict([("c", 3)]), dict(zip("ab", [1, 2])), x + 1
def m_setdefault_list(x):
    d = {}
    for k, v in [("a", 1), ("b", 2), ("a", 3)]: d.setdefault(k, []).append(v)
    return d, x + sum(d["a"])
def m_set_of_str(x, names): return x + 1 if "w" in set(names) else x - 1
def m_list_index_neg(x):
    l = [x, x + 1, x + 2]
    return l[-1], l[1:][0], l[::-1][0], l[-2:]
def m_list_nested_mut(x):
    l = [[1], [2]]
    l[0].append(x)
    m = l[0]
    m.append(3)
    return l
def m_list_shared(x, l):
    a = l
    a.append(x)
    return len(l), l is a, x + 1
def m_list_sort_stable(x):
    l = [(2, "b"), (1, "z"), (2, "a")]
    return sorted(l, key=lambda t: t[0]), sorted(l), x + max(l)[0]
def m_any_gen(x):
    return any(i > 2 for i in range(5)), all(s.isalpha() for s in ["a", "b"]), x + sum(1 for _ in range(3))
def m_gen_pipeline(x):
    def src():
        for i in range(4): yield i
    def dbl(g):
        for v in g: yield v * 2
    return [x + v for v in dbl(src())]
def m_gen_early(x):
    def g():
        yield x
        raise RuntimeError("not reached")
    return next(g())
def m_gen_state(x):
    def g():
        n = 0
        while True:
            n += 1
            yield x + n
    it = g()
    return next(it), next(it)
def m_genexp_arg(x):
    return torch.stack(list(x + i for i in range(2))), tuple(i for i in range(3)), max(i * 2
        for i in range(3)), ",".join(str(i) for i in range(3))
def m_lambda_closure_loop(x):
    fs = []
    for i in range(3): fs.append(lambda v: v + i)
    return [f(x) for f in fs]
def m_partial_method(x):
    p = functools.partial(Scale.__call__, Scale(3))
    return p(x), functools.partial(torch.add, x)(1), functools.partial(F.softmax, dim=-1)(x)
def m_compose(x):
    def compose(*fs): return functools.reduce(lambda f, g: lambda v: g(f(v)), fs)
    return compose(torch.sin, lambda v: v * 2, torch.cos)(x)
def m_decorator_args(x):
    def scale(k):
        def deco(fn):
            @functools.wraps(fn)
            def inner(*a, **kw): return fn(*a, **kw) * k
            return inner
        return deco
    @scale(3)
    def f(v): return v + 1
    return f(x), f.__name__
def m_memo(x):
    memo = {}
    def fib(n):
        if n in memo: return memo[n]
        memo[n] = n if n < 2 else fib(n - 1) + fib(n - 2)
        return memo[n]
    return x + fib(10)
def m_try_import(x):
    try:
        import nonexistent_module_q
    except ImportError:
        return x + 1
def m_import_in(x):
    import math as m
    from torch.nn import functional as G
    return G.relu(x) * m.sqrt(4)
def m_del_list_item(x):
    l = [x, 1, 2]
    del l[1]
    l.remove(2)
    return l
def m_isinstance_many(v):
    if isinstance(v, (list, tuple)): return [m_isinstance_many(i) for i in v]
    if isinstance(v, dict): return {k: m_isinstance_many(i) for k, i in v.items()}
    if isinstance(v, torch.Tensor): return v + 1
    if isinstance(v, bool): return not v
    if isinstance(v, int): return v + 1
    return v
def m_type_switch(x, v):
    if type(v) == int: return x + v
    if type(v) is float: return x * v
    return x
def m_none_arg(x, a=None, b=None): return x + (a if a is not None else 0) + (b or 1)
def m_slice_args(x, a, b): return x[:, a:b]
def m_int_float_mix(x): return x + 3 / 2 + 7 // 2 + 2 ** 0.5 + (-7) % 3 + round(3.14159, 3)
def m_inf_nan(x):
    return torch.where(torch.isnan(x), torch.zeros_like(x), x), x.isinf().any(), torch.nan_to_num(x), float("inf") > 1
def m_torch_consts(x): return x * torch.pi, torch.inf, torch.float32, torch.e
def m_tensor_scalar_ops(x): return 1 / (x + 3), 2 - x, 2 ** x, x // 1, x % 2, -x, +x, abs(x), x ** 2
def m_tensor_cmp(x):
    return x == x, x != 1, x <= 0.5, (x == 1).sum(), torch.equal(x, x) if False else 1, torch.allclose(x,
        x) if False else 2
def m_long_index(x):
    i = torch.arange(2)
    return x[i, i], x[:, i], x[i][:, None], x[[0, 1], [1, 2]]
for f in [v for k, v in list(globals().items()) if k.startswith("m_")]:
    if f is m_args_len: check(f, (X, 1, 2), (X,), (X, 2, 3))
    elif f is m_list_of_tensors: check(f, ([X, X + 1],), ([X],), ([X, X + 1],))
    elif f is m_dict_of_tensors: check(f, ({"a": X, "b": X},), ({"a": X},), ({"b": X, "a": X},))
    elif f is m_nested_struct: check(f, ({"a": [{"b": X}, (X,)]},), ({"a": [{"b": X}, (X,)]},))
    elif f is m_str_ops: check(f, (X, "add"), (X, "times"), (X, "sub"), (X, "add"))
    elif f is m_getattr_fn: check(f, (X, "sin"), (X, "cos"))
    elif f is m_getattr_method: check(f, (X, "sin"), (X, "abs"))
    elif f is m_fn_dict: check(f, (X, "relu"), (X, "tanh"))
    elif f is m_callable_obj: check(f, (X, torch.sin), (X, Scale(2)), (X, Scale(3)), (X, nn.ReLU()))
    elif f is m_complex_cond: check(f, (X, "a", True), (X, "b"), (X, "c", False), (X, "a", True))
    elif f is m_early_return: check(f, (X, 0), (X, 1), (X, 2), (X, 5))
    elif f is m_dict_get_default: check(f, (X, {"a": 1}), (X, {"b": 2}), (X, {"a": 1, "c": 3}))
    elif f is m_set_of_str: check(f, (X, ["w", "b"]), (X, ["b"]))
    elif f is m_list_shared: check(f, (X, [1]), (X, [1]))
    elif f is m_isinstance_many: check(f, ([X, (1, True), {"a": X, "b": "s"}],))
    elif f is m_type_switch: check(f, (X, 2), (X, 2.5), (X, "a"))
    elif f is m_none_arg: check(f, (X,), (X, 1), (X, None, 2), (X, X))
    elif f is m_slice_args: check(f, (X, 0, 2), (X, 1, 3), (X, 0, 1), (X, 1, 2))
    else: check(f)
