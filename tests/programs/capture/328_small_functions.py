# feature: small functions on tensors, containers, objects, contexts and generators: operations of each graph
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
# functions over tensors
@case(lambda: (T(), T()))
def f_add(a, b): return a + b
@case(lambda: (T(), T()))
def f_add_(a, b):
    c = a.clone()
    return c.add_(b, alpha=5.0)
@case(lambda: (T(4), T(4), T(4)))
def f_addcdiv_(a, b, c):
    r = torch.addcdiv(a, b, c, value=5.0)
    a.clone().addcdiv_(b, c, value=5.0)
    return r
@case(lambda: (T(), None), lambda: (T(), T()))
def f_notnull(a, b):
    if a is not None and b is not None: return a + b
@case(lambda: (T(), T()))
def f_func_isinst(a, b):
    if isinstance(a, (list, tuple)): return a[0]
    if type(b) is torch.Tensor: return a - b
@case(lambda: (T(), 3))
def f_product(a, n):
    v = a
    for i, j in itertools.product(range(n), [1, 2]): v = v + i * j
    return v
@case()
def f_chain(a):
    v = a
    for x in itertools.chain([a, a * 2], (1, 2)): v = v + x
    return v
@case()
def f_chain_it(a):
    v = a
    for x in itertools.chain.from_iterable([[1, 2], [3]]): v = v + x
    return v
@case()
def f_comb(a):
    out = []
    for c in itertools.combinations([a, a + 1, a + 2], 2): out.append(c[0] * c[1])
    return out
@case()
def f_perm(a):
    return [a + x - y for x, y in itertools.permutations((1, 2, 3), 2)]
@case()
def f_pairwise(a):
    return [x + y for x, y in itertools.pairwise([a, a + 1, a * 2])]
@case()
def f_islice(a):
    return sum(itertools.islice([a, a + 1, a + 2, a + 3], 1, 4, 2))
@case()
def f_accum(a):
    return list(itertools.accumulate([a, a + 1, a + 2]))
@case()
def f_accum_fn(a):
    return list(itertools.accumulate([1, 2, 3], operator.mul, initial=2)), a + 1
@case()
def f_groupby(a):
    return [(k, sum(g)) for k, g in itertools.groupby([1, 1, 2, 3, 3])], a * 2
@case()
def f_groupby_key(a):
    return [(k, list(g)) for k, g in itertools.groupby([1, 3, 2, 4, 5], key=lambda v: v % 2)], a * 2
@case()
def f_repeat(a):
    for r in itertools.repeat(2, 3): a = a * r
    return a
@case()
def f_cycle(a):
    for i, c in zip(range(5), itertools.cycle([1, 2])): a = a + c * i
    return a
@case()
def f_count(a):
    for i in itertools.count(5, 2):
        if i > 10: break
        a = a + i
    return a
@case()
def f_zip_longest(a):
    return list(itertools.zip_longest([1, 2, 3], [a, a + 1], fillvalue=0))
@case()
def f_takewhile(a):
    return list(itertools.takewhile(lambda v: v < 3, [1, 2, 3, 1])), list(itertools.dropwhile(lambda v: v < 3,
        [1, 2, 3, 1])), a + 1
@case()
def f_filterfalse(a):
    return list(itertools.filterfalse(lambda v: v % 2, range(6))), list(itertools.compress("abcd",
        [1, 0, 1, 0])), list(itertools.starmap(pow, [(2, 3), (3, 2)])), a + 1
@case()
def f_tee(a):
    x, y = itertools.tee([a, a + 1])
    return list(x), list(y)
@case()
def f_batched(a):
    return [sum(b) for b in itertools.batched([a, a + 1, a + 2], 2)]
@case()
def f_finfo(a): return a * torch.finfo(a.dtype).eps + torch.finfo(torch.float16).max, torch.iinfo(torch.int32).max
@case()
def f_ndim(a): return a + a.ndim + a.dim() + a.numel() + a.size(-1) + len(a) + a.nelement()
@case()
def f_dtype(a):
    if a.dtype == torch.float32 and a.dtype.is_floating_point and not a.is_complex(): return a.to(torch.float64)
    return a
@case()
def f_device(a): return torch.ones(2, device=a.device), str(a.device), a.device.type == "cpu", a.is_cuda
@case(lambda: ([T(), T(), T()],), lambda: ([T(), T()],))
def f_listarg(l):
    a, *r = l
    return a + sum(r)
@case(lambda: ({"a": T(), "b": T()},), lambda: ({"b": T(), "a": T()},), lambda: ({"a": T(), "b": T(), "c": 1},))
def f_dictarg(d):
    s = 0
    for k, v in d.items(): s = s + v
    return s, list(d)
@case(lambda: (T(), (1, (T(), 2))))
def f_nesttuple(a, t):
    x, (y, z) = t
    return a + x + y * z
@case()
def f_kwonly(a):
    def g(x, *args, k=2, **kw): return x * k + len(args) + sum(kw.values())
    return g(a), g(a, 1, 2, k=3, z=4), g(*[a, 1], **{"k": 5, "q": 6})
@case()
def f_defaults(a):
    def g(x, y=[1, 2], z={"k": 3}): return x + y[0] + z["k"]
    return g(a), g(a, z={"k": 7})
@case()
def f_lambda(a):
    fs = [lambda x, k=k: x * k for k in range(3)]
    return [f(a) for f in fs]
@case()
def f_partial(a):
    p = functools.partial(torch.add, alpha=2)
    q = functools.partial(lambda x, y, z: x + y * z, a, z=3)
    return p(a, a), q(2), q.func(a, 1, 1), q.keywords, len(q.args)
@case()
def f_partialmethod(a):
    r = functools.reduce(lambda x, y: x + y, [a, a * 2, a * 3], a)
    return r
@case()
def f_sum_start(a): return sum([a, a], 1), sum((1, 2)), sum([[1], [2]], [])
@case()
def f_minmax(a): return a + min(3, 1, 2) + max([4, 5]) + min([1, 2], key=lambda v: -v) + max((), default=9)
@case()
def f_anyall(a): return a + any([False, 1]) + all([]) + any(x > 1 for x in (1, 2))
@case()
def f_sorted(a):
    return sorted([3, 1, 2], reverse=True), sorted({"b": 1, "a": 2}), sorted([(1, "b"), (0, "a")],
        key=lambda t: t[1]), a + 1
@case()
def f_enumrev(a):
    for i, x in enumerate(reversed([a, a * 2]), start=3): a = a + x * i
    return a
