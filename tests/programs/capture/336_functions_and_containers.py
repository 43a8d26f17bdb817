# feature: plain functions, generators, context managers, exceptions and containers: graphs and operations per call
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
@case()
def fa_len_constant(x): return torch.add(x, len([1, 2, 3]))
@case(lambda: (T(2,3), T(2,3)))
def fa_inline(a, b):
    def g(u, v): return u * v + 1
    return g(a, g(b, a))
@case()
def fa_ndim(x):
    if x.ndim == 2: return x + 1
    return x - 1
@case()
def fa_is_contig(x):
    if x.t().is_contiguous(): return x + 1
    return x.t() * 2
@case()
def fa_is_float(x):
    if torch.is_floating_point(x) and x.is_floating_point(): return x * 2.0
    return x
@case()
def fa_device_const(x): return x.to(device="cpu") + torch.zeros(4, device=x.device)
@case()
def fa_device_cmp(x):
    if x.device == torch.device("cpu") and x.device.type == "cpu" and x.device.index is None: return x + 1
    return x
@case()
def fa_dtype_cmp(x):
    if x.dtype in (torch.float32, torch.float64): return x + 1
    return x
@case()
def fa_type_meth(x): return x.type(torch.float64), x.type(), x.double().type()
@case()
def fa_tensor_type(x): return isinstance(x, torch.FloatTensor), x + 1
@case()
def fa_numel(x): return x.numel() + x
@case()
def fa_shape_unpack(x):
    *a, b = x.shape
    return x.reshape(b, *a)
@case()
def fa_size_ops(x): return x.shape + (1,), x.shape[::-1], x.size()[1:], x.view(*x.shape, 1), len(x.shape)
@case()
def fa_torch_size(x):
    s = torch.Size([3, 4])
    return x.reshape(s) + (s == x.shape), s.numel()
@case()
def fa_cmp_none(x, y=None): return x if y is None else x + y
@case(lambda: (T(), None), lambda: (T(), T()), lambda: (T(), None))
def fa_opt_arg(x, y):
    if y is not None: x = x + y
    return x
@case(lambda: (T(), 1), lambda: (T(), 2), lambda: (T(), "a"), lambda: (T(), None), lambda: (T(), True))
def fa_kinds(x, y):
    if isinstance(y, bool): return x - 1
    if isinstance(y, int): return x * y
    if isinstance(y, str): return x + len(y)
    return x
@case(lambda: (T(), (1, 2)), lambda: (T(), (1, 3)), lambda: (T(), [1, 2]), lambda: (T(), (1, 2, 3)))
def fa_seq(x, s): return x + sum(s)
@case(lambda: (T(), {"a": 1, "b": T()}), lambda: (T(), {"b": T(), "a": 1}), lambda: (T(), {"a": 2, "b": T()}),
      lambda: (T(), {"a": 2, "b": T(), "c": 0}))
def fa_dict(x, d): return x + d["a"] + d["b"]
@case(lambda: (T(), {"a": 1, "b": T()}), lambda: (T(), {"a": 1, "b": T(), "c": 2}))
def fa_dict_one(x, d): return x + d["a"]
@case(lambda: (T(), {"a": 1}), lambda: (T(), {}), lambda: (T(), {"b": 1}))
def fa_dict_get(x, d): return x + d.get("a", 5)
@case(lambda: (T(), {"a": 1}), lambda: (T(), {}), lambda: (T(), {"b": 1}))
def fa_dict_in(x, d): return x + 1 if "a" in d else x - 1
@case(lambda: (T(), {1, 2}), lambda: (T(), {1, 3}), lambda: (T(), set()))
def fa_set_in(x, d): return x + 1 if 2 in d else x - 1
@case(lambda: (T(), [T(), T()]), lambda: (T(), [T()]), lambda: (T(), []))
def fa_tlist(x, l):
    for t in l: x = x + t
    return x
@case(lambda: (T(), [T(), 1, "s", None]),)
def fa_mixed_list(x, l):
    for t in l:
        if isinstance(t, (int, torch.Tensor)): x = x + t
    return x
@case()
def fa_tuple_mul(x): return (x, x + 1) * 2, [x] * 3, (1,) + (x,)
@case()
def fa_list_ext(x):
    l = [x]
    l.extend([x + 1, x + 2])
    l += (x,)
    l.insert(1, x * 5)
    l.reverse()
    l.remove(l[0]) if False else None
    return l, l.pop(), l.pop(0), l.index(l[1]) if False else 0
@case()
def fa_list_cmp(x): return [1, 2] == [1, 2], [1] < [2], (1, 2) >= (1, 1), x + 1
@case()
def fa_listclear(x):
    l = [1, x]
    l.clear()
    l.append(x + 1)
    return l
@case()
def fa_lcount(x): return x + [1, 2, 1].count(1) + (3, 3).count(3) + (1, 2).index(2)
@case()
def fa_sliceidx(x):
    l = [1, 2, 3, 4, 5]
    s = slice(1, None, 2)
    del l[0]
    l[1:3] = [9, 8, 7]
    return x + sum(l[s]), l, s.start, s.stop, s.step, s.indices(5)
