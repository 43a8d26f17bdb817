# feature: containers, iterators, functools, operator and arguments: graphs and operations per call
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
@case(lambda: (T(), {"a": 1, "b": 2}), lambda: (T(), {"a": 1, "b": 3}), lambda: (T(), {"a": 1, "b": 2, "c": 3}))
def k_items(x, d):
    for k, v in d.items(): x = x + v
    return x
@case(lambda: (T(), {"a": 1}), lambda: (T(), {"a": 1, "z": 4}))
def k_one_key(x, d): return x * d["a"]
@case(lambda: (T(), {"a": 1}), lambda: (T(), {"a": 1, "z": 4}))
def k_get(x, d): return x * d.get("z", 9)
@case(lambda: (T(), {"a": T()}),)
def k_mut(x, d):
    d["n"] = x + 1
    d.pop("a")
    d.setdefault("q", x)
    d.update(w=2, a=3)
    return x
@case(lambda: (T(), {"a": T()}),)
def k_clear(x, d):
    d.clear()
    d |= {"k": x}
    return d["k"]
@case(lambda: ({"a": T(), "b": T()},))
def k_popitem(d):
    k, v = d.popitem()
    return v + len(k)
@case()
def k_dictcomp(x): return {i: x * i for i in range(3) if i != 1}
@case()
def k_fromkeys(x): return dict.fromkeys(["a", "b"], x), dict(a=x), dict([("q", x)]), {**{"a": 1}, "b": x}
@case()
def k_viewops(x):
    a, b = {1: x, 2: x}, {2: 1, 3: 1}
    return x, sorted(a.keys() & b.keys()), sorted(a.keys() | b.keys()), sorted(a.keys()
        - b.keys()), 2 in a.keys(), len(a.values())
@case()
def k_merge(x):
    a = {"u": x}
    return (a | {"v": x * 2})["v"], list(reversed({"u": 1, "v": 2}))
@case()
def k_eqdict(x): return x + ({"a": 1} == {"a": 1}) + ({"a": 1} != {"b": 1})
@case()
def k_nested(x):
    d = {"a": {"b": [x, (x, 1)]}}
    d["a"]["b"][1][0].add_(1)
    return d["a"]["b"][0]
@case()
def k_defaultdict(x):
    d = defaultdict(list)
    d["a"].append(x)
    d["a"].append(x + 1)
    return d["a"][1], len(d), d
@case(lambda: (T(), defaultdict(int, a=2)),)
def k_defaultdict_arg(x, d):
    d["b"] += 3
    return x * d["b"] + d["a"]
@case()
def k_ordered(x):
    d = OrderedDict()
    d["a"] = x
    d["b"] = x + 1
    d.move_to_end("a")
    return list(d.keys()), d["a"], d
@case(lambda: (T(), OrderedDict(a=1, b=2)),)
def k_ordered_arg(x, d):
    d.popitem(last=False)
    return x + len(d)
@case()
def k_deque(x):
    d = deque([1, 2, 3], maxlen=3)
    d.append(4)
    d.appendleft(9)
    d.rotate(1)
    d.extend([7])
    return x + sum(d), list(d), d.popleft(), d.pop()
@case(lambda: (T(), deque([1, 2])),)
def k_deque_arg(x, d):
    d.append(5)
    return x * d[0] + d[-1]
@case()
def k_counter(x):
    c = Counter("abca")
    return x * c["a"], c.most_common(1)
@case()
def k_chainmap(x): return x * collections.ChainMap({"a": 2}, {"b": 3})["b"]
@case()
def k_set(x):
    s = {1, 2}
    s.add(3)
    s.discard(1)
    s |= {8}
    s.update([9])
    s.remove(9)
    return x + len(s), sorted(s), s & {2, 8}, s.issubset({2, 3, 8, 1}), s.isdisjoint({5})
