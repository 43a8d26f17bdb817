# Plain functions: frames, ops, breaks and results under capture.
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

def f_addmul(x): return x * 2 + 1
def f_tuple_unpack(x):
    a, (b, c) = x, (x + 1, x + 2)
    return a + b * c
def f_star_unpack(x):
    a, *b, c = [x, x + 1, x + 2, x + 3]
    return a + c, len(b), b
def f_list_comp(x): return [x + i for i in range(3) if i != 1]
def f_dict_comp(x): return {str(i): x * i for i in range(3)}
def f_set_comp(x): return {i % 2 for i in range(5)}, x + 1
def f_nested_comp(x): return [[x + i * j for i in range(2)] for j in range(2)]
def f_gen_sum(x): return sum(x * i for i in range(4))
def f_gen_list(x):
    def g():
        for i in range(3):
            yield x + i
    return list(g())
def f_gen_send(x):
    def g():
        y = yield x
        z = yield x + y
        return z
    it = g()
    a = next(it)
    b = it.send(3)
    try:
        it.send(7)
    except StopIteration as e:
        return a, b, e.value
def f_yield_from(x):
    def a():
        yield x
        return 5
    def b():
        r = yield from a()
        yield x + r
    return tuple(b())
def f_zip(x): return [a + b for a, b in zip([x, x + 1], (x, x))]
def f_zip3(x): return [a * b + c for a, b, c in zip([1, 2, 3], [x, x, x], [4, 5, 6])]
def f_enumerate(x): return [v * i for i, v in enumerate([x, x + 1], start=2)]
def f_map(x): return list(map(lambda a, b: a + b, [x, x], [1, 2]))
def f_filter(x): return [x + i for i in filter(lambda q: q > 1, [0, 1, 2, 3])]
def f_reduce(x): return functools.reduce(lambda a, b: a * b, [x, x + 1, x + 2])
def f_reduce_init(x): return functools.reduce(operator.add, [1, 2, 3], x)
def f_sorted_key(x): return [x * i for i in sorted([3, -1, 2], key=lambda q: -abs(q))]
def f_sorted_rev(x): return x + sorted([3, 1, 2], reverse=True)[0]
def f_list_sort(x):
    l = [3, 1, 2]
    l.sort(key=lambda v: -v)
    return x + l[0], l
def f_list_methods(x):
    l = [x]
    l.append(x + 1)
    l.extend([x, x])
    l.insert(0, 5)
    l.pop()
    l.reverse()
    return l, l.index(5), l.count(5)
def f_list_del(x):
    l = [1, 2, 3, 4, 5]
    del l[0]
    del l[1:3]
    return l, x + len(l)
def f_list_slice_assign(x):
    l = [1, 2, 3, 4]
    l[1:3] = [x, x, x]
    l[::2] = [7, 8, 9] if len(l[::2]) == 3 else l[::2]
    return l
def f_list_mul(x): return [x] * 3 + [1, 2] * 2
def f_list_eq(x): return x + 1 if [1, 2] == [1, 2] else x, [1, 2] < [1, 3], (1, 2) >= (1, 1)
def f_list_in(x): return x + (1 if 2 in [1, 2] else 0), 5 not in (1, 2)
def f_tuple_methods(x):
    t = (1, 2, 2, 3)
    return x + t.count(2) + t.index(3)
def f_dict_methods(x):
    d = {"a": x, "b": x + 1}
    d["c"] = d.pop("a")
    d.setdefault("z", 3)
    d.update(q=4)
    d.update({"b": 9})
    return d, d.get("nope", 1), list(d.keys()), list(d.items())[0][0]
def f_dict_iter(x):
    d = {"a": 1, "b": 2}
    r = x
    for k in d:
        r = r + d[k]
    for k, v in d.items():
        r = r * v
    for v in d.values():
        r = r - v
    return r
def f_dict_merge(x):
    a = {"p": x}
    b = {"q": 1}
    return a | b, {**a, **b, "r": 2}
def f_dict_tuplekey(x):
    d = {(1, 2): x, (3, 4): x + 1}
    return d[(1, 2)] + d[(3, 4)]
def f_dict_popitem(x):
    d = {"a": 1, "b": 2}
    k, v = d.popitem()
    return x + v, k, d
def f_dict_in(x, d):
    if "w" in d:
        return x + d["w"]
    return x - 1
def f_dict_arg_mut(x, d):
    d["new"] = x + 1
    d["n"] += 1
    return x * 2
def f_list_arg_mut(x, l):
    l.append(x * 2)
    l[0] = 7
    return x + 1