@case()
def fa_strs(x):
    s = "Hello"
    return x + len(s), s.lower(), s[::-1], s.find("l"), s.replace("l",
        "L"), s.split("e"), "-".join(["a", "b"]), s.startswith("He"), "a{}b{:>4}".format(1, 2), "%d-%s" % (3,
            "q"), s.center(9, "*"), s.encode(), s * 2, s.isalpha(), s.zfill(8), "h" in s
@case()
def fa_str_cmp(x): return x + 1 if "abc" < "abd" and "a" != "b" else x
@case(lambda: (T(), "relu"), lambda: (T(), "tanh"), lambda: (T(), "relu"))
def fa_getattr_str(x, n): return getattr(torch, n)(x) + getattr(F, n)(x)
@case(lambda: (T(), torch.relu), lambda: (T(), torch.tanh), lambda: (T(), F.gelu))
def fa_fn_arg(x, f): return f(x) + 1
@case(lambda: (T(), nn.ReLU()), lambda: (T(), nn.Tanh()), lambda: (T(), nn.ReLU()))
def fa_mod_arg(x, f): return f(x) + 1
@case(lambda: (T(), lambda v: v + 1), lambda: (T(), lambda v: v * 2))
def fa_lambda_arg(x, f): return f(x) + 1
@case(lambda: (T(), functools.partial(torch.add, other=2)), lambda: (T(), functools.partial(torch.add, other=3)))
def fa_partial_arg(x, f): return f(x) + 1
@case()
def fa_partial_kw(x):
    p = functools.partial(lambda a, b, c=3, *r, **k: a * b + c + len(r) + len(k), x, c=5)
    return p(2), p(3, q=1), p.keywords["c"], p.args[0], p.func(x, 1)
@case()
def fa_reduce(x):
    return functools.reduce(lambda a, b: a + b, [x, x, x], x * 0), functools.reduce(operator.mul, [1, 2, 3])
@case()
def fa_operator(x):
    return operator.add(x, 1), operator.itemgetter(1)([x, x
                                                       + 1]), operator.attrgetter("shape")(
                                                           x), operator.methodcaller("sum", 0)(x), operator.getitem(x,
                                                               0), operator.neg(x), operator.matmul(x,
                                                                   x.t()), operator.truth(1), operator.not_(
                                                                       0), operator.index(3), operator.contains([1],
                                                                           1), operator.concat([1], [2])
@case()
def fa_op_inplace(x):
    y = x.clone()
    operator.iadd(y, 1)
    y = operator.imul(y, 2)
    operator.setitem(y, 0, 3.0)
    return y
@case()
def fa_rops(x): return 3 + x, 3 * x, 3 // (x + 9), 3 % (x + 9), 3 > x, 3 == x
@case()
def fa_methods(x):
    return x.add(1).mul_(2).sub(1).clamp(-1, 1), x.sum(dim=0,
                                                       keepdim=True), x.max(1), x.argmax(), x.topk(2), x.sort(
                                                           descending=True), x.any(), x.masked_fill(x > 0, 0)
@case()
def fa_namedres(x):
    v, i = x.max(dim=1)
    r = torch.max(x, 0)
    return v, i, r.values, r.indices, r[0], x.sort().values, torch.topk(x, 1).indices
@case()
def fa_bool_ret(x):
    return x.requires_grad, x.is_leaf, x.is_cuda, x.is_sparse, x.is_quantized, x.layout, x.itemsize, x.nbytes, \
        x.grad, x + 1
@case()
def fa_arange(x):
    return torch.arange(3) + x[:, 0], torch.linspace(0, 1,
                                                     4) + x, torch.tensor(3.5) * x, torch.as_tensor([1,
                                                         2]), torch.scalar_tensor(2.) + x, torch.eye(3) @ x
@case()
def fa_tensor_ctor(x):
    return torch.tensor([x.sum(), 2.0]), torch.tensor([[1, 2], [3, 4]]), torch.tensor(x.shape), torch.tensor(True)
@case()
def fa_stackself(x):
    return torch.stack([i * x for i in range(3)]), torch.cat([x[i : i + 1] for i in range(3)],
        0), torch.stack(list(x)), torch.stack(tuple(r for r in x))
@case()
def fa_zip_t(x):
    return [a * b for a, b in zip(x, [1, 2, 3])], {i: r
                                                   for i, r in enumerate(x)}, list(map(torch.sum,
                                                       x)), list(reversed(list(x)))
@case()
def fa_tsum(x):
    return sum(x), sum(x, start=torch.ones(4)), sum([x, x]), sum(a.sum() for a in x), max(1, 2), max([3, 1],
        key=lambda v: -v), min(4, 2, 3), min([], default=7)
@case()
def fa_tmax(x): return max(x[0, 0], x[0, 1]), min(x.sum(), torch.tensor(1.0))
@case()
def fa_allany(x): return all([1, 2]), any([]), all(s > 1 for s in x.shape), any(s == 3 for s in x.shape), x + 1
@case()
def fa_chainops(x):
    if 1 < x.size(0) < 5 and not x.size(1) == 7: return x + 1
    return x
