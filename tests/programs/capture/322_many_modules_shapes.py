# feature: modules, hooks, modes, shapes, views and torch.compiler: graphs and operations per call
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
def one(fn, args):
    try:
        return show(fn(*args)) + " <- " + (show(list(args)) if not isinstance(args, dict) else "")
    except Exception as e:
        return "EXC " + type(e).__name__ + ": " + str(e).split("\n")[0][:90]
def mod(f):
    return build()(f)
class M1(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.l = nn.Linear(4, 4)
        self.n = 0
        self.register_buffer("buf", torch.ones(4))
        self.ls = nn.ModuleList([nn.Linear(4, 4), nn.ReLU()])
        self.d = nn.ModuleDict({"a": nn.Tanh()})
        self.seq = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.0))
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(4))])
        self.pd = nn.ParameterDict({"w": nn.Parameter(torch.ones(4))})
        self.cfg = {"k": 2}
        self.items = [1, 2]
    def forward(self, x): return self.l(x)
def sub(fwd):
    return type("S_" + fwd.__name__, (M1,), {"forward": fwd})
def m(fwd):
    CASES.append((fwd.__name__, lambda: sub(fwd)(), (lambda: (T(),), lambda: (T(),))))
    return fwd
@m
def n_lin(self, x): return self.l(x)
@m
def n_list(self, x):
    for l in self.ls: x = l(x)
    return x
@m
def n_listidx(self, x): return self.ls[0](x) + self.ls[-1](x) + len(self.ls)
@m
def n_listslice(self, x):
    for i, l in enumerate(self.ls[:1]): x = l(x) * i
    return x
@m
def n_dict(self, x): return self.d["a"](x) + ("a" in self.d) + len(list(self.d.keys()))
@m
def n_dictitems(self, x):
    for k, l in self.d.items(): x = l(x)
    return x
@m
def n_seq(self, x): return self.seq(x) + self.seq[0](x)
@m
def n_plist(self, x): return x * self.pl[0] + self.pd["w"]
@m
def n_params(self, x):
    for p in self.parameters(): x = x + p.sum()
    return x
@m
def n_named(self, x):
    for n, p in self.named_parameters():
        if n.endswith("bias"): x = x + p
    return x
@m
def n_children(self, x):
    for c in self.children():
        if isinstance(c, nn.Linear): x = c(x)
    return x
@m
def n_namedmods(self, x): return x * len(list(self.named_modules())) + len(list(self.modules()))
@m
def n_buffers(self, x): return x + sum(b.sum() for b in self.buffers())
@m
def n_bufmut(self, x):
    self.buf += 1
    return x * self.buf
@m
def n_bufset(self, x):
    self.buf = self.buf * 2
    return x * self.buf
@m
def n_count(self, x):
    self.n += 1
    return x * self.n
@m
def n_training(self, x): return x + 1 if self.training else x
@m
def n_cfg(self, x):
    self.cfg["k"] += 1
    self.items.append(1)
    return x * self.cfg["k"] + len(self.items)
@m
def n_getattr(self, x): return getattr(self, "l")(x) + hasattr(self, "zz") + self.l.in_features
@m
def n_submod(self, x): return self.get_submodule("seq.0")(x) + self.get_parameter("l.bias")
@m
def n_weight(self, x): return F.linear(x, self.l.weight, self.l.bias) + self.l.weight.T.sum()
@m
def n_state(self, x): return x + len(self.state_dict())
@m
def n_newattr(self, x):
    self.last = x + 1
    return self.last * 2
@m
def n_super(self, x): return M1.forward(self, x) + 1
@m
def n_call_method(self, x): return self.helper(x) + 1 if hasattr(self, "helper") else self.forward2(x)
M1.forward2 = lambda self, x: self.l(x) * 3
@m
def n_forwardcall(self, x): return self.l.forward(x)
@m
def n_evaltrain(self, x):
    self.eval()
    y = self.seq(x)
    self.train()
    return y
@m
def n_apply(self, x):
    cnt = []
    self.apply(lambda mm: cnt.append(1))
    return x + len(cnt)