def f_set_ops(x):
    a, b = {1, 2, 3}, {2, 3, 4}
    return x + len(a & b) + len(a | b) + len(a - b) + len(a ^ b), a <= b, a.isdisjoint({9}), {2} < a
def f_set_methods(x):
    s = set()
    s.add(1)
    s.add(2)
    s.update([3, 4])
    s.discard(9)
    s.remove(1)
    return x + sum(s), s.issubset({2, 3, 4, 5}), s.issuperset({2})
def f_frozenset(x): return x + len(frozenset([1, 1, 2])), frozenset((1, 2)) == {1, 2}
def f_set_update_in(x):
    s = {1, 2, 3}
    s &= {2, 3}
    s |= {8}
    s -= {2}
    s ^= {100}
    s.intersection_update({3, 8, 100})
    s.difference_update({100})
    return s, x + 1
def f_default_args(x, a=1, *, b=2): return x + a * b
def f_varargs(x, *args, **kwargs): return x + sum(args) + len(kwargs)
def f_call_star(x):
    def g(a, b=1, *c, d=2, **e): return a + b + sum(c) + d + sum(e.values())
    return g(*(x, 1, 2), **{"d": 4, "z": 5}), g(x, d=3), g(x, b=2)
def f_closure(x):
    k = 3
    def g(y): return y * k
    return g(x)
def f_nonlocal(x):
    n = 0
    def inc():
        nonlocal n
        n += 1
        return n
    inc()
    inc()
    return x + n
def f_closure_ret(x):
    def g(y): return x + y
    return g(1), g
def f_lambda_default(x):
    fs = [lambda v, i=i: v + i for i in range(3)]
    return [f(x) for f in fs]
def f_recursion(x):
    def fact(n): return 1 if n <= 1 else n * fact(n - 1)
    return x + fact(5)
def f_walrus(x):
    if (n := x.shape[0]) > 1:
        return x + n
    return x
def f_ternary(x, flag): return x + 1 if flag else x - 1
def f_chain_cmp(x): return x + 1 if 1 < x.dim() <= 3 else x
def f_boolops(x, a, b): return x + 1 if (a and not b) or (b and not a) else x
def f_while(x):
    i = 0
    while i < 3:
        x = x + i
        i += 1
        if i == 2: continue
    else:
        x = x * 2
    return x
def f_for_break(x):
    for i in range(10):
        if i == 3: break
        x = x + i
    else:
        x = x * 100
    return x
def f_fstring(x):
    s = f"{x.shape[0]}-{3:>4}|{1.5:.2f}|{'a'!r}"
    return x + len(s), s
def f_str_methods(x):
    s = "Hello World"
    return x + s.count("o"), s.lower().split(), "-".join(["a", "b"]), s.replace("l",
        "L"), s.startswith("He"), s[::-1], s.find("W"), s.title(), "%d %s" % (1, "q"), "{} {n}".format(1, n=2)
def f_isinstance(x):
    return x + (1 if isinstance(x, torch.Tensor) else 0) + isinstance(3, (int, str)), isinstance(x,
        nn.Parameter), isinstance([1], list)
def f_type(x): return type(x) is torch.Tensor, type(1), type([]) == list, x + 1
def f_shape_props(x):
    return x + x.dim() + x.ndim + x.numel() + x.size(0) + x.size()[1] + len(x.shape) + len(x), x.shape, x.size()
def f_dtype_props(x):
    return x.to(
        torch.float64) if x.dtype == torch.float32 else x, x.dtype, x.device, x.device.type, x.is_floating_point(
            ), x.requires_grad, x.layout, x.is_cuda, x.element_size()
def f_stride(x): return x + x.stride(0) + x.stride()[1], x.is_contiguous(), x.T.is_contiguous(), x.storage_offset()
def f_int_float(x):
    return x + int(3.7) + float(2) + bool(1) + abs(-3) + round(2.567, 1) + pow(2, 3) + divmod(7, 3)[1] + max(1, 5,
        3) + min([4, 2]) + sum([1, 2, 3])
def f_any_all(x): return x + any([0, 1]) + all([1, 1, 0]), any([]), all([])
def f_math(x):
    return x * math.pi + math.sqrt(16) + math.floor(2.5) + math.ceil(2.1) + math.log(math.e) + math.pow(2,
        3) + math.sin(0) + math.prod([1, 2, 3]) + math.gcd(12,
                                                           8), math.isinf(math.inf), math.isnan(
                                                               float("nan")), math.factorial(4)
def f_operator(x):
    return operator.add(x, 1), operator.mul(x, 2), operator.neg(x), operator.itemgetter(1)([1, 2]), operator.truediv(x,
        2)