@case()
def fa_int_ops(x):
    return x + (7 // 2) + (7 % 3) + (1 << 3) + (8 >> 1) + (5 & 3) + (5 | 2) + (5 ^ 1) + ~3 + pow(2, 3,
        5) + round(2.5) + abs(-3) + int("7") + int(3.9) + float("1.5")
@case()
def fa_math(x):
    return x * math.pi + math.sqrt(4) + math.floor(2.7) + math.log2(8) + math.gcd(4,
        6) + math.prod([1, 2]) + math.fabs(-1) + math.copysign(1, -2) + math.hypot(3, 4) + math.isclose(1,
            1.0) + math.inf * 0 if math.isnan(math.nan) else x
@case()
def fa_math_t(x):
    return math.sqrt(4.0) + x, x * math.exp(0), math.trunc(2.3) + x, math.factorial(3), math.comb(4,
        2), math.dist((0, 0), (3, 4)), math.radians(180.0), math.atan2(1.,
            1.), math.fsum([1., 2.]), math.modf(2.5), math.frexp(4.0), math.ldexp(1., 2), math.isqrt(10), math.ceil(1.2)
@case()
def fa_cast(x):
    return x.to(torch.float64).to(x.dtype), x.int(), x.bool(), x.half().float(), x.long().float(), x.type_as(x.double())
@case()
def fa_unary(x):
    return torch.sin(torch.cos(torch.exp(x))), torch.where(x > 0, x, -x), torch.clamp(x, min=0), torch.lerp(x, x + 1,
        0.5)
@case()
def fa_out(x):
    o = torch.empty_like(x)
    torch.add(x, 1, out=o)
    torch.sin(x, out=o)
    return o
@case()
def fa_setitem_t(x):
    x = x.clone()
    x[0] = 1
    x[:, 1] = 2
    x[1, 2] += 5
    x[x > 4] = 0
    x[[0, 2]] = x[[2, 0]]
    x[..., -1] = torch.arange(3.)
    return x
@case()
def fa_getitem_t(x):
    return x[0], x[None], x[..., 0], x[1:,
                                       ::2], x[[0, 1]], x[torch.tensor([0,
                                           2])], x[x > 0].sum() if False else 0, x[0][1], x[-1, -1], x[:, None,
                                               :], x[True], x[(0, 1)], x[slice(0, 2)]
@case(lambda: (T(), 0), lambda: (T(), 1), lambda: (T(), 2))
def fa_idx(x, i): return x[i] + 1
@case(lambda: (T(), 1), lambda: (T(), 2), lambda: (T(), 3))
def fa_slice_i(x, i): return x[:i] + 1
@case(lambda: (T(), slice(0, 1)), lambda: (T(), slice(0, 2)))
def fa_slicearg(x, s): return x[s] + 1
@case(lambda: (T(), ...),)
def fa_ellarg(x, s): return x[s, 0] + 1
@case(lambda: (T(), torch.float32), lambda: (T(), torch.float64))
def fa_dtarg(x, d): return x.to(d) + torch.ones(1, dtype=d)
@case(lambda: (T(), torch.device("cpu")),)
def fa_devarg(x, d): return x.to(d) + torch.ones(1, device=d)
@case()
def fa_while(x):
    i = 0
    while i < 3:
        i += 1
        if i == 2: continue
        x = x + i
    else: x = x * 2
    return x
@case()
def fa_nested_loops(x):
    for i in range(2):
        for j in range(3):
            if j == 2: break
            x = x + i * j
        else: x = x * 100
    return x
@case()
def fa_unpack_t(x):
    a, b, c = x
    (d, e), f = (a, b), c
    g, *h = [a, b, c]
    return d + e + f + g, h
@case()
def fa_unpack_split(x):
    a, b = x.split(2, dim=1)
    c, d = torch.chunk(x, 2, -1)
    (e, f), g = x.unbind(0)[:2], 1
    return a * b, c + d, e + f
@case()
def fa_swap(x):
    a, b = x, x + 1
    a, b = b, a
    return a - b
@case()
def fa_del(x):
    a = x + 1
    b = [a, x]
    del a
    del b[0]
    return b
@case()
def fa_global_const(x): return x * GC + len(GL) + GD["k"]
GC = 3
GL = [1, 2]
GD = {"k": 4}
GT = torch.ones(4)
@case()
def fa_global_t(x): return x + GT
@case(S3 := lambda: (T(),), S3)
def fa_global_counter(x):
    global GCOUNT
    GCOUNT = GCOUNT + 1
    return x + GCOUNT
GCOUNT = 0
@build(S3, S3, S3)
def fa_nonlocal():
    n = 0
    def f(x):
        nonlocal n
        n += 1
        return x + n
    return f
@build(S3, S3)
def fa_closure_list():
    l = []
    def f(x):
        l.append(x.sum())
        return x + len(l)
    return f