@m
def n_local_module(self, x): return nn.ReLU()(x) + nn.Softmax(dim=-1)(x)
@m
def n_local_linear(self, x):
    torch.manual_seed(0)
    return nn.Linear(4, 2)(x)
@m
def n_req(self, x):
    self.l.weight.requires_grad_(False)
    return self.l(x)
@m
def n_zero(self, x):
    self.zero_grad()
    return self.l(x)
@m
def n_functional(self, x):
    return F.dropout(F.layer_norm(F.gelu(x), (4,)), 0.0, self.training) + F.one_hot(torch.tensor([1]), 4) + F.pad(x,
        (0, 0))
@m
def n_break(self, x):
    x = self.l(x)
    torch._dynamo.graph_break()
    return self.l(x)
@m
def n_print(self, x):
    x = self.l(x)
    print("in forward")
    return self.seq(x)
@build(lambda: (T(),), lambda: (T(),))
def h_fwdhook():
    m = M1()
    m.l.register_forward_hook(lambda mod, i, o: o * 2)
    return m
@build(lambda: (T(),), lambda: (T(),))
def h_prehook():
    m = M1()
    m.l.register_forward_pre_hook(lambda mod, i: (i[0] + 1,))
    return m
@build(lambda: (T(),), lambda: (T(),))
def h_tophook():
    m = M1()
    m.register_forward_hook(lambda mod, i, o: o * 2)
    return m
@build(lambda: (T(),), lambda: (T(),))
def h_kwhook():
    m = M1()
    m.l.register_forward_hook(lambda mod, a, k, o: o + len(k), with_kwargs=True)
    return m
@build(lambda: (T(),), lambda: (T(),))
def h_statehook():
    m = M1()
    seen = []
    m.l.register_forward_hook(lambda mod, i, o: seen.append(o.shape[0]) or None)
    return m
@build(lambda: (T().requires_grad_(),))
def h_tensorhook():
    def f(x):
        y = x * 2
        y.register_hook(lambda g: g * 3)
        y.sum().backward()
        return x.grad
    return f
@build(lambda: (T().requires_grad_(),))
def h_tensorhook_ret():
    def f(x):
        y = x * 2
        y.register_hook(lambda g: g * 3)
        return y
    return f
@build(lambda: (T(),))
def h_param():
    import torch.nn.utils.parametrize as P
    class Sym(nn.Module):
        def forward(self, X): return X.triu() + X.triu(1).transpose(-1, -2)
    m = nn.Linear(4, 4)
    P.register_parametrization(m, "weight", Sym())
    return m
@build(lambda: (T(),), lambda: (T(),))
def h_weightnorm():
    torch.manual_seed(0)
    return torch.nn.utils.parametrizations.weight_norm(nn.Linear(4, 4))
@build(lambda: (T(2, 4),), lambda: (T(2, 4),))
def h_lstm():
    torch.manual_seed(0)
    return nn.GRUCell(4, 3)
@build(lambda: (T(2, 3, 8, 8),), lambda: (T(2, 3, 8, 8),))
def h_conv():
    torch.manual_seed(0)
    return nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
                         nn.LazyLinear(2) if False else nn.Linear(36, 2))
@build(lambda: (T(2, 3, 8),))
def h_enc():
    torch.manual_seed(0)
    return nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True)
@build(lambda: (T(2, 3, 8),))
def h_mha():
    torch.manual_seed(0)
    m = nn.MultiheadAttention(8, 2, batch_first=True)
    return lambda x: m(x, x, x)
@build(lambda: (torch.tensor([1, 2]),))
def h_emb():
    torch.manual_seed(0)
    return nn.Sequential(nn.Embedding(5, 4), nn.LayerNorm(4), nn.Linear(4, 2))
@case()
def c_nograd(x):
    with torch.no_grad(): y = x + 1
    return y * 2
@case(lambda: (T().requires_grad_(),), lambda: (T(),))
def c_nograd_req(x):
    with torch.no_grad(): y = x * 2
    return y.requires_grad, (x * 2).requires_grad, y