@case()
def f_mapfilter(a): return list(map(lambda x, y: x + y, [a, 1], [2, 3])), list(filter(None, [0, 1, "", "a"])), a * 2
@case()
def f_divmod(a): return a + divmod(7, 3)[0] + abs(-2) + round(2.567, 2) + pow(2, 3, 5) + int("12") + float("1.5")
@case()
def f_bases(a): return hex(255), oct(8), bin(5), chr(65), ord("a"), ascii("é"), repr("x"), a + 1
@case()
def f_str(a):
    return "%s-%d-%5.2f" % ("a", 3, 2.5), "{:>5}|{!r}".format(3,
        "x"), f"{3:04d}{'y'!r:>5}", "a,b".split(","), " x ".strip(), "x".join(["1", "2"]), a + 1
@case()
def f_strm(a):
    return "abc".upper().lower().title(), "abc".startswith(("x", "a")), "abc".replace("b",
        "z"), "abc".find("c"), "a=b".partition("="), "abc"[::-1], "b" in "abc", "abc".isalpha(), a + 1
@case()
def f_fstr_shape(a): return f"{a.shape} {a.dtype} {a.ndim}", a + 1
@case()
def f_slices(a):
    s = slice(0, 2)
    return a[s], a[..., 0], a[None], a[:, -1], a[1:, ::2], a[[0, 1]], s.start, s.indices(5)
@case()
def f_boolmask(a): return torch.where(a > 0, a, torch.zeros_like(a)), (a > 0).sum()
@case()
def f_setitem(a):
    b = a.clone()
    b[0] = 1
    b[:, 1] += 2
    b[b > 1] = 0
    return b
@case()
def f_unpack(a):
    x, y, z = a
    p, q = a.shape
    return x + y + z, p, q
@case()
def f_unbind(a):
    return [r + 1 for r in a], a.unbind(1)[0], torch.stack(a.split(1)), [c.shape for c in a.chunk(2, dim=1)]
@case()
def f_iter_tensor(a):
    s = 0
    for r in a: s = s + r
    for i, r in enumerate(a): s = s + i * r
    for r, q in zip(a, a): s = s + r * q
    return s
@case()
def f_namedtup_out(a):
    m = a.max(dim=1)
    return m.values, m.indices, m[0], a.sort(dim=1).values, torch.topk(a, 2).indices
@case()
def f_shapes(a):
    s = a.shape
    return s[0], s[-1:], s + (1,), tuple(s), list(s), len(s), s.numel(), s == (3,
        4), a.new_zeros(s[::-1]), a.view(*s), a.stride(), a.stride(0), a.storage_offset()
@case()
def f_contig(a):
    return a.t().contiguous(), a.is_contiguous(), a.t().is_contiguous(), a.element_size(), a.layout == torch.strided
@case()
def f_types(a):
    return type(a) == torch.Tensor, isinstance(a,
                                               torch.Tensor), torch.is_tensor(a), torch.is_floating_point(
                                                   a), issubclass(type(a), torch.Tensor), a.type(), a + 1
@case()
def f_hasattr(a):
    return hasattr(a, "foo"), hasattr(a, "shape"), getattr(a, "foo", 3), getattr(a, "T").shape, callable(a.sum), a + 1
@case()
def f_dropout(a): return F.dropout(a, 0.5, training=False), F.dropout(a, 0.0)
@case()
def f_tensorctor(a):
    return torch.tensor([1.0, 2.0]) + a[0, 0], torch.tensor(3), torch.as_tensor([1, 2]), torch.zeros(2,
        3), torch.full((2,), 7), torch.arange(3), torch.linspace(0, 1, 3), torch.eye(2), torch.empty(2).fill_(1)
@case()
def f_tensorlike(a):
    return torch.zeros_like(a), torch.ones_like(a, dtype=torch.int), torch.full_like(a,
        2), a.new_tensor([1, 2]), a.new_ones(2), a.new_full((1,), 4.0), torch.rand_like(a).shape
@case()
def f_cat(a):
    return torch.cat([a, a]), torch.stack((a, a),
                                          dim=1), torch.hstack([a, a]), torch.vstack([a, a]), torch.concat([a, a],
                                              dim=-1), torch.column_stack([a[0], a[1]])
@case()
def f_cmp(a):
    return a > 0, a == a, a != 1, (a > 0) & (a < 1), ~(a > 0), (a > 0) | (a < 1), (a > 0) ^ (
        a < 1), 1 < a, torch.equal(a, a) if False else 0
@case()
def f_ops(a):
    return -a, +a, abs(a), a ** 2, 2 ** a, a // 2, a % 2, 1 / a, 1 - a, a.__add__(1), a.__radd__(1), operator.add(a,
        1), operator.neg(a), operator.itemgetter(0)(a), operator.attrgetter("shape")(a), operator.methodcaller("sum")(a)
@case()
def f_inplace(a):
    b = a.clone()
    b += 1
    b *= 2
    b -= 1
    b /= 2
    b **= 2
    b.zero_().add_(1)
    b.relu_()
    torch.sigmoid_(b)
    b.copy_(a)
    return b
@case()
def f_out(a):
    o = torch.empty(3, 4)
    torch.add(a, 1, out=o)
    return o
@case()
def f_while(a):
    i = 0
    while i < 3:
        i += 1
        if i == 2: continue
        a = a + i
    else: a = a * 2
    return a
@case()
def f_forelse(a):
    for i in range(5):
        if i == 3: break
        a = a + i
    else: a = a * 100
    return a
@case()
def f_ternary(a): return a + 1 if a.shape[0] > 2 else a - 1
@case()
def f_walrus(a): return (n := a.size(0)) + a.sum() * n
@case()
def f_match(a):
    match a.shape:
        case (3, k): return a * k
        case _: return a
@case()
def f_compr(a):
    return [a + i for i in range(4) if i % 2], {k: a * k for k in (1, 2)}, {i % 2 for i in range(4)}, tuple(a - i
        for i in range(2)), [[i * j for j in range(2)] for i in range(2)]
@case()
def f_global(a):
    global GV
    GV = 5
    return a + GV
@case()
def f_nonlocal(a):
    n = 0
    def inc(k):
        nonlocal n
        n += k
        return a * n
    return inc(1), inc(2), n
@case()
def f_assert(a):
    assert a.shape[0] == 3, "bad"
    assert isinstance(a, torch.Tensor)
    return a + 1
@case()
def f_del(a):
    b = a + 1
    del b
    c = [1, 2, 3]
    del c[0]
    d = {1: 2, 3: 4}
    del d[1]
    return a, c, d