@case(lambda: (T(), {1, 2}), lambda: (T(), {1, 2}), lambda: (T(), {1, 3}))
def k_set_arg(x, s): return x + 1 if 2 in s else x - 1
@case(lambda: (T(), frozenset([1, 2])),)
def k_frozen_arg(x, s): return x + len(s), s | {4}
@case()
def k_tensor_set(x):
    y = x + 1
    s = {x, y, x}
    return x + len(s)
@case()
def k_set_ops(x):
    a = {1, 2, 3}
    return x, a - {1}, a ^ {3, 4}, a.union({7}), a.intersection([1,
        9]), a.difference({2}), a.symmetric_difference({1}), a >= {1}, a < {1}
@case()
def k_setcomp(x): return x, {i % 2 for i in range(5)}
@case(lambda: ([T(), T()],), lambda: ([T(), T(), T()],))
def k_list_arg(l): return sum(l)
@case(lambda: ([T(), T()],))
def k_list_mut(l):
    l.append(l[0] + 1)
    l.insert(0, l[1])
    l.extend([1, 2])
    l.pop()
    l.reverse()
    del l[0]
    l[0] = 5
    return l[-1]
@case(lambda: ([3, 1, 2], T()),)
def k_list_sort(l, x):
    l.sort()
    l.sort(key=lambda a: -a)
    l.remove(1)
    return x + l[0] + l.index(2) + l.count(3)
@case()
def k_slice(x):
    l = [x, x + 1, x + 2, x + 3]
    l[1:3] = [x]
    return l[::-1][0] + len(l[:-1]), l[slice(0, 2)]
@case()
def k_listcomp(x): return [x * i for i in range(4) if i % 2], [[i * j for j in range(2)] for i in range(2)]
@case()
def k_unpack(x):
    a, *b, c = [x, 1, 2, x]
    (d, e), f = (x, 2), 3
    return a + c + len(b) + e + f, [*b, *b], (*b, 3)
@case()
def k_mul(x): return [x] * 2 + [1], (1, 2) * 2, [0] * 0, [1] + [2], (x,) + (x,)
@case()
def k_cmp(x): return x, [1, 2] < [1, 3], (1, 2) == (1, 2), [1] != [2], (1, "a") < (1, "b"), max([1, 2], [1, 3])
@case()
def k_in(x): return x + (1 in [1, 2]) + (3 not in (1, 2)) + ("a" in "abc")
@case()
def k_copy(x):
    l = [x, [1]]
    m = l.copy()
    n = list(l)
    m[1].append(2)
    return l[1], len(n), copy.copy(l)[1], copy.deepcopy([1, [2]])
@case()
def k_enum(x):
    for i, (a, b) in enumerate(zip([1, 2], [3, 4]), start=5): x = x + i * a * b
    return x
@case()
def k_zipstrict(x):
    try: list(zip([1], [1, 2], strict=True))
    except ValueError as e: return x, str(e)
@case()
def k_zip_iters(x): return [a + b for a, b in zip(x, x * 2)], list(zip(range(2), "ab"))
@case()
def k_map(x):
    return list(map(lambda a: a * 2, [x, x])), list(map(operator.add, [1, 2], [x, x])), list(filter(lambda a: a > 1,
        [1, 2, 3])), list(filter(None, [0, 1]))
@case()
def k_reversed(x): return [a for a in reversed([x, 1])], list(reversed(range(3)))
@case()
def k_minmax(x):
    return max(1, 2), min([3, 1]), max("ab", "c", key=len), min([], default=4), max(x, x + 1), sum([1, 2],
        3), sum([x, x])
@case()
def k_anyall(x): return x, any([0, 1]), all([]), any(i > 2 for i in range(3)), all(i for i in [1, 2])
@case()
def k_chain(x): return [x + i for i in itertools.chain([1], [2, 3])], list(itertools.chain.from_iterable([[1], [2]]))
@case()
def k_product(x):
    return sum(x * i * j for i, j in itertools.product([1, 2], [3, 4])), list(itertools.product("ab", repeat=2))