def f_partial(x):
    g = functools.partial(torch.add, alpha=2)
    h = functools.partial(lambda a, b, c: a + b * c, 1, c=3)
    return g(x, x), h(x)
def f_itertools(x):
    return [x * i for i in itertools.chain([1, 2], (3,))], [a + b
                                                            for a, b in itertools.product([1, 2],
                                                                [10, 20])], list(itertools.combinations([1, 2, 3],
                                                                    2)), list(itertools.accumulate([1, 2,
                                                                        3])), list(itertools.islice([1, 2, 3, 4], 1,
                                                                            3)), list(itertools.permutations([1, 2]))
def f_itertools2(x):
    return list(itertools.repeat(x, 2)), list(itertools.zip_longest([1, 2], [3],
        fillvalue=0)), list(itertools.takewhile(lambda q: q < 3,
                                                [1, 2, 3, 1])), list(itertools.dropwhile(lambda q: q < 3,
                                                    [1, 2, 3, 1])), [(k, list(g))
                                                        for k, g in itertools.groupby([1, 1,
                                                            2])], list(itertools.pairwise([1, 2,
                                                                3])), list(itertools.starmap(operator.add,
                                                                    [(1, 2), (3, 4)]))
def f_itertools_count(x):
    c = itertools.count(5, 2)
    a, b = next(c), next(c)
    cy = itertools.cycle([1, 2])
    return x + a + b + next(cy) + next(cy) + next(cy)
def f_acc_tensor(x): return list(itertools.accumulate([x, x, x], operator.mul)), list(itertools.accumulate([x, x]))
def f_slice_obj(x):
    s = slice(0, 1)
    return x[s], x[slice(None), slice(1, None)], s.start, s.indices(5)
def f_index_many(x):
    return x[0], x[0, 1], x[:, 1], x[..., 0], x[None], x[-1,
                                                         ::2], x[[0, 1]], x[x > 0] if False else x, x[torch.tensor([0])]
def f_setitem(x):
    x = x.clone()
    x[0] = 5
    x[:, 1] += 1
    x[1, 2] = x[0, 0]
    return x
def f_setitem_mask(x):
    y = x.clone()
    y[y > 0] = 0
    return y
def f_inplace(x):
    y = x + 1
    y += 2
    y *= x
    y.add_(1).mul_(2)
    y.zero_()
    return y
def f_inplace_arg(x):
    x.add_(1)
    x += 1
    return x * 2
def f_view(x):
    y = x.view(3, 2)
    z = y.t()
    return z.reshape(-1), x.view(-1, 1).squeeze(-1), x.unsqueeze(0).expand(2, -1, -1), x.flatten(), x.permute(1,
        0), x.transpose(0, 1), x.T
def f_view_mutate(x):
    y = x.clone()
    v = y[0]
    v.add_(10)
    return y
def f_split(x): return x.split(1), x.chunk(3, dim=1), torch.unbind(x), torch.tensor_split(x, 2, dim=1)
def f_cat(x): return torch.cat([x, x], dim=0), torch.stack((x, x + 1)), torch.hstack([x, x]), torch.vstack([x, x])
def f_max_fields(x):
    m = x.max(dim=1)
    return m.values + 1, m.indices, m[0]
def f_device_ctor(x):
    return torch.zeros(2, device=x.device,
                       dtype=x.dtype), torch.device("cpu"), x.to("cpu"), torch.ones_like(x), torch.full((2,),
                           3.0), torch.empty(0), x.new_zeros(2), torch.arange(3,
                               dtype=x.dtype), torch.eye(2), torch.linspace(0, 1, 3)
def f_torch_tensor(x):
    return torch.tensor([1.0, 2.0]), torch.tensor(3) + x, torch.as_tensor([1, 2]), torch.tensor([[1, 2], [3, 4]],
        dtype=torch.float64), x + torch.tensor(True)
for f in [v for k, v in list(globals().items()) if k.startswith("f_")]:
    if f in (f_dict_in,): check(f, (X, {"w": 2}), (X, {"z": 2}), (X, {"w": 3}))
    elif f in (f_dict_arg_mut,): check(f, (X, {"n": 2}), (X, {"n": 2}))
    elif f in (f_list_arg_mut,): check(f, (X, [1, 2]), (X, [1, 2, 3]))
    elif f is f_ternary: check(f, (X, True), (X, False), (X, True))
    elif f is f_boolops: check(f, (X, 1, 0), (X, 0, 1), (X, 1, 1))
    elif f is f_varargs: check(f, (X, 1, 2), (X,))
    else: check(f)