@case()
def f_ellipsis(a):
    def g(x, *, y): ...
    return g(a, y=1), a + 1
@case()
def f_annot(a: torch.Tensor) -> torch.Tensor:
    b: torch.Tensor = a + 1
    c: Optional[int] = None
    return typing.cast(torch.Tensor, b)
@case()
def f_isop(a):
    b = a
    return a is b, a is not None, a is (a + 0), [] is [], a + 1
@case()
def f_chaincmp(a): return 1 < a.size(0) < 5, 1 < 2 > 1, not a.size(0), a + 1
@case()
def f_math(a):
    return a * math.sqrt(4) + math.pi, math.floor(2.5), math.ceil(2.1), math.log(2.0), math.prod([1, 2,
        3]), math.isclose(1.0, 1.0), math.inf, math.gcd(4,
                                                        6), math.sin(a.size(0)), math.factorial(3), math.isnan(
                                                            float("nan"))
@case()
def f_copy(a): return copy.copy([a, 1]), copy.copy({"k": a})["k"], a + 1
@case()
def f_deepcopy_list(a): return copy.deepcopy([1, [2, 3]]), copy.deepcopy({"a": (1, 2)}), a + 1
@case()
def f_vars(a):
    return callable(f_vars), f_hash.__name__, type(
        a).__name__, a.__class__.__name__, int.__name__, f_hash.__qualname__, a + 1
@case()
def f_typing(a):
    return isinstance(1, typing.Hashable) if False else 1, isinstance([1], collections.abc.Sequence), isinstance({},
        collections.abc.Mapping), isinstance(1, (int, float)), isinstance(True, int), a + 1
@case()
def f_complexnum(a): return a * 1.0, a + 1
@case()
def f_bytes(a): return b"abc"[0], b"abc".decode(), "é".encode("utf8"), bytes([1, 2]), a + 1
# lists, dicts, sets, deques, tuples
@case()
def l_methods(a):
    l = [1, 2]
    l.append(3)
    l.extend([4, 5])
    l.insert(0, 0)
    l.remove(2)
    l.pop()
    l.reverse()
    l.sort(key=lambda v: -v)
    l += [9]
    l *= 1
    return a + sum(l), l, l.index(9), l.count(1), l[::2], [1] + [2], [0] * 3, l.copy(), (l.clear(), l)[1]
@case()
def l_slice_assign(a):
    l = [1, 2, 3, 4]
    l[1:3] = [a, a]
    del l[0]
    l[-1] = 7
    return l
@case()
def l_nested(a):
    l = [[a, 1], [a + 1, 2]]
    l[0][1] = 5
    return [x * y for x, y in l]
@case(lambda: ([T(), T()],))
def l_mut_arg(l):
    l.append(l[0] + 1)
    l[0] = l[0] * 2
    return l[-1]
@case(lambda: ([1, 2, T()],), lambda: ([1, 3, T()],))
def l_arg_const(l): return l[2] * l[1]
@case(lambda: ([T(2), T(2)],), lambda: ([T(2), T(2), T(2)],))
def l_arg_len(l): return torch.stack(l).sum(0) * len(l)
@case()
def l_cmp(a): return [1, 2] == [1, 2], [1] < [2], (1, 2) >= (1,), [1] != [1], a + 1
@case()
def l_in(a): return 1 in [1, 2], 3 not in (1, 2), "a" in {"a": 1}, a + 1
@case()
def l_unpack(a):
    x, *y, z = [1, 2, 3, 4]
    (p, q), r = (1, 2), 3
    return a + x + z + p, y
@case()
def l_star(a): return [*range(3), *[a]], (*"ab", 1), {**{"k": 1}, "j": a}, a + 1
@case()
def l_del_loop(a):
    l = [a, a + 1, a + 2]
    while l: a = a + l.pop(0)
    return a
@case()
def l_sortt(a):
    return sorted([(2, "b"), (1, "z")]), sorted("hello"), sorted([3, 1], key=lambda x: -x), max([(1, 2), (0, 5)],
        key=lambda t: t[1]), a + 1
@case()
def l_iterobj(a):
    it = iter([1, 2, 3])
    next(it)
    return a + next(it), list(it), next(it, 9)
@case()
def l_ident(a):
    l = [a]
    m = l
    m.append(a + 1)
    return len(l), l is m, l
@case()
def l_range(a):
    r = range(1, 10, 3)
    return a + r[1], len(r), list(r), 4 in r, r.start, r.stop, r.step, list(reversed(r)), r == range(1, 10, 3), r[1:]
@case()
def l_enum_zip(a): return [(i, x, y) for i, (x, y) in enumerate(zip([a], [1]))], dict(zip("ab", [1, 2])), a + 1
@case()
def t_methods(a):
    t = (1, 2, 1)
    return t.count(1), t.index(2), t + (3,), t * 2, t[1:], len(t), hash(t) == hash((1, 2, 1)), a + 1
Pt = namedtuple("Pt", ["x", "y"])
@case(lambda: (Pt(T(), 2),), lambda: (Pt(T(), 3),))
def nt_arg(p): return Pt(p.x * p.y, p.y), p._fields, p[0] + 1, p._replace(y=7).y
@case()
def nt_make(a):
    p = Pt(a, y=1)
    x, y = p
    return p._asdict(), x + y, Pt._make([a, 2]), p == Pt(a, 1) if False else 0
class PT(NamedTuple):
    x: torch.Tensor
    n: int = 3
    def area(self): return self.x * self.n
@case(lambda: (PT(T()),))
def nt_class(p): return p.area(), PT(p.x, 4).area(), isinstance(p, tuple)
@case()
def d_methods(a):
    d = {"x": 1}
    d["y"] = a
    d.update(z=3)
    d.update({"w": 4})
    d.setdefault("q", 5)
    v = d.pop("x")
    d.get("none", 7)
    return list(d.keys()), list(d.items())[1:], d.pop("nope", 8), v, len(d), d.popitem(), "y" in d, d.get("y") + 1
@case()
def d_compr(a):
    return {i: a * i for i in range(3)}, {k: v for k, v in {"a": 1, "b": 2}.items()
                                          if v > 1}, dict([("p", a)]), dict(q=1), dict.fromkeys(["u", "v"], 0)
@case(lambda: ({"a": T(), 1: T()},))
def d_mut_arg(d):
    d["new"] = d["a"] + d[1]
    del d[1]
    return len(d)
@case(lambda: ({"a": {"b": T()}},))
def d_nested(d):
    d["a"]["c"] = d["a"]["b"] * 2
    return d["a"]["c"]