@build(S3, S3)
def fa_closure_t():
    w = torch.ones(4)
    return lambda x: x * w
@build(S3, S3)
def fa_fn_attr():
    def g(x): return x * g.k
    g.k = 3
    return lambda x: g(x) + g.k
@build(S3)
def fa_deco():
    def deco(f):
        @functools.wraps(f)
        def w(*a, **k): return f(*a, **k) + 1
        return w
    @deco
    def g(x, k=1): return x * k
    return lambda x: g(x, k=3)
@build(S3)
def fa_deco_args():
    def rep(n):
        def d(f):
            def w(x):
                for _ in range(n): x = f(x)
                return x
            return w
        return d
    @rep(3)
    def g(x): return x * 2
    return g
@case()
def fa_lambda_default(x): return [f(x) for f in [lambda v, i=i: v + i for i in range(3)]]
@case()
def fa_late_bind(x): return [f(x) for f in [lambda v: v + i for i in range(3)]]
@case()
def fa_compr(x):
    return [i for i in range(5) if i % 2], {i: x + i for i in range(2)}, {i % 2
        for i in range(4)}, [[j for j in range(i)] for i in range(3)], [(a, b) for a in (1, 2) for b in (3, 4)
            if a + b > 4]
@case()
def fa_genexp(x):
    return sum(i * x for i in range(3)), list(x + i for i in range(2)), tuple(i for i in (1, 2)), dict((k, x)
        for k in "ab"), max(i for i in [1, 3, 2]), ",".join(str(i) for i in range(3))
@case()
def fa_starcall(x):
    def f(*a, **k): return sum(a) * len(k)
    return f(*[x, x], **{"p": 1}, q=2), f(x, *(x,), z=1)
@case()
def fa_kwonly(x):
    def f(a, /, b, *, c=2): return a + b * c
    return f(x, 1), f(x, b=2, c=3)
@case()
def fa_walrus(x):
    if (n := x.size(0)) > 2: x = x + n
    return x, [y := 1, y + 1], y
@case()
def fa_cond_expr(x): return x + (1 if x.dim() == 2 else 2) * (3 if len(x) else 4)
@case()
def fa_and_or(x): return (0 or x) + 1, ([] or [1]), (x.dim() and 5), (None and x), ("" or "d"), not [], not x.dim()
@case()
def fa_id(x):
    y = x
    return x + 1 if id(x) == id(y) and y is x and x is not None else x
@case()
def fa_hash(x): return x + (hash("a") == hash("a")) + (hash((1, 2)) == hash((1, 2)))
@case()
def fa_isinst(x):
    return isinstance(x, torch.Tensor), isinstance([], list), isinstance((), (list, tuple)), issubclass(bool,
        int), type(x) == torch.Tensor, isinstance(1.0, float), callable(torch.add), isinstance(x.shape,
            tuple), isinstance(x.shape, torch.Size), x + 1
@case()
def fa_abcs(x):
    from collections.abc import Iterable, Sequence, Mapping, Callable
    return isinstance([], Sequence), isinstance({}, Mapping), isinstance(x, Iterable), isinstance(len, Callable), x + 1
@case()
def fa_import(x):
    import math as m
    from torch.nn.functional import relu as r
    return r(x) + m.sqrt(4)
@case()
def fa_annot(x: torch.Tensor) -> torch.Tensor:
    y: int = 3
    z: "List[int]" = [1]
    return x + y + z[0]
@case()
def fa_print_end(x):
    y = x + 1
    print("v")
    return y * 2
@case()
def fa_f_print(x):
    print(f"shape {x.shape}")
    x = x * 2
    print("b", x.dim())
    return x + 1
@case()
def fa_bytes(x): return b"abc"[1] + x, bytes([1, 2]), bytearray(b"ab")[0], "ab".encode("utf-8").decode()
@case()
def fa_sorted(x):
    return sorted([3, 1, 2], reverse=True), sorted({"b": 1, "a": 2}), sorted([("a", 2), ("b", 1)],
        key=lambda t: t[1]), sorted("hello"), sorted([x, x + 1], key=lambda t: t.dim()), [*reversed([1, 2])], x + 1
@case()
def fa_enum_start(x):
    for i, t in enumerate(x, start=2): x = x + i * t
    return x
@case()
def fa_iter_next(x):
    it = iter([x, x + 1])
    a = next(it)
    b = next(it)
    c = next(it, 5)
    return a * b + c
@case()
def fa_iter_sentinel(x):
    l = [1, 2, 0, 3]
    return x + sum(iter(lambda: l.pop(0), 0))
@case()
def fa_zip_dict(x):
    return dict(zip("abc", [x, x + 1, 2])), dict([("a", 1)], b=x), dict(a=x) | {"c": 1}, {**{"a": x},
        "b": 2}, list({"a": 1}.items())
@case()
def fa_map_multi(x):
    return list(map(lambda a, b: a + b, [x, 1], [2, 3])), list(filter(None, [0, 1, 2])), list(filter(lambda v: v > 1,
        [1, 2, 3])), list(zip()), list(zip([1, 2], "ab", (x, x)))