@torch.no_grad()
def ng(x): return x * 3
@case(lambda: (T().requires_grad_(),))
def c_nograd_deco(x): return ng(x) + x
@build(lambda: (T().requires_grad_(),))
def c_nograd_top():
    @torch.no_grad()
    def f(x): return x * 2
    return f
@case()
def c_setgrad(x):
    torch.set_grad_enabled(False)
    y = x + 1
    torch.set_grad_enabled(True)
    return y, torch.is_grad_enabled()
@case()
def c_setgrad_cm(x):
    with torch.set_grad_enabled(False): y = x + torch.is_grad_enabled()
    with torch.enable_grad(): y = y + torch.is_grad_enabled()
    with torch.inference_mode(): z = y + 1
    return y
@case()
def c_autocast(x):
    with torch.autocast("cpu", dtype=torch.bfloat16): y = x @ x.T
    return y.dtype, y
@case()
def c_autocast_break(x):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ x.T
        torch._dynamo.graph_break()
        y = y @ y
    return y.dtype
@case()
def c_nograd_break(x):
    with torch.no_grad():
        y = x + 1
        torch._dynamo.graph_break()
        y = y * torch.is_grad_enabled()
    return y
@case()
def c_profiler(x):
    with torch.profiler.record_function("r"): return x + 1