@case()
def d_merge(a):
    d = {"a": 1} | {"b": 2}
    d |= {"c": a}
    return d, {"a": 1} == {"a": 1}
@case()
def d_iter(a):
    d = {"a": 1, "b": 2}
    for k in d: a = a + d[k]
    for k in reversed(d): a = a * d[k]
    return a, list(d), d.copy(), sorted(d.values())
@case()
def d_tensorkeys(a):
    d = {a: 1}
    return d[a], a + 1
@case()
def d_tuplekey(a):
    d = {(1, 2): a, None: 1, 3.5: 2, True: 4}
    return d[(1, 2)], d[None], d[1]
@case()
def d_default(a):
    d = defaultdict(list)
    d["a"].append(a)
    d["a"].append(a + 1)
    e = defaultdict(int)
    e["q"] += 2
    return d["a"], dict(e), "z" in d
@case()
def d_default_lambda(a):
    d = defaultdict(lambda: a)
    return d[3] + 1, len(d)
@case()
def d_ordered(a):
    d = OrderedDict()
    d["a"] = a
    d["b"] = 1
    d.move_to_end("a")
    d.popitem(last=False)
    return list(d), d["a"] + 1
@case()
def d_counter(a):
    c = Counter("hello")
    return c["l"], c.most_common(1), a + c["l"]
@case()
def d_missing(a):
    try: return {}["k"]
    except KeyError: return a + 1
class MyDict(dict):
    def __missing__(self, k): return 5
    def extra(self): return len(self)
@case(lambda: (T(), MyDict(a=1)))
def d_sub_arg(a, d): return a + d["a"] + d["zz"] + d.extra()
@case()
def d_sub_make(a):
    d = MyDict()
    d["x"] = a
    return d["x"] + d["q"], d.extra(), isinstance(d, dict)
class MyList(list):
    def total(self): return sum(self)
@case(lambda: (T(), MyList([1, 2])))
def l_sub_arg(a, l): return a + l.total() + len(l) + l[0]
@case()
def l_sub_make(a):
    l = MyList([1, a])
    l.append(2)
    return l[1] + l[2], len(l), type(l).__name__
@case()
def s_methods(a):
    s = {1, 2}
    s.add(3)
    s.discard(9)
    s.remove(1)
    s.update([5])
    t = {2, 7}
    return s | t, s & t, s - t, s ^ t, s.issubset({2, 3, 5,
                                                   8}), 2 in s, len(s), a + len(s), s.union(t), s.isdisjoint(
                                                       {99}), frozenset([1]) | {2}
@case(lambda: (T(), {1, 2}), lambda: (T(), {1, 2}), lambda: (T(), {1, 3}))
def s_arg(a, s): return a + len(s) + (3 if 3 in s else 0)
@case()
def s_tensors(a):
    s = {a}
    s.add(a)
    return len(s), a in s, a + 1
@case()
def s_eq(a): return {1, 2} == {2, 1}, {1} < {1, 2}, {1} <= {1}, set("aab"), a + 1
@case()
def s_pop(a):
    s = {4}
    x = s.pop()
    s.clear()
    return a + x, s
@case()
def q_deque(a):
    d = deque([1, 2], maxlen=3)
    d.append(3)
    d.append(4)
    d.appendleft(0)
    d.extend([a])
    x = d.popleft()
    d.rotate(1)
    return list(d), x, len(d), d.maxlen
@case(lambda: (T(), deque([1, 2])))
def q_arg(a, d):
    d.append(a + d[0])
    return d[-1]
@case()
def q_empty(a):
    d = deque()
    d.append(a)
    while d: a = a + d.pop()
    return a
@case(lambda: (T(), [1, 2]), lambda: (T(), (1, 2)))
def l_typeguard(a, l):
    if isinstance(l, list): return a + l[0]
    return a - l[0]
@case(lambda: (T(), "abc"), lambda: (T(), "abd"))
def s_strarg(a, s): return a * len(s) if s.endswith("c") else a
@case(lambda: (T(), None), lambda: (T(), 2), lambda: (T(), 3), lambda: (T(), True))
def o_optional(a, n): return a if n is None else a * n
@case(lambda: (T(), 1.5), lambda: (T(), 2.5), lambda: (T(), 3.5))
def o_float(a, f): return a * f + f * 2
@case(lambda: (T(), 2), lambda: (T(), 3), lambda: (T(), 4))
def o_int(a, n): return a * n + n ** 2 - n // 2 + n % 3
@case(lambda: (T(), 2), lambda: (T(), 3), lambda: (T(), 5))
def o_int_range(a, n):
    for i in range(n): a = a + i
    return a
@case(lambda: (T(), 2), lambda: (T(), 3), lambda: (T(), 5))
def o_int_list(a, n): return [a] * n, [a + i for i in range(n)], a
@case(lambda: (T(), torch.float64), lambda: (T(), torch.float32))
def o_dtype(a, d): return a.to(d)
@case(lambda: (T(), slice(0, 2)), lambda: (T(), slice(1, 2)))
def o_slice(a, s): return a[s] + 1
@case(lambda: (T(), torch.Size([4, 3])))
def o_size(a, s): return a.view(s)
@case(lambda: (T(), range(3)), lambda: (T(), range(4)))
def o_range(a, r): return a + sum(r)
class Color(enum.Enum):
    RED = 1
    BLUE = "b"
    def is_red(self): return self is Color.RED
@case(lambda: (T(), Color.RED), lambda: (T(), Color.BLUE))
def o_enum(a, c):
    return (a + 1 if c == Color.RED else a - 1), c.name, c.value, c.is_red(), Color("b").name, len(list(Color))
class IE(enum.IntEnum):
    A = 1
    B = 2
@case(lambda: (T(), IE.A), lambda: (T(), IE.B))
def o_intenum(a, c): return a + c, c == 1, c > 1
class Fl(enum.Flag):
    X = 1
    Y = 2
@case()
def o_flag(a): return a + 1, (Fl.X | Fl.Y) == Fl.Y, Fl.X in (Fl.X | Fl.Y)
@case(lambda: (T(), [[T(), 1], {"k": (T(), [2])}]))
def o_pytree(a, t):
    (x, n), d = t
    y, (m,) = d["k"]
    return a + x * n + y * m
@case(lambda: (T(), lambda x: x + 1), lambda: (T(), lambda x: x * 2))
def o_fnarg(a, f): return f(a)
@case(lambda: (T(), torch.sin), lambda: (T(), torch.cos), lambda: (T(), torch.sin))
def o_torchfn(a, f): return f(a)
@case(lambda: (T(), int), lambda: (T(), float))
def o_typearg(a, t): return a + t("3"), t is int
@case(lambda: (T(), types.SimpleNamespace(a=1, t=T())))
def o_ns(a, n):
    n.b = 5
    return a * n.a + n.t