@case()
def fa_itertools(x):
    return [
        list(itertools.chain([1], [2])),
        list(itertools.islice(itertools.count(3), 2)),
        list(itertools.product([1, 2], repeat=2)),
        list(itertools.permutations([1, 2, 3], 2)),
        list(itertools.combinations([x, x, x], 2)),
        list(itertools.accumulate([1, 2, 3])),
        list(itertools.zip_longest([1], [2, 3], fillvalue=x)),
        list(itertools.dropwhile(lambda v: v < 2, [1, 2, 1])),
        list(itertools.starmap(operator.add, [(1, x), (2, 3)])),
        list(itertools.compress([1, 2, 3], [1, 0, 1])),
        [list(g) for _, g in itertools.groupby([1, 1, 2])],
        list(itertools.repeat(x, 2)),
        list(itertools.pairwise([1, 2, 3])),
        list(itertools.chain.from_iterable([[1], [x]])),
        list(itertools.combinations_with_replacement([1, 2], 2)),
        list(itertools.filterfalse(lambda v: v, [0, 1])),
        [a for a, _ in zip(itertools.cycle([1, 2]), range(3))],
    ]
@case()
def fa_vars(x):
    o = types.SimpleNamespace(a=x, b=2)
    o.c = 3
    return o.a * o.b + o.c, hasattr(o, "z"), vars(o)["b"], o == types.SimpleNamespace(a=1)
@case()
def fa_torch_fn_attr(x):
    return torch.nn.functional.relu.__name__, torch.add.__name__, x.__class__.__name__, fa_vars.__name__, x + 1
S3 = lambda: (T(),)
@case()
def g_a(x):
    def gen():
        for i in range(3): yield x + i
    return list(gen())
@case()
def g_b(x):
    def gen(): 
        yield from [x, x + 1]
        return 5
    def outer():
        r = yield from gen()
        yield r
    return tuple(outer())
@case()
def g_c(x):
    def gen():
        v = yield x
        while v is not None: v = yield v * 2
    g = gen()
    next(g)
    a = g.send(x + 1)
    b = g.send(3)
    g.close()
    return a, b
@case()
def g_d(x):
    def gen():
        try: yield x
        except ValueError as e: yield x * 2
        finally: pass
    g = gen()
    a = next(g)
    return a + g.throw(ValueError("q"))
@case()
def g_e(x):
    def gen():
        yield x
        yield x + 1
    return dict(enumerate(gen())), sum(gen()), max(i for i in (1, 2))
@case()
def g_f(x):
    def gen():
        yield x
        yield 2
    a, b = gen()
    return a * b
@case()
def g_g(x):
    def gen():
        yield x + 1
        torch._dynamo.graph_break()
        yield x + 2
    return list(gen())
@case()
def g_ret(x):
    def gen(): yield x + 1
    return gen()
@case(lambda: (T(), iter([1, 2, 3])))
def g_iterarg(x, g): return x + next(g), list(g)
@case()
def g_zip(x):
    def gen():
        i = 0
        while True:
            yield i
            i += 1
    return [a * b for a, b in zip(gen(), x)]
@case()
def g_stop(x):
    def gen(): yield x
    g = gen()
    next(g)
    try: next(g)
    except StopIteration as e: return x + 1, e.value
@case()
def g_sub(x):
    def gen():
        for i in (y for y in range(3) if y): yield x * i
    return [*gen()], {*(i for i in (1, 2))}
@case()
def g_tree(x):
    def walk(t):
        if isinstance(t, list):
            for c in t: yield from walk(c)
        else: yield t
    return sum(walk([x, [x, [1, 2]], 3]))
@contextlib.contextmanager
def cm(x=0):
    CMLOG.append("in")
    try: yield x + 1
    finally: CMLOG.append("out")
CMLOG = []
@case(S3)
def cm_a(x):
    with cm(x) as y: z = y * 2
    return z, len(CMLOG)
@case(S3)
def cm_b(x):
    with cm(1) as a, cm(a) as b: x = x + a + b
    return x
@case(S3)
def cm_brk(x):
    with cm(1) as a:
        x = x + a
        torch._dynamo.graph_break()
        x = x * 2
    return x
class CM:
    def __init__(self, swallow=False):
        self.s = swallow
        self.log = []
    def __enter__(self):
        self.log.append(1)
        return self
    def __exit__(self, t, v, tb):
        self.log.append(t.__name__ if t else None)
        return self.s
@case()
def cm_cls(x):
    with CM() as c: x = x + len(c.log)
    return x, c.log
@case()
def cm_swallow(x):
    with CM(True) as c:
        x = x + 1
        raise ValueError("a")
    return x * 2, c.log
@case()
def cm_noswallow(x):
    try:
        with CM(False) as c: raise KeyError("a")
    except KeyError as e: return x + 1, e.args
@case()
def cm_ret(x):
    with CM() as c: return x + 1