@case()
def k_comb(x): return list(itertools.combinations([1, 2, 3], 2)), list(itertools.permutations([1, 2])), x + 1
@case()
def k_islice(x):
    return list(itertools.islice(itertools.count(3), 2)), list(itertools.islice([1, 2, 3, 4], 1, None, 2)), x + 1
@case()
def k_repeat(x): return [x + i for i in itertools.repeat(2, 3)], list(zip(itertools.cycle([1, 2]), range(3)))
@case()
def k_accum(x):
    return list(itertools.accumulate([1, 2, 3])), list(itertools.accumulate([x, x, x])), list(itertools.accumulate([1,
        2, 3], operator.mul, initial=2))
@case()
def k_groupby(x): return [(k, list(g)) for k, g in itertools.groupby([1, 1, 2])], x + 1
@case()
def k_pairwise(x):
    return [b - a for a, b in itertools.pairwise([x, x * 2, x * 3])], list(itertools.zip_longest([1], [2, 3],
        fillvalue=0))
@case()
def k_takewhile(x):
    return list(itertools.takewhile(lambda a: a < 3, [1, 2, 3, 1])), list(itertools.dropwhile(lambda a: a < 2,
        [1, 2, 1])), list(itertools.starmap(pow, [(2, 3)])), list(itertools.compress("abc",
            [1, 0, 1])), list(itertools.filterfalse(None, [0, 1])), x + 1
@case()
def k_tee(x):
    a, b = itertools.tee(iter([x, x + 1]))
    return next(a) + next(b) + next(b)
@case()
def k_partial(x):
    f = functools.partial(torch.add, alpha=2)
    g = functools.partial(lambda a, b, c=1: a * b + c, x, c=5)
    return f(x, x) + g(2), f.keywords
@case(lambda: (T(), functools.partial(torch.mul, other=3)),)
def k_partial_arg(x, f): return f(x)
@case()
def k_reduce(x): return functools.reduce(operator.add, [x, x, x]), functools.reduce(lambda a, b: a * b, [1, 2, 3], x)
@functools.lru_cache(maxsize=None)
def cached(n): return n * 3
@case()
def k_lru(x): return x * cached(4) + cached(4)
@functools.lru_cache
def cached_t(x): return x + 1
@case()
def k_lru_tensor(x): return cached_t(x) + cached_t(x)
def deco(f):
    @functools.wraps(f)
    def inner(*a, **k): return f(*a, **k) * 2
    return inner
@deco
def wrapped(x, b=1):
    "doc"
    return x + b
@case()
def k_wraps(x): return wrapped(x, b=3), wrapped.__name__, wrapped.__doc__
class CP:
    def __init__(self, x): self.x = x
    @functools.cached_property
    def big(self): return self.x * 10
@case()
def k_cachedprop(x):
    c = CP(x)
    return c.big + c.big
@case(lambda: (CP(T()),))
def k_cachedprop_arg(c): return c.big + c.big
@functools.singledispatch
def sd(a): return 1
@sd.register
def _(a: int): return 2
@case()
def k_singledispatch(x): return x * sd(3) + sd("a")
@functools.total_ordering
class TO:
    def __init__(self, k): self.k = k
    def __eq__(self, o): return self.k == o.k
    def __lt__(self, o): return self.k < o.k
@case()
def k_total(x): return x + (TO(1) >= TO(1)) + (TO(1) > TO(2))
@case()
def k_cmpkey(x): return sorted([3, 1], key=functools.cmp_to_key(lambda a, b: a - b)), x + 1
@case()
def k_operator(x):
    return operator.itemgetter(1)([1,
                                   x]), operator.attrgetter("shape")(x), operator.methodcaller("sum")(
                                       x), operator.itemgetter(0, 1)((x, 2)), operator.add(x, 1), operator.getitem([x],
                                           0), operator.not_(0), operator.index(3), operator.truth(
                                               []), operator.contains([1], 1), operator.length_hint([1,
                                                   2]), operator.concat([1], [2]), operator.countOf([1, 1], 1)