@case(lambda: (T(), functools.partial(torch.add, alpha=3)))
def o_partial(a, p): return p(a, a)
@case(lambda: (T(), iter([1, 2, 3])))
def o_iterarg(a, it): return a + next(it)
@case(lambda: (T(), zip([1, 2], [3, 4])))
def o_ziparg(a, z):
    for x, y in z: a = a + x * y
    return a
@case(lambda: (T(), {"a": 1}.items()))
def o_dictitems(a, it):
    for k, v in it: a = a + v
    return a
@case(lambda: (T(), np.float32(2.5) if False else 2.5))
def o_np(a, f): return a * f
@case(lambda: (T(), {"a": 2}))
def o_mapping(a, m): return a * m["a"]
@case(lambda: (T(), b"xy"))
def o_bytes(a, b): return a + len(b) + b[0]
@case(lambda: (T(), 10 ** 20))
def o_bigint(a, n): return a + (n % 7)
@case(lambda: (T(), Ellipsis))
def o_ellip(a, e): return a[e, 0]
import abc
# classes and objects
class P:
    def __init__(self, t, n=2):
        self.t = t
        self.n = n
        self.hist = []
        self.d = {}
    def scale(self): return self.t * self.n
    @property
    def twice(self): return self.t * 2
    @twice.setter
    def twice(self, v): self.t = v / 2
    @staticmethod
    def st(x): return x + 1
    @classmethod
    def make(cls, t): return cls(t, 5)
    def __add__(self, o): return P(self.t + (o.t if isinstance(o, P) else o), self.n)
    def __mul__(self, o): return P(self.t * o)
    def __getitem__(self, i): return self.t[i]
    def __len__(self): return 3
    def __call__(self, x): return x + self.t
    def __contains__(self, x): return x == 1
    def __iter__(self): return iter([self.t, self.t + 1])
    def __bool__(self): return self.n > 0
    def __eq__(self, o): return isinstance(o, P) and self.n == o.n
    def __hash__(self): return 7
    def __enter__(self):
        self.hist.append("in")
        return self
    def __exit__(self, *a):
        self.hist.append("out")
        return False
    def __neg__(self): return P(-self.t)
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __repr__(self): return "P!"
@case(lambda: (P(T()),), lambda: (P(T(), 3),), lambda: (P(T(2), 3),))
def c_arg(p): return p.scale() + p.twice
@case(lambda: (P(T()),))
def c_mutate(p):
    p.n += 1
    p.hist.append(1)
    p.d["k"] = p.t + 1
    p.new = 3
    return p.scale()
@case()
def c_make(a):
    p = P(a)
    p.n = 7
    return p.scale(), p
@case()
def c_ops(a):
    p = P(a) + P(a)
    q = (-p) * 3
    return (p + 1).t, q.t, p[0], len(p), p(a), 1 in p, [x for x in p], bool(p)
@case()
def c_eq(a): return P(a) == P(a), P(a) != P(a, 3), a + 1
@case()
def c_setget(a):
    p = P(a)
    p["x"] = a + 1
    p["y"] = 2
    del p["y"]
    p.twice = a
    return p.d, p.t
@case()
def c_with(a):
    with P(a) as p: r = p.scale()
    return r, p.hist
@case(lambda: (P(T()),))
def c_with_arg(p):
    with p as q: r = q.t + 1
    return r
@case()
def c_static(a): return P.st(a), P.make(a).scale(), P(a).st(a), P.make(a).make(a).n
@case()
def c_unbound(a): return P.scale(P(a)), P.__len__(P(a)), P.__name__, P(a).__class__ is P, type(P(a)) is P
@case()
def c_getattr(a):
    p = P(a)
    setattr(p, "zz", a + 1)
    return getattr(p, "zz"), hasattr(p, "nope"), getattr(p, "nope", 4), (delattr(p, "zz"),
        hasattr(p, "zz"))[1], vars(p)["n"], p.__dict__["n"]
@case()
def c_bound(a):
    m = P(a).scale
    f = P(a).__call__
    return m(), f(a), m.__self__.n, m.__func__ is P.scale, m.__name__
@case()
def c_repr(a): return str(P(a)), repr(P(a)), f"{P(a)}", a + 1
@case()
def c_dictkey(a):
    d = {P(a): 1}
    return d[P(a)], a + 1
class Q(P):
    kind = "q"
    count = 0
    def __init__(self, t):
        super().__init__(t, 4)
        self.extra = 1
    def scale(self): return super().scale() + self.extra
    def bump(self):
        Q.count += 1
        type(self).count += 1
        return self
@case()
def c_sub(a):
    return Q(a).scale(), isinstance(Q(a), P), issubclass(Q, P), Q(a).kind, Q.__mro__[1] is P, Q.__bases__[0].__name__
@case(lambda: (Q(T()),))
def c_sub_arg(q): return q.scale() + q.twice, q.kind
@case(lambda: (Q(T()),))
def c_inst_over_class(q):
    q.kind = "own"
    return q.t + 1, q.kind, Q.kind
class Mixin:
    def mix(self): return self.t + 100
class R(Mixin, P): pass
@case()
def c_mixin(a): return R(a).mix(), [c.__name__ for c in R.__mro__]
class Slots:
    __slots__ = ("t", "n")
    def __init__(self, t):
        self.t = t
        self.n = 1
@case(lambda: (Slots(T()),))
def c_slots_arg(s):
    s.n = 3
    return s.t * s.n
@case()
def c_slots(a):
    s = Slots(a)
    return s.t + s.n
class GA:
    def __init__(self, t): self.t = t
    def __getattr__(self, n): return 5 if n == "five" else (_ for _ in ()).throw(AttributeError(n))
@case()
def c_dunder_getattr(a): return GA(a).t + GA(a).five
class GA2:
    def __init__(self, t): self.t = t
    def __getattr__(self, n):
        if n.startswith("get_"): return lambda: self.t * 2
        raise AttributeError(n)
@case(lambda: (GA2(T()),))
def c_getattr_arg(g): return g.get_x(), hasattr(g, "other")
class SA:
    def __init__(self, t):
        object.__setattr__(self, "t", t)
        self.k = 1
    def __setattr__(self, n, v): object.__setattr__(self, n, v * 2 if n == "k" else v)
@case()
def c_setattr_dunder(a):
    s = SA(a)
    s.k = 4
    return s.t * s.k