@case(lambda: (T(), CM()), lambda: (T(), CM()))
def cm_arg(x, c):
    with c: return x + 1
@case()
def cm_break_in(x):
    with CM() as c:
        x = x + 1
        print("a")
        x = x * 2
    return x
@case()
def cm_nograd(x):
    with torch.no_grad(): y = x * 2
    with torch.enable_grad(): z = y + 1
    with torch.set_grad_enabled(False): w = z + torch.is_grad_enabled()
    with torch.inference_mode(): v = w + 1
    return v
@case()
def cm_nograd_break(x):
    x = x + 1
    with torch.no_grad():
        x = x * 2
        torch._dynamo.graph_break()
        x = x + torch.is_grad_enabled()
    return x + torch.is_grad_enabled()
@case()
def cm_nograd_nested_fn(x):
    @torch.no_grad()
    def f(y): return y * 2
    def g(y):
        torch._dynamo.graph_break()
        return y + 1
    with torch.no_grad(): x = g(f(x))
    return x * 3
@case()
def cm_setgrad(x):
    p = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    y = x * 2
    torch.set_grad_enabled(p)
    return y + 1
@case()
def cm_setgrad_leak(x):
    torch.set_grad_enabled(False)
    y = x * 2
    torch._dynamo.graph_break()
    r = torch.is_grad_enabled()
    torch.set_grad_enabled(True)
    return y + r
@case()
def cm_autocast(x):
    with torch.autocast("cpu", dtype=torch.bfloat16): y = x @ x.t()
    return y, torch.is_autocast_enabled("cpu")
@case()
def cm_autocast_b(x):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ x.t()
        torch._dynamo.graph_break()
        z = y @ y
    return z
@case()
def cm_autocast_d(x):
    @torch.autocast("cpu", dtype=torch.bfloat16)
    def f(y): return y @ y.t()
    return f(x)
@case()
def cm_amp(x):
    with torch.amp.autocast("cpu", enabled=False): return x @ x.t()
@case()
def cm_null(x):
    with contextlib.nullcontext(): x = x + 1
    with contextlib.nullcontext(5) as k: x = x + k
    return x
@case()
def cm_suppress(x):
    with contextlib.suppress(ValueError):
        x = x + 1
        raise ValueError
    return x * 2
@case()
def cm_stack(x):
    with contextlib.ExitStack() as s:
        c = s.enter_context(CM())
        s.callback(lambda: None)
        x = x + 1
    return x, c.log
@case()
def cm_closing(x):
    class R:
        def close(self): self.c = 1
    r = R()
    with contextlib.closing(r): x = x + 1
    return x + r.c
@case()
def cm_profiler(x):
    with torch.profiler.record_function("a"): x = x + 1
    with torch.autograd.profiler.record_function("b"): x = x * 2
    return x
@case()
def cm_saved(x):
    with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t): return x * 2
@case()
def cm_forkrng(x):
    with torch.random.fork_rng(): y = torch.rand(2) * 0
    return x + 1
@case()
def cm_device(x):
    with torch.device("cpu"): return x + torch.ones(4)
@case()
def cm_assign(x):
    c = torch.no_grad()
    with c: y = x + 1
    with c: y = y * 2
    return y
@case()
def cm_ngmake(x):
    def mk(e): return torch.no_grad() if e else torch.enable_grad()
    with mk(True): y = x + 1
    with mk(False): return y * 2
@case()
def ex_a(x):
    try:
        x = x + 1
        raise ValueError("m", 3)
    except (TypeError, ValueError) as e: return x * 2, e.args, str(e), type(e).__name__
    finally: x = x + 1
@case()
def ex_b(x):
    try: {}["k"]
    except KeyError as e:
        x = x + 1
        k = e.args[0]
    try: [][3]
    except IndexError as e: x = x + 1
    try: int("z")
    except ValueError as e:
        x = x + 2
        m = str(e)
    try: None.foo
    except AttributeError as e: x = x + 3
    try: 1 / 0
    except ZeroDivisionError: x = x + 4
    try: 1 + "a"
    except TypeError as e: x = x + 5
    return x, k, m
@case()
def ex_c(x):
    def f(v):
        if v > 1: raise RuntimeError("big")
        return v
    s = 0
    for i in range(3):
        try: s += f(i)
        except RuntimeError: s += 10
        else: s += 100
        finally: s += 1000
    return x + s
@case()
def ex_d(x):
    try:
        try: raise ValueError("a")
        except ValueError as e: raise KeyError("b") from e
    except KeyError as k: return x + 1, type(k.__cause__).__name__, k.__suppress_context__, k.__context__.args
@case()
def ex_e(x):
    class E(Exception):
        def __init__(self, c):
            super().__init__("msg")
            self.c = c
    try: raise E(7)
    except E as e: return x + e.c
class E2(ValueError):
    code = 3
class E3(E2):
    def __init__(self, a, b):
        self.a = a
        self.b = b
    def __str__(self): return f"{self.a}!"
@case()
def ex_f(x):
    try: raise E3(1, 2)
    except ValueError as e: return x + e.code + e.a, str(e), isinstance(e, E2)