@case()
def c_defaultdtype(x): return x + torch.get_default_dtype().itemsize + torch.ones(2, 1, 4).sum()
class AF(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k = k
        return x * k
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * ctx.k * 2, None
@case(lambda: (T().requires_grad_(),))
def a_func(x): return AF.apply(x, 3) + 1
@case(lambda: (T(),))
def a_func_nograd(x): return AF.apply(x, 3) + 1
@case(lambda: (T().requires_grad_(),))
def a_func_bw(x):
    y = AF.apply(x, 3).sum()
    y.backward()
    return x.grad
@case(lambda: (T().requires_grad_(),))
def a_grad(x): return torch.autograd.grad((x * x).sum(), x)[0]
@case(lambda: (T(),))
def a_cond(x): return torch.cond(x.sum() > 0, lambda a: a + 1, lambda a: a - 1, (x,))
@case(lambda: (T(),))
def a_cond_closure(x):
    y = x * 2
    return torch.cond(x.sum() > 0, lambda: y + 1, lambda: y.cos())
@case(lambda: (T(),))
def a_cond_const(x): return torch.cond(x.shape[0] > 2, lambda a: a + 1, lambda a: a - 1, (x,))
from torch.utils.checkpoint import checkpoint
@case(lambda: (T().requires_grad_(),))
def a_ckpt(x): return checkpoint(lambda a: (a * 2).sin(), x, use_reentrant=False)
@build(lambda: (T().requires_grad_(),))
def a_ckpt_mod():
    torch.manual_seed(0)
    l = nn.Linear(4, 4)
    return lambda x: checkpoint(l, x, use_reentrant=False).sum()
@case()
def a_fgrad(x): return torch.func.grad(lambda a: (a ** 3).sum())(x)
@case()
def a_vmap(x): return torch.vmap(lambda a: a.sum() * 2)(x)
@case()
def a_vmap2(x): return torch.vmap(torch.dot, in_dims=(0, 0))(x, x)
@case()
def a_gradval(x): return torch.func.grad_and_value(lambda a: (a ** 2).sum())(x)
@case()
def a_jac(x): return torch.func.jacrev(lambda a: a ** 2)(x[0])
@case()
def a_vmapgrad(x): return torch.vmap(torch.func.grad(lambda a: (a ** 2).sum()))(x)
@case()
def a_vjp(x):
    o, f = torch.func.vjp(lambda a: a.sin(), x)
    return f(torch.ones_like(x))[0]
@case()
def a_jvp(x): return torch.func.jvp(lambda a: a.sin(), (x,), (x,))
@build(lambda: (T(),))
def a_fcall():
    torch.manual_seed(0)
    m = nn.Linear(4, 4)
    p = dict(m.named_parameters())
    return lambda x: torch.func.functional_call(m, p, (x,))
@case(lambda: (T().requires_grad_(),))
def a_detach(x): return x.detach() * 2, x.data + 1, x.requires_grad, x.is_leaf, x.grad is None
@case(lambda: (T().requires_grad_(),))
def a_backward(x):
    (x * 2).sum().backward()
    return x.grad
@build(lambda: (T(),), lambda: (T(),), lambda: (T(),))
def a_train():
    torch.manual_seed(0)
    m = nn.Linear(4, 2)
    o = torch.optim.SGD(m.parameters(), lr=0.1)
    def step(x):
        o.zero_grad()
        l = m(x).sum()
        l.backward()
        o.step()
        return l
    return step
@case(lambda: (T(),))
def a_reqgrad(x):
    y = x.clone().requires_grad_()
    return (y * 2).requires_grad
@case(lambda: (T(),))
def a_param(x):
    p = nn.Parameter(x)
    return p * 2
@case(lambda: (T(),))
def a_gradmode_fn(x):
    @torch.no_grad()
    def g(a): return a + torch.is_grad_enabled()
    return g(x) + torch.is_grad_enabled()
S = lambda *ns: tuple((lambda n=n: (T(n, 4),)) for n in ns)
@case(*S(3, 4, 5, 1, 0))
def d_sizes(x): return x * 2
@case(*S(3, 4, 5))
def d_size_use(x): return x * x.shape[0] + x.size(0) + len(x) + x.numel()
@case(*S(3, 4, 5, 9))
def d_branch(x): return x * 2 if x.shape[0] > 4 else x + 1
@case(*S(3, 4, 6))
def d_view(x): return x.view(-1, 2), x.reshape(x.shape[0] * 2, 2), x.view(x.size(0), -1)
@case(*S(3, 4, 5))
def d_slice(x): return x[: x.shape[0] // 2], x[1:], x[-2:]
@case(*S(3, 4, 5))
def d_ones(x): return torch.ones(x.shape[0]) + torch.zeros(x.size(0), dtype=x.dtype), torch.arange(x.shape[0])
@case(*S(3, 4, 5))
def d_loop(x):
    for i in range(x.shape[0]): x = x + i
    return x
@case(*S(3, 4, 5))
def d_unbind(x):
    a = x.unbind(0)
    return a[0] + len(a)
@case(*S(4, 6, 8))
def d_chunk(x):
    a, b = x.chunk(2)
    return a + b
@case(*S(4, 6, 8))
def d_split(x): return x.split(2)[0], torch.split(x, x.shape[0] // 2)[1]
@case(*S(3, 4, 5))
def d_cat(x):
    y = torch.cat([x, x])
    return y.shape[0], y
@case(*S(3, 4, 5))
def d_expand(x):
    return x.sum(0, keepdim=True).expand(x.shape[0], 4), x.unsqueeze(0).repeat(2, 1, 1), x.permute(1, 0), x.flatten()
@case(*S(3, 4, 5))
def d_retsize(x): return x.shape, x.size(), x.shape[0] + 1, x.stride()
@case(*S(3, 4, 5))
def d_float(x): return x * (x.shape[0] / 2) + math.sqrt(x.shape[0])
@case(*S(3, 4, 5))
def d_dict(x):
    d = {x.shape[1]: x}
    return d[4]
@case(*S(3, 4, 5))
def d_str(x): return x, f"n={x.shape[0]}"
@case(*S(3, 4, 5))
def d_list(x): return x + [1, 2, 3, 4, 5, 6][x.shape[0]]
@case(lambda: (T(3, 4), T(3, 4)), lambda: (T(4, 4), T(4, 4)), lambda: (T(5, 4), T(5, 4)))
def d_duck(x, y): return x + y
@case(lambda: (T(3, 4), T(2, 4)), lambda: (T(4, 4), T(3, 4)), lambda: (T(5, 4), T(5, 4)))
def d_two(x, y): return torch.cat([x, y])
@case(lambda: (T(), 2), lambda: (T(), 3), lambda: (T(), 4), lambda: (T(), 0), lambda: (T(), 1))
def d_int(x, n): return x * n
@case(lambda: (T(), 2), lambda: (T(), 3), lambda: (T(), 4))
def d_int_branch(x, n): return x * n if n > 2 else x
@case(lambda: (T(), 2), lambda: (T(), 3), lambda: (T(), 4))
def d_int_index(x, n): return x[:, n - 2]
@case(lambda: (T(), 2), lambda: (T(), 3), lambda: (T(), 4))
def d_int_list(x, n): return x * [1, 2, 3, 4, 5][n]
@case(lambda: (T(), [2, 3]), lambda: (T(), [3, 3]), lambda: (T(), [4, 4]))
def d_int_in_list(x, l): return x * l[0] + l[1]
@case(lambda: (T(), 1.5), lambda: (T(), 2.5), lambda: (T(), 3.5))
def d_floatarg(x, f): return x * f + (f > 1)
@case(lambda: (T(), 1.5), lambda: (T(), 2.5), lambda: (T(), 3.5))
def d_floatmath(x, f): return x * math.sin(f)
@build(*S(3, 4, 5))
def d_marked():
    def f(x):
        return x * 2
    def g(x):
        return f(x)
    return g
@build(lambda: (T(3, 4),), lambda: (T(4, 4),), lambda: (T(5, 4),))
def d_attr_int():
    class C: k = 1
    def f(x):
        C.k += 1
        return x * C.k
    C.k = 1
    return f
@case()
def i_item(x):
    n = x.sum().item()
    return x * n
@case()
def i_tolist(x): return x.tolist()[0][0], x
@case()
def i_nonzero(x): return torch.nonzero(x > 0), x[x > 0]
@case()
def i_int(x): return x[int(x.argmax() % 3)]
@case()
def i_bool(x): return bool((x > 9).any()), x
@case()
def i_where(x): return torch.where(x > 0)
@case()
def i_unique(x): return torch.unique(torch.tensor([1, 1, 2])), x
@case()
def i_if(x): return x + 1 if x.sum() > 0 else x - 1
@case()
def i_while(x):
    while x.sum() < 10: x = x + 1
    return x
@case()
def i_assert(x):
    assert x.sum() < 100, "big"
    return x + 1
@case()
def i_not(x): return x if not x.any() else x * 2
@case()
def i_and(x): return x * 2 if (x.sum() > 0 and x.max() > 0) else x
@case()
def i_in(x): return x + (1.0 in x)
@case()
def i_format(x): return x, f"{x.sum():.2f}"
@case()
def i_iter(x): return [r.sum() for r in x], sum(x), list(x)[0], max(x[0], x[1]).sum() if False else 0
@case()
def i_cmpchain(x): return (x > 0) & (x < 1), x.eq(x).all(), x == x, x != 1
@case(lambda: (T(),))
def p_inplace(x):
    x += 1
    x.mul_(2)
    x[0] = 5
    return x.sum()
@case(lambda: (T(),))
def p_view(x):
    y = x[0]
    y.add_(1)
    z = x.view(-1)
    z[0] = 3
    return x
@case(lambda: (T(),))
def p_t(x):
    x.t_()
    return x + 1
@case(lambda: (T(),))
def p_resize(x):
    x.unsqueeze_(0)
    return x.shape
@case(lambda: (T(),))
def p_copy(x):
    y = torch.empty_like(x)
    y.copy_(x)
    torch.add(x, 1, out=y)
    return y
@case(lambda: (T(), [T()]))
def p_list(x, l):
    l[0].add_(x)
    l[0] = x
    return l[0] + 1
@build(lambda: (T(),), lambda: (T(),))
def p_alias():
    def f(x):
        y = x
        y += 1
        return x, y
    return f
@case(lambda: (lambda t: (t, t))(T()), lambda: (T(), T()))
def p_same(x, y): return x + y if x is y else x * y
@case(lambda: (lambda t: (t, t[0]))(T()))
def p_overlap(x, y):
    x.add_(1)
    return y * 2
@case()
def p_setdata(x):
    y = x.clone()
    y.data = x + 1
    return y
@case()
def p_setitem_mask(x):
    y = x.clone()
    y[y > 0] = 0
    y[:, 1] = 7
    y[..., 0] = y[0, 1]
    y[[0, 1]] = 2
    return y
@case()
def p_index(x):
    i = torch.tensor([0, 2])
    return x[i], x[None], x[..., 1:2], x[:, [0, 1]], x[1, 2], x[i, i], x[-1], x[::2]
@case()
def p_attr(x):
    x.tag = 5
    return x + x.tag
@case()
def p_attrs(x):
    return x.T, x.mT, x.ndim, x.is_cuda, x.device.type, x.layout, x.requires_grad, x.grad_fn, x.is_contiguous(
        ), x.dim(), x.nelement(), x.element_size(), x.itemsize, x.nbytes, x.is_floating_point(), x.type()
@case()
def p_types(x):
    return x.double(), x.int(), x.to(torch.float16), x.type(torch.int64), x.bool(), x.cpu(), x.to("cpu"), x.to(
        x), x.type_as(x), x.new_zeros(2), x.new_tensor([1.0]), x.float()
@case()
def p_rand(x):
    return x + torch.rand(3, 4) * 0, torch.manual_seed(3) is None, torch.randn_like(x) * 0, torch.randint(0, 2,
        (2,)) * 0, F.dropout(x, 0.5) * 0
@case()
def p_consts(x):
    return torch.tensor(3.0) + x, torch.tensor([1,
                                                2]), torch.tensor([[1.0,
                                                    2.0]]), torch.as_tensor([1]), torch.scalar_tensor(
                                                        2.0), torch.full((2,), 3.0), torch.eye(2), torch.linspace(0, 1,
                                                            3)
@case()
def p_tensor_of_tensors(x): return torch.tensor([x.shape[0], 2]), torch.stack([x[0], x[1]]), torch.tensor(x.shape)
@case()
def p_out_shapes(x):
    return torch.Size([1,
                       2]), torch.finfo(x.dtype).max > 1, torch.iinfo(torch.int32).max, torch.is_tensor(
                           x), torch.is_floating_point(x), torch.numel(x), torch.promote_types(torch.int32,
                               torch.float32), torch.result_type(x, 1), torch.broadcast_shapes((3, 1), (1, 4)), x + 1
@case()
def p_meth(x):
    return torch.Tensor.add(x,
                            1), torch.Tensor.sum(x), x.__add__(1), x.__getitem__(0), x.add(1).mul(2).relu_(
                                ), x.apply_ is None
@case()
def p_einsum(x):
    return torch.einsum("ij,kj->ik", x, x), x.softmax(-1), torch.topk(x,
        2), x.max(dim=1), x.sort().values, x.min(1)[1], torch.var_mean(x)
@case()
def r_isc(x): return x + torch.compiler.is_compiling() * 0, x + 1 if torch.compiler.is_compiling() or True else x
@case()
def r_isdc(x):
    return x * 2, (torch.compiler.is_dynamo_compiling(), torch.jit.is_scripting(), torch.jit.is_tracing(),
                   torch.compiler.is_exporting())[1:]
@torch.compiler.disable
def dis(x): return x + 1
@case()
def r_disable(x): return dis(x * 2) * 3
@torch._dynamo.disable(recursive=False)
def dis2(x): return x + 1
@case()
def r_disable_nonrec(x): return dis2(x * 2) * 3
@torch.compiler.allow_in_graph
def allowed(x): return x.sum().item() * x if False else x * 2
@case()
def r_allow(x): return allowed(x) + 1
@torch.compiler.assume_constant_result
def konst(): return 4
@case()
def r_const(x): return x * konst()
@case()
def r_graph_break_msg(x):
    x = x + 1
    torch._dynamo.graph_break("why not")
    return x * 2
@case()
def r_skip(x):
    torch._dynamo.skip_frame("s")
    return x + 1
@case()
def r_nested_compile(x):
    @torch.compile(backend="eager")
    def g(a): return a * 2
    return g(x) + 1
gcomp = torch.compile(lambda a: a * 3, backend="eager")
@case()
def r_nested_global(x): return gcomp(x) + 1
@case()
def r_set_stance(x): return x + 1
@case()
def r_warn(x):
    import warnings
    warnings.warn("w")
    return x + 1
@case()
def r_logging(x):
    import logging
    logging.getLogger("a").info("q")
    return x + 1
@case()
def r_time(x):
    import time
    t = time.time()
    return x + (time.time() - t > 100)
@case()
def r_random(x):
    import random
    return x + random.randint(3, 3)
@case()
def r_os(x):
    import os
    return x + (os.getenv("NOPE_Q") is None) + len(os.path.join("a", "b"))
@case()
def r_copy(x): return copy.deepcopy(x) + 1, copy.copy(x)
@case()
def r_open(x):
    with open("/dev/null") as f: s = f.read()
    return x + len(s)
@case()
def r_input_mut_print(x):
    l = [1]
    print(l)
    l.append(2)
    return x + len(l)
@case()
def r_manual(x):
    torch.manual_seed(0)
    return torch.rand(2) + x[0, :2] * 0
@case()
def r_rngstate(x):
    s = torch.get_rng_state()
    torch.set_rng_state(s)
    return x + 1
@case()
def r_hint(x):
    torch._check(x.shape[0] == 3)
    torch._assert(x.shape[0] == 3, "m")
    return x + 1
@case()
def r_threads(x): return x * min(torch.get_num_threads(), 1)
@case()
def r_numel_const(x): return x * torch.pi + torch.inf * 0 if False else x * math.tau
@case()
def r_pickle(x):
    import pickle
    return x + len(pickle.loads(pickle.dumps([1, 2])))
@case()
def r_re(x):
    import re
    return x + len(re.findall("a", "banana"))
@case()
def r_json(x):
    import json
    return x + json.loads("{\"a\": 2}")["a"]
@case()
def r_grad_disabled_fn(x): return torch.no_grad()(lambda a: a + 1)(x)
import numpy as np
@case()
def u_np(x):
    a = x.numpy()
    return torch.from_numpy(a * 2 + 1)
@case(lambda: (np.arange(6, dtype=np.float32).reshape(2, 3),))
def u_nparg(a): return (a * 2).sum(axis=0)
@case(lambda: (np.arange(6, dtype=np.float32).reshape(2, 3),))
def u_npfn(a): return np.sin(a) + np.ones_like(a), np.sum(a), a.T, a.shape, a.dtype
@case()
def u_mixed(x): return x * np.pi + np.sqrt(4), np.float32(2.5) * x
@case()
def u_asarray(x): return torch.as_tensor(np.asarray([1.0, 2.0])), x + 1
@case()
def u_npmean(x): return x.numpy().mean(), np.maximum(x.numpy(), 0)

SKIPPED = ['a_fgrad', 'a_gradval', 'a_jac', 'a_jvp', 'a_reqgrad', 'a_vjp', 'a_vmap', 'a_vmap2', 'a_vmapgrad', 'd_cat',
           'd_chunk', 'd_floatarg', 'd_int_index', 'h_lstm', 'h_weightnorm', 'i_in', 'n_req', 'n_state', 'p_attrs',
           'p_out_shapes', 'r_copy', 'r_open', 'r_pickle', 'r_re', 'u_npfn', 'u_npmean']
CASES = [c for c in CASES if c[0] not in SKIPPED]
def main():
    for name, make, makers in CASES:
        torch._dynamo.reset()
        fn = make()
        eager = [one(fn, m()) for m in makers]
        log = []

        def backend(gm, ex):
            log.append(sum(1 for n in gm.graph.nodes if "call" in n.op))
            return gm.forward

        c = torch.compile(make(), backend=backend)
        marks = []
        for m, want in zip(makers, eager):
            got = one(c, m())
            marks.append((list(log), got == want))
            log.clear()
        print(name, marks)


main()