class New:
    def __new__(cls, t, *a):
        o = super().__new__(cls)
        o.pre = 3
        return o
    def __init__(self, t): self.t = t
@case()
def c_new(a): return New(a).t * New(a).pre
class Cnt:
    n = 0
    def __init__(self): Cnt.n += 1
@case(lambda: (T(),), lambda: (T(),))
def c_counter_class(a):
    Cnt()
    return a + Cnt.n
@dataclasses.dataclass
class DC:
    x: torch.Tensor
    n: int = 2
    l: list = dataclasses.field(default_factory=list)
    def go(self): return self.x * self.n
@case(lambda: (DC(T()),), lambda: (DC(T(), 3),))
def dc_arg(d): return d.go()
@case()
def dc_make(a):
    d = DC(a, n=4)
    d.l.append(1)
    d.n += 1
    return d.go(), d.l, d
@case()
def dc_replace(a): return dataclasses.replace(DC(a), n=9).go()
@case(lambda: (DC(T()),))
def dc_mut(d):
    d.x = d.x + 1
    d.l.append(d.n)
    return d.go()
@dataclasses.dataclass(frozen=True)
class DF:
    a: int
    b: int = 1
@case(lambda: (T(), DF(1)), lambda: (T(), DF(1)), lambda: (T(), DF(2)))
def dc_frozen(t, d): return t * d.a + d.b
@case()
def dc_frozen_make(a): return a * DF(3).a, DF(1) == DF(1), {DF(1): 2}[DF(1)]
@dataclasses.dataclass
class DP:
    x: int
    y: int = 0
    def __post_init__(self): self.y = self.x + 1
@case()
def dc_post(a): return a * DP(3).y
@dataclasses.dataclass
class DS(DC):
    z: int = 7
@case()
def dc_sub(a): return DS(a).go() + DS(a, z=1).z, DS(a, 1) == 3
@case()
def dc_fields(a): return [f.name for f in dataclasses.fields(DC)], a + 1
@case()
def dc_asdict(a): return dataclasses.asdict(DP(3)), dataclasses.astuple(DP(3)), a + 1
class Cfg:
    scale = 3
    names = ["a", "b"]
@case()
def c_cfg(a): return a * Cfg.scale, len(Cfg.names)
cfg_obj = Cfg()
@case()
def c_global_obj(a):
    cfg_obj.hits = getattr(cfg_obj, "hits", 0) + 1
    return a * cfg_obj.scale + cfg_obj.hits
class Desc:
    def __get__(self, o, t=None): return 11 if o is None else o.v
    def __set__(self, o, v): o.v = v * 2
class HasDesc:
    d = Desc()
    def __init__(self, v): self.d = v
@case()
def c_desc(a): return a + HasDesc(3).d
@case(lambda: (HasDesc(4), T()))
def c_desc_arg(h, a):
    h.d = 5
    return a + h.d
class Lazy:
    @functools.cached_property
    def v(self): return 42
@case()
def c_cachedprop(a):
    l = Lazy()
    return a + l.v + l.v
@functools.lru_cache(None)
def cached(n): return n * 2
@case()
def c_lru(a): return a + cached(3) + cached(3)
@functools.wraps(cached)
def wrapped(n): return n + 1
def deco(f):
    @functools.wraps(f)
    def inner(*a, **k): return f(*a, **k) * 2
    return inner
@deco
def decorated(x): return x + 1
@case()
def c_deco(a): return decorated(a), decorated.__name__
@functools.singledispatch
def sd(x): return "other"
@sd.register(int)
def _(x): return "int"
@case()
def c_singledispatch(a): return sd(1), sd("s"), a + 1
class Abs(abc.ABC):
    @abc.abstractmethod
    def f(self, x): ...
class Con(Abs):
    def f(self, x): return x + 1
@case()
def c_abc(a): return Con().f(a), isinstance(Con(), Abs)
class It:
    def __init__(self, n): self.n = n
    def __iter__(self):
        self.i = 0
        return self
    def __next__(self):
        if self.i >= self.n: raise StopIteration
        self.i += 1
        return self.i
@case()
def c_iterclass(a): return [a + i for i in It(3)], sum(It(3)), list(It(2)), max(It(4)), tuple(It(1)), 2 in It(3)
@case(lambda: (T(), It(3)))
def c_iterclass_arg(a, it):
    for i in it: a = a + i
    return a
class Cmp:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v < o.v
    def __gt__(self, o): return self.v > o.v
@case()
def c_sortobj(a): return [c.v for c in sorted([Cmp(3), Cmp(1)])], max(Cmp(1), Cmp(5)).v, Cmp(1) < Cmp(2), a + 1
@functools.total_ordering
class TO:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v < o.v
    def __eq__(self, o): return self.v == o.v
@case()
def c_totalord(a): return TO(1) <= TO(2), TO(3) >= TO(2), a + 1
class Meta(type):
    def __call__(cls, *a, **k): return super().__call__(*a, **k)
class WithMeta(metaclass=Meta):
    def __init__(self, v): self.v = v
@case()
def c_meta(a): return a + WithMeta(3).v
@case()
def c_local_class(a):
    class L:
        def __init__(self, v): self.v = v
        def get(self): return self.v + 1
    return L(a).get()
@case()
def c_type3(a):
    K = type("K", (), {"v": 3})
    return a + K.v
@case()
def c_exc_obj(a):
    e = ValueError("x", 1)
    return a + len(e.args), str(e), isinstance(e, Exception), type(e).__name__
class Radd:
    def __radd__(self, o): return o + 1
    def __rmul__(self, o): return o * 2
    def __rsub__(self, o): return 5 - o
@case()
def c_radd(a): return a + Radd()
@case()
def c_rmul_int(a): return 3 * Radd(), 1 - Radd(), a + 1
class Fmt:
    def __format__(self, s): return "F" + s
    def __str__(self): return "str"
    def __index__(self): return 2
    def __int__(self): return 4
    def __float__(self): return 1.5
@case()
def c_convert(a): return f"{Fmt():>3}", int(Fmt()), float(Fmt()), [1, 2, 3][Fmt()], a + 1
class PT2(torch.Tensor): pass
@case()
def c_weak(a): return callable(P), callable(P(a)), callable(3), a + 1
@case()
def c_multi_inst(a):
    ps = [P(a, i) for i in range(3)]
    for p in ps: p.n += 1
    return [p.scale() for p in ps], sum(p.n for p in ps)
@case()
def c_graph_obj(a):
    x = P(a)
    y = P(a)
    x.other = y
    y.other = x
    return x.other.other.t + 1