@case()
def ex_g(x):
    try: raise E2
    except Exception as e: return x + 1, e.args
@case()
def ex_h(x):
    try: assert x.size(0) == 99, "no"
    except AssertionError as e: return x + 1, str(e)
@case()
def ex_i(x):
    def f():
        try: return 1
        finally: L.append(1)
    L = []
    return x + f() + len(L)
@case()
def ex_j(x):
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: break
            x = x + 1
        finally: x = x * 2
    return x
@case()
def ex_k(x):
    try: return x + 1
    finally: x = x * 5
@case()
def ex_l(x):
    raise NotImplementedError("nope")
@case()
def ex_m(x):
    y = x + 1
    if x.dim() == 2: raise ValueError(f"dim {x.dim()}")
    return y
@case()
def ex_n(x):
    try: torch.mm(x, x)
    except RuntimeError as e: return x + 1
@case()
def ex_o(x):
    try: x.view(7, 7)
    except RuntimeError as e: return x + 1
@case()
def ex_p(x):
    try: raise StopIteration(4)
    except StopIteration as e: return x + e.value
@case()
def ex_q(x):
    e = ValueError("a")
    f = e.with_traceback(None)
    return x + 1, e.args, isinstance(e, Exception), repr(e)
@case()
def ex_r(x):
    e = ValueError("a")
    e.add_note("z") if hasattr(e, "add_note") else None
    return x + 1
@case()
def ex_s(x):
    try:
        print("hi")
        x = x + 1
    except ValueError: pass
    return x
@case()
def ex_t(x):
    try: torch._dynamo.graph_break()
    finally: x = x + 1
    return x
@case()
def ex_u(x):
    def f(): raise ValueError("deep")
    def g(): return f()
    try: g()
    except ValueError: x = x + 1
    return x
@case()
def ex_v(x):
    try: raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError as e: x = x + len(e.exceptions)
    except* TypeError: x = x * 2
    return x
@case()
def ex_w(x):
    try: raise OSError(2, "no file")
    except OSError as e: return x + e.errno, e.strerror
@case()
def ex_x(x):
    try: next(iter([]))
    except StopIteration: return x + 1
@case()
def ex_y(x):
    try:
        a, b = [1]
    except ValueError as e: return x + 1
@case()
def ex_z(x):
    try: undefined_name
    except NameError as e: return x + 1, str(e)
@case()
def st_a(x):
    s = {1, 2, 3}
    s.add(4)
    s.discard(9)
    s.remove(1)
    s.update([7], (8,))
    return x + len(s), sorted(s), s & {2}, s | {11}, s - {2}, s ^ {2}, s <= {2}, s.isdisjoint({5}), s.union(
        [1]), s.intersection([2]), s.difference([2]), s.symmetric_difference([3]), s.issuperset({2}), s == {
            1}, frozenset([1]) | {2}
@case()
def st_b(x):
    s = {x, x + 1}
    t = {x}
    return len(s), x in s, len(s | t), x + 1
@case()
def st_c(x):
    s = set()
    s |= {1}
    s &= {1, 2}
    s -= {2}
    s ^= {3}
    t = s.copy()
    t.clear()
    return x + s.pop() * 0, len(t)
@case()
def st_d(x):
    try: {1}.remove(5)
    except KeyError: return x + 1
@case(lambda: (T(), {1, 2}))
def st_arg(x, s):
    s.add(5)
    s.discard(1)
    return x + len(s)
@case(lambda: (T(), frozenset({1, 2})), lambda: (T(), frozenset({1, 3})))
def st_fz(x, s): return x + sum(s)
@case()
def st_key(x): return {frozenset([1]): x}[frozenset([1])] + 1, {(1, (2, "a")): x}[(1, (2, "a"))]
class MySet(set):
    def twice(self): return len(self) * 2
@case()
def st_sub(x):
    s = MySet([1, 2])
    s.add(3)
    return x + s.twice() + (2 in s)
@case()
def di_a(x):
    d = {}
    d.setdefault("a", []).append(x)
    d.setdefault("a", []).append(1)
    d["b"] = x
    d.update({"c": 2}, e=5)
    p = d.pop("c")
    q = d.pop("zz", 9)
    del d["e"]
    return d, p, q, d.get("q"), "a" in d, len(d), list(d), [*d.values()], d.copy(), list(reversed(d)), bool(d)
@case()
def di_b(x):
    d = dict.fromkeys(["a", "b"], x)
    d |= {"z": 1}
    return d, d == {"a": 1}, d.keys() & {"a"}, d.keys() - {"a"}, d.items() if False else 0, "a" in d.keys(), list(
        d.keys()) == ["a", "b", "z"]
@case()
def di_c(x):
    d = {"a": x, 1: 2, None: 3, (1, 2): 4, 1.5: 5, True: 6, torch.float32: 7, int: 8, torch.relu: 9}
    return d[None] + d[(1, 2)] + d[1] + d[torch.float32] + d[int] + d[torch.relu] + x