@case()
def k_iop(x):
    y = x.clone()
    y = operator.iadd(y, 1)
    y = operator.imul(y, 2)
    return y, operator.xor(5, 1), operator.mod(7, 3), operator.le(1, 2)
@case()
def k_math(x):
    return x * math.sqrt(4) + math.pi + math.floor(2.5) + math.ceil(1.2) + math.prod([2, 3]) + math.comb(4,
        2) + math.gcd(4, 6) + math.isclose(1, 1.0) + math.log(2) + math.inf * 0 if False else x * math.exp(1)
@case()
def k_nonlocal(x):
    n = 0
    def inc():
        nonlocal n
        n += 1
        return n
    inc()
    inc()
    return x * n
@case(lambda: (T(), iter([1, 2, 3])))
def k_iter_list_arg(x, it): return x + next(it)
@case(lambda: (T(), (i for i in [1, 2, 3])))
def k_gen_arg(x, it): return x + next(it)
@case(lambda: (T(), zip([1, 2], [3, 4])))
def k_zip_arg(x, it): return x + sum(a * b for a, b in it)
@case(lambda: (T(), range(3)), lambda: (T(), range(4)))
def k_range_arg(x, r):
    for i in r: x = x + i
    return x, r.stop, len(r), 2 in r, r[1]
@case(lambda: (T(), {1: 2}.items()))
def k_items_arg(x, it):
    for k, v in it: x = x + k * v
    return x
@case(lambda: (T(), map(lambda a: a + 1, [1, 2])))
def k_map_arg(x, it):
    for v in it: x = x + v
    return x
@case(lambda: (T(), itertools.count(3)))
def k_count_arg(x, it): return x + next(it) + next(it)
@case(lambda: (T(), enumerate([5, 6])))
def k_enumerate_arg(x, it):
    for i, v in it: x = x + i * v
    return x
@case(lambda: (T(), slice(0, 2)), lambda: (T(), slice(0, 3)))
def k_slice_arg(x, s): return x[s] + s.stop
@case(lambda: (T(), None), lambda: (T(), 2), lambda: (T(), 3))
def k_optional(x, n): return x if n is None else x * n
@case(lambda: (T(), "a"), lambda: (T(), "b"))
def k_str_arg(x, s): return x * 2 if s == "a" else x
@case(lambda: ((T(), [T(), {"k": T()}]),))
def k_nested_args(t):
    a, (b, d) = t
    return a + b + d["k"]
@case(lambda: (T(), torch.float64), lambda: (T(), torch.float32))
def k_dtype_arg(x, d): return x.to(d)
@case(lambda: (T(), True), lambda: (T(), False))
def k_bool_arg(x, b): return x + 1 if b else x
@case(lambda: (T(), types.SimpleNamespace(a=2, b=T())),)
def k_namespace(x, n):
    n.c = n.b + x
    return n.c * n.a
@case(lambda: (T(), lambda a: a * 2), lambda: (T(), lambda a: a * 3))
def k_lambda_arg(x, f): return f(x)
@case(lambda: (T(), torch.sin), lambda: (T(), torch.cos))
def k_fn_arg(x, f): return f(x)
@case(lambda: (T(), nn.Linear(4, 2).eval()),)
def k_module_arg(x, m): return m(torch.ones(3, 4)).shape
@case(lambda: (T(), 2.5), lambda: (T(), 3.5), lambda: (T(), 4.5))
def k_float_arg(x, f): return x * f
@case(lambda: (T(), b"ab"),)
def k_bytes(x, b): return x * len(b) + b[0]
@case(lambda: (T(), int), lambda: (T(), float))
def k_type_arg(x, t): return x + t(2.5)
@case(lambda: (T(), torch.Size([12])),)
def k_size_arg(x, s): return x.view(s) + s.numel()
@case(lambda: (T(), ...),)
def k_ellipsis(x, e): return x[e, 0]

SKIPPED = ['k_count_arg', 'k_minmax', 'k_operator', 'k_range_arg']
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