import inspect, random, sys, os, warnings, time, logging, string
log = logging.getLogger("t")
# torch queries, modules of the library, contexts
@case()
def m_queries(a):
    return torch.is_grad_enabled(), torch.get_default_dtype(), torch.is_tensor(a), torch.is_nonzero(
        torch.tensor(1)) if False else 1, torch.jit.is_scripting(), torch.jit.is_tracing(
            ), torch.compiler.is_compiling() if False else 0, torch.broadcast_shapes((1, 3), (2, 1)), a + 1
@case()
def m_overrides(a): return torch.overrides.is_tensor_like(a) if hasattr(torch, "overrides") else True, a + 1
@case()
def m_promote(a): return torch.promote_types(torch.int, torch.float), torch.can_cast(torch.float, torch.int), a + 1
@case()
def m_check(a):
    torch._check(a.size(0) == 3)
    torch._assert(a.size(1) == 4, "bad")
    return a + 1
@case()
def m_typeconv(a):
    return a.type(torch.float64), a.double(), a.half(), a.int(), a.long(), a.bool(), a.to(torch.int32), a.to(
        "cpu"), a.to(a), a.type_as(a), a.float(), a.bfloat16(), a.to(device="cpu", dtype=torch.float64), a.cpu()
@case()
def m_scalar(a):
    return torch.tensor(3) + 1, torch.tensor([1, 2]).sum(), torch.scalar_tensor(2.0), torch.zeros(()).add(1)
@case()
def m_dyngetattr(a):
    return getattr(torch, "sin")(a), getattr(a, "cos")(), getattr(F,
        "relu")(a), torch.Tensor.sum(a), torch.Tensor.add(a, 1)
@case()
def m_sys(a): return a + 1, sys.maxsize > 1, "torch" in sys.modules, sys.version_info[0]
@case()
def m_time(a):
    t = time.time()
    b = a + 1
    return b
@case()
def m_time2(a):
    t = time.perf_counter()
    return a * 2
@case()
def m_random2(a): return a + random.randint(3, 3)
@case()
def m_warn(a):
    warnings.warn("w")
    return a + 1
@case()
def m_log(a):
    log.debug("x")
    return a + 1
@case()
def m_loginfo(a):
    b = a + 1
    log.info("x %s", 3)
    return b * 2
@case()
def m_inspect(a): return inspect.isfunction(m_log), inspect.isclass(int), callable(m_log), a + 1
@case()
def m_sig(a): return list(inspect.signature(lambda x, y=1: x).parameters), a + 1
@case()
def m_string(a): return string.ascii_letters[:3], string.digits, a + 1
@case()
def m_print_no(a):
    if a.shape[0] == 99: print("no")
    return a + 1
@case()
def m_print(a):
    b = a + 1
    print("p", end="")
    return b * 2
@case()
def m_print_loop(a):
    for i in range(2):
        a = a + 1
        print("", end="")
    return a
@case()
def m_item(a): return a + a.sum().item()
@case()
def m_item_if(a):
    if a.sum().item() > 0: return a + 1
    return a - 1
@case()
def m_tolist(a): return a.tolist()[0][0] + 1, a + 1
@case()
def m_if_tensor(a):
    if a.sum() > 0: a = a + 1
    else: a = a - 1
    return a * 2
@case()
def m_and_or(a):
    return (a.sum() > 0) and a or a - 1
@case()
def m_boolt(a): return bool(a.sum() > 0), a + 1
@case()
def m_while_t(a):
    while a.sum() < 20: a = a + 1
    return a
@case()
def m_numpy(a): return torch.from_numpy(a.numpy() + 1)
@case()
def m_nonzero(a): return a[a > 0].sum()
@case()
def m_unique(a): return torch.unique(a > 0)
@case()
def m_grad_modes(a):
    with torch.no_grad(): b = a + 1
    with torch.enable_grad(): c = b + 1
    with torch.set_grad_enabled(False): d = c * 2
    with torch.inference_mode(): e = d.detach() + 1
    return b + d, torch.is_grad_enabled()
@case()
def m_nograd_deco(a):
    @torch.no_grad()
    def g(x): return x + 1
    return g(a)
@torch.no_grad()
def ng(x): return x * 2
@case()
def m_nograd_global(a): return ng(a) + 1
@case()
def m_setgrad(a):
    torch.set_grad_enabled(False)
    b = a + 1
    torch.set_grad_enabled(True)
    return b
@case()
def m_autocast(a):
    with torch.autocast("cpu", dtype=torch.bfloat16): b = a @ a.T
    return b.dtype, b.float()
@case()
def m_amp(a):
    with torch.amp.autocast("cpu", enabled=False): return a @ a.T
@case()
def m_ctx_break(a):
    with torch.no_grad():
        b = a + 1
        torch._dynamo.graph_break()
        c = b * 2
    return c + 1
@case()
def m_break_nested(a):
    def g(x):
        x = x + 1
        torch._dynamo.graph_break()
        return x * 2
    return g(a) + 1
@case()
def m_break_twice(a):
    a = a + 1
    torch._dynamo.graph_break()
    a = a * 2
    torch._dynamo.graph_break()
    return a - 1
@case()
def m_break_in_if(a):
    if a.shape[0] == 3:
        a = a + 1
        torch._dynamo.graph_break()
    else: a = a - 1
    return a * 2
@case()
def m_break_in_loop(a):
    for i in range(2):
        a = a + 1
        torch._dynamo.graph_break()
    return a
@case()
def m_break_in_compr(a): return [(a + i, torch._dynamo.graph_break())[0] for i in range(2)]
@case()
def m_break_arg(a): return torch.add(a, (a + 1, torch._dynamo.graph_break())[0])
@case()
def m_break_try(a):
    try:
        a = a + 1
        torch._dynamo.graph_break()
        a = a * 2
    finally: a = a - 1
    return a
@case()
def m_break_live(a):
    x, y, z = a + 1, [1, a], {"k": a * 2}
    torch._dynamo.graph_break()
    return x + y[1] + z["k"], y
@case()
def m_break_lambda(a):
    f = lambda x: x + a
    torch._dynamo.graph_break()
    return f(a)
@case()
def m_break_cell(a):
    n = 1
    def g():
        nonlocal n
        n += 1
        return a * n
    torch._dynamo.graph_break()
    return g() + n
@contextlib.contextmanager
def cm(l):
    l.append("in")
    try: yield 5
    finally: l.append("out")
@case()
def x_cm(a):
    l = []
    with cm(l) as v: a = a + v
    return a, l