@case()
def di_d(x):
    d = {x: 1}
    d[x] += 1
    return d[x] + x
@case()
def di_e(x):
    d = {"a": 1, "b": 2}
    for k, v in d.items(): x = x + v
    for k in d: d[k] = d[k] * 2
    for k in list(d): 
        if k == "a": del d[k]
    return x, d, d.popitem()
@case()
def di_f(x):
    try: {"a": 1}["b"]
    except KeyError as e: return x + 1, e.args
@case(lambda: (T(), {"a": [1, {"b": 2}]}), lambda: (T(), {"a": [1, {"b": 3}]}))
def di_nested(x, d):
    d["a"][1]["c"] = x + 1
    d["a"].append(5)
    return x + d["a"][1]["b"]
@case(lambda: (T(), {}),)
def di_mut(x, d):
    d["out"] = x + 1
    d["n"] = 3
    d["l"] = [x]
@case(lambda: (T(), {"a": 1, "b": 2}),)
def di_del(x, d):
    del d["a"]
    d.pop("b")
    d["c"] = x * 2
    return x
@case(lambda: (T(), {"a": T(), "b": T()}),)
def di_iter(x, d):
    for k, v in d.items(): x = x + v
    for k in d.keys(): x = x + len(k)
    for v in d.values(): x = x * v
    return x
@case(lambda: (T(), OrderedDict(a=1, b=2)),)
def di_od(x, d):
    d.move_to_end("a")
    d["z"] = 3
    return x + d["a"], list(d), d.popitem(last=False)
@case(lambda: (T(), defaultdict(list)),)
def di_dd(x, d):
    d["k"].append(x + 1)
    d["k"].append(2)
    return x + len(d["k"])
@case()
def di_dd2(x):
    d = defaultdict(lambda: x + 1)
    d["q"] += 1
    e = defaultdict(int, a=3)
    e["b"] += 2
    f = defaultdict(dict)
    f["a"]["b"] = x
    return d["q"], dict(e), f["a"]["b"]
class MyDict(dict):
    def __missing__(self, k): return 42
    def __getattr__(self, k): return self[k]
    def add(self, k, v):
        self[k] = v
        return self
@case()
def di_sub(x):
    d = MyDict(a=1)
    d["b"] = 2
    d.add("c", x)
    return x + d["zz"] + d.a + len(d), d.c
@case(lambda: (T(), MyDict(a=3)),)
def di_subarg(x, d):
    d["n"] = x
    return x + d["a"] + d["q"]
class MyList(list):
    def total(self): return sum(self)
    def append(self, v): super().append(v * 2)
@case()
def li_sub(x):
    l = MyList([1, 2])
    l.append(3)
    return x + l.total() + len(l) + l[0], list(l)
@case(lambda: (T(), MyList([1, 2])),)
def li_subarg(x, l):
    l.append(4)
    return x + l.total()
class MyTuple(tuple):
    def first(self): return self[0]
@case()
def tu_sub(x):
    t = MyTuple((x, 2))
    return t.first() + t[1] + len(t)
@case(lambda: (T(), Counter("abca")),)
def di_counterarg(x, c): return x + c["a"] + c["zz"]
@case()
def di_counter(x):
    c = Counter([1, 1, 2])
    c.update([2, 2])
    return x + c[2], c.most_common(1), sum(c.values())
@case()
def dq_a(x):
    q = deque([1, 2, 3], maxlen=3)
    q.append(4)
    q.appendleft(0)
    q.rotate(1)
    q.extend([x])
    q.extendleft([7])
    p = q.pop()
    r = q.popleft()
    return x + len(q), list(q), p, r, q.maxlen
@case(lambda: (T(), deque([T(), 2])),)
def dq_arg(x, q):
    q.append(x + 1)
    a = q.popleft()
    return x + a + q[0]
@case()
def cmap(x):
    c = collections.ChainMap({"a": 1}, {"b": x})
    return c["a"] + c["b"]
Pt = namedtuple("Pt", "x y", defaults=[5])
class NTc(NamedTuple):
    a: torch.Tensor
    b: int = 3
    def s(self): return self.a * self.b
@case()
def nt_a(x):
    p = Pt(x)
    q = p._replace(y=2)
    return p.x + p.y, q, q._asdict(), Pt._fields, Pt._make([1, 2]), p[1], len(p), NTc(x).s(), NTc(x, b=4)
@case(lambda: (Pt(T(), 2),), lambda: (Pt(T(), 3),))
def nt_arg(p):
    a, b = p
    return a * b + p.x
@case(lambda: (NTc(T(), 2),))
def nt_carg(p): return p.s(), p._replace(b=7).s(), isinstance(p, tuple)
@case()
def ti_a(x):
    a = (1, x)
    b = a + (2,)
    return b[1] + b[-1], b[1:], (1, 2) < (1, 3), a * 2, len(b), 2 in (1, 2), (x,) == (x,
        ), hash((1, 2)) == hash((1, 2)), tuple([1]), (*a, 3)
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