@case()
def x_cm_nested(a):
    l = []
    with cm(l) as v, cm(l) as w: a = a + v * w
    return a, l
@case()
def x_cm_break(a):
    l = []
    with cm(l) as v:
        a = a + v
        torch._dynamo.graph_break()
        a = a * 2
    return a, l
class CM:
    def __init__(self): self.n = 0
    def __enter__(self):
        self.n += 1
        return self
    def __exit__(self, t, v, tb):
        self.n += 10
        return t is ValueError
@case()
def x_cls(a):
    c = CM()
    with c: a = a + c.n
    return a + c.n
@case()
def x_swallow(a):
    with CM() as c: raise ValueError("x")
    return a + c.n
@case()
def x_suppress(a):
    with contextlib.suppress(KeyError): {}["k"]
    return a + 1
@case()
def x_null(a):
    with contextlib.nullcontext(3) as v: return a + v
@case()
def x_stack(a):
    with contextlib.ExitStack() as s:
        c = s.enter_context(CM())
        a = a + c.n
    return a + c.n
@case()
def x_closing(a):
    class C:
        def close(self): self.done = True
    c = C()
    with contextlib.closing(c): a = a + 1
    return a, c.done
@case()
def x_return_in_with(a):
    with torch.no_grad():
        return a + 1
@case()
def x_profiler(a):
    with torch.profiler.record_function("x"): a = a + 1
    return a * 2
@case()
def x_device(a):
    with torch.device("cpu"): return torch.ones(2) + a[0, 0]
def gen(n):
    for i in range(n): yield i
@case()
def g_simple(a): return a + sum(gen(4)), list(gen(3)), [x * a for x in gen(2)]
@case()
def g_next(a):
    g = gen(3)
    x = next(g)
    y = next(g)
    return a + x + y, list(g)
@case()
def g_return(a):
    def g():
        x = yield 1
        return x
    it = g()
    next(it)
    try: it.send(5)
    except StopIteration as e: return a + e.value
@case()
def g_from(a):
    def g():
        r = yield from gen(2)
        yield a
    return list(g())
@case()
def g_expr(a):
    return sum(x * 2 for x in range(3)) + a, max(x for x in (1, 5, 2)), tuple(a + i for i in range(2)), dict((i, a)
        for i in range(2))
@case()
def g_inf(a):
    def g():
        n = 0
        while True:
            yield n
            n += 1
    for v in g():
        if v > 3: break
        a = a + v
    return a
@case()
def g_ret(a):
    return (a + i for i in range(2))
@case()
def g_close(a):
    l = []
    def g():
        try: yield 1
        finally: l.append("c")
    it = g()
    next(it)
    it.close()
    return a + 1, l
@case()
def g_throw(a):
    def g():
        try: yield 1
        except ValueError: yield 2
    it = g()
    next(it)
    return a + it.throw(ValueError("x"))
@case()
def g_break(a):
    def g():
        yield a + 1
        torch._dynamo.graph_break()
        yield a + 2
    return [x for x in g()]
@case()
def g_zip(a): return list(zip(gen(3), gen(2))), list(map(lambda x: x + 1, gen(2))), list(enumerate(gen(2))), a + 1
@case()
def e_custom(a):
    class E(Exception): pass
    try: raise E("m")
    except E as e: return a + 1, str(e)
@case()
def e_finally_ret(a):
    def g():
        try: return 1
        finally: pass
    return a + g()
@case()
def e_else(a):
    try: x = 1
    except Exception: x = 2
    else: x = 3
    return a + x
@case()
def e_raise_out(a):
    a = a + 1
    raise ValueError("boom")
@case()
def e_raise_if(a):
    if a.shape[0] != 3: raise ValueError("shape")
    return a + 1
@case()
def e_chain(a):
    try:
        try: 1 / 0
        except ZeroDivisionError as z: raise ValueError("v") from z
    except ValueError as v: return a + 1, type(v.__cause__).__name__, type(v.__context__).__name__
@case()
def e_assert_fail(a):
    try: assert a.shape[0] == 4, "no"
    except AssertionError as e: return a + 1, str(e)
@case()
def e_stopiter(a):
    try: next(iter([]))
    except StopIteration: return a + 1
@case()
def e_bare(a):
    try: raise RuntimeError
    except: return a + 1
@case()
def e_tensor_err(a):
    try: return a @ a
    except RuntimeError as e: return a + 1
@case()
def e_loop(a):
    for i in range(4):
        try:
            if i == 1: continue
            if i == 3: break
            a = a + i
        finally: a = a + 10
    return a
@case()
def e_exc_attrs(a):
    try: raise OSError(2, "nope")
    except OSError as e: return a + e.errno, e.args
@case()
def k_closure_mut(a):
    l = []
    def add(x):
        l.append(x)
        return len(l)
    return a + add(1) + add(2), l
def outer_counter():
    n = 0
    def f(x):
        nonlocal n
        n += 1
        return x + n
    return f
@build(lambda: (T(),), lambda: (T(),), lambda: (T(),))
def k_stateful(): return outer_counter()
@build(lambda: (T(),), lambda: (T(2),))
def k_captured_tensor():
    w = torch.ones(1)
    return lambda x: x * w
@case()
def k_recursion(a):
    def fact(n): return 1 if n <= 1 else n * fact(n - 1)
    return a + fact(5)
@case()
def k_mutual(a):
    def ev(n): return True if n == 0 else od(n - 1)
    def od(n): return False if n == 0 else ev(n - 1)
    return a + ev(4)
@case()
def k_funcattr(a):
    def f(x): return x + f.k
    f.k = 4
    return f(a)
@case()
def k_defaults_mut(a):
    def f(x, l=[]):
        l.append(1)
        return x + len(l)
    return f(a) + f(a)
@case()
def k_compose(a):
    comp = lambda *fs: functools.reduce(lambda f, g: lambda x: g(f(x)), fs)
    return comp(torch.sin, torch.cos, lambda x: x + 1)(a)
@case()
def k_kwargs_fwd(a):
    def g(*args, **kw): return h(*args, **kw)
    def h(x, y=1, *, z=2): return x * y + z
    return g(a) + g(a, 2) + g(a, y=3, z=4)
@case()
def k_posonly(a):
    def g(x, /, y, *, z): return x + y + z
    return g(a, 1, z=2)
@case()
def k_err_args(a):
    def g(x): return x
    try: return g(a, 1)
    except TypeError as e: return a + 1
@case()
def k_fnname(a):
    def g(): pass
    return g.__name__, g.__qualname__, g.__defaults__, g.__code__.co_name, a + 1
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
