# Iterators and generators that leave a compiled frame, cross a graph break, or are closed at its end; and
# what containers do with arguments that do not suit them.
import collections
import functools
import itertools
import operator

import torch
import torch._dynamo
import torch._dynamo.testing


def show(value):
    if isinstance(value, torch.Tensor):
        return str([round(v, 3) for v in value.flatten().tolist()])
    if isinstance(value, (list, tuple)):
        return type(value).__name__ + "(" + ", ".join(map(show, value)) + ")"
    if isinstance(value, (int, float, str, type(None), dict, set, frozenset)):
        return repr(value)
    return type(value).__name__


def run(name, function, **options):
    torch._dynamo.reset()
    counter = torch._dynamo.testing.CompileCounter()
    try:
        text = show(torch.compile(function, backend=counter, **options)(torch.arange(3.0)))
    except Exception as error:
        text = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
    print(f"{name}: frames={counter.frame_count} ops={counter.op_count} {text}")


makers = {
    "list": lambda x: iter([x + 1, x + 2, x + 3]),
    "range": lambda x: iter(range(3)),
    "dict": lambda x: iter({"a": x, "b": x}),
    "items": lambda x: iter({"a": x, "b": x}.items()),
    "set": lambda x: iter({1, 2}),
    "reversed": lambda x: reversed([x, x + 1, x + 2]),
    "enumerate": lambda x: enumerate([x, x + 1, x + 2]),
    "enumerate a generator": lambda x: enumerate(x + i for i in range(3)),
    "zip": lambda x: zip([x, x + 1, x + 2], [1, 2, 3]),
    "map": lambda x: map(lambda v: v + 1, [x, x + 1, x + 2]),
    "map of a builtin": lambda x: map(str, [1, 2, 3]),
    "filter": lambda x: filter(lambda v: v is not None, [x + 1, None, x + 2]),
    "count": lambda x: itertools.count(3, 2),
    "repeat": lambda x: itertools.repeat(x + 1, 3),
    "repeat for ever": lambda x: itertools.repeat(x + 1),
    "chain": lambda x: itertools.chain([x + 1], [x + 2, x + 3]),
    "islice": lambda x: itertools.islice([x + 1, x + 2, x + 3], 3),
    "accumulate": lambda x: itertools.accumulate([x, x, x]),
    "product": lambda x: itertools.product([1, 2], [3, 4]),
    "zip of count": lambda x: zip(itertools.count(), [x, x + 1, x + 2]),
    "generator": lambda x: (x + i for i in range(3)),
    "generator over a list": lambda x: (t + 1 for t in [x, x + 1, x + 2]),
    "generator over zip": lambda x: (a + b for a, b in zip([x, x, x], [1, 2, 3])),
    "generator over items": lambda x: (v + 1 for k, v in {"a": x, "b": x, "c": x}.items()),
}
for name, make in makers.items():

    def returned(x):
        return make(x), x + 5

    def half_used(x):
        it = make(x)
        first = next(it)
        return first, it, x + 5

    def crossing(x):
        it = make(x)
        y = x.sin()
        torch._dynamo.graph_break()
        return y + 1, next(it), next(it)

    for function in (returned, half_used, crossing):
        run(f"{name} {function.__name__}", function)


def generator_changes_list(x):
    seen = []

    def g():
        for i in range(3):
            seen.append(i)
            yield x + len(seen)

    return g(), x + 1


def thrown_to_the_inner(x):
    def inner():
        try:
            yield x + 1
        except ValueError:
            yield x + 2
        yield x + 3

    def outer():
        yield from inner()
        yield x

    it = outer()
    return next(it), it.throw(ValueError), list(it)


def inner_value_after_throw(x):
    def inner():
        try:
            yield 1
        except KeyError as error:
            return error.args[0]

    def outer():
        yield x + (yield from inner())

    it = outer()
    next(it)
    return it.throw(KeyError(7))


def closed_from_inside_out(x):
    order = []

    def inner():
        try:
            yield x + 1
        finally:
            order.append("inner")

    def outer():
        try:
            yield from inner()
        finally:
            order.append("outer")

    it = outer()
    first = next(it)
    it.close()
    return first, order


def closed_by_the_end(x):
    order = []

    def g():
        try:
            yield x + 1
            yield x + 2
        finally:
            order.append("end")

    for y in g():
        break
    return y, order


def stop_inside(x):
    def g():
        yield x
        raise StopIteration

    try:
        return list(g())
    except RuntimeError as error:
        return x + 1, str(error)


def search_takes_what_it_passes(x):
    it = (i for i in range(5))
    found = 2 in it
    return found, x + next(it), 9 in it, list(it)


def circular(x):
    a = [x + 1]
    a.append(a)
    d = {"k": x}
    d["self"] = d
    return a[1][1][0], a, d["self"]["self"] is d


def wrapped_cache(x):
    @functools.lru_cache
    def f(n):
        return n * 2

    @functools.wraps(f)
    def g(n):
        return f(n) + 1

    return x + g(3)


def new_args(x):
    error = ValueError("a")
    error.args = (1, 2)
    return x + 1, error.args


class Slotted:
    __slots__ = ("a",)


def only_slots(x):
    o = Slotted()
    o.a = x + 1
    try:
        o.b = 1
    except AttributeError:
        return o.a, hasattr(o, "b")


for function in (
    generator_changes_list,
    thrown_to_the_inner,
    inner_value_after_throw,
    closed_from_inside_out,
    closed_by_the_end,
    stop_inside,
    search_takes_what_it_passes,
    wrapped_cache,
    new_args,
    only_slots,
):
    run(function.__name__, function)
torch._dynamo.reset()
one, whole, same = torch.compile(circular, backend="eager")(torch.arange(3.0))
print("circular", one.tolist(), whole[1] is whole, same)


class Named(list):
    def __eq__(self, other):
        return "asked"


def attempt(function):
    def traced(x):
        try:
            result = function(x)
        except Exception as error:
            result = type(error).__name__, str(error)
        return result, x + 1

    return traced


cases = {
    "repeat by a float": lambda x: [1] * 2.0,
    "step zero": lambda x: [1, 2][::0],
    "index from 2 on": lambda x: [2, 1, 2].index(2, 1) + (5, 6, 5).index(5, -2),
    "operators by name": lambda x: ([1].__add__([2]), (1,).__mul__(2), {1, 2}.__and__({2}), [1].__eq__([1])),
    "other kind": lambda x: [1].__eq__((1,)) is NotImplemented,
    "key": lambda x: {}.pop("a") if False else operator.itemgetter("z")({"a": 1}),
    "no class": lambda x: isinstance(3, "a"),
    "no iterator": lambda x: next([1]),
    "ordered dicts": lambda x: collections.OrderedDict(a=1, b=2) == collections.OrderedDict(b=2, a=1),
    "dicts of tensors": lambda x: {"a": x} == {"a": x},
    "counters": lambda x: dict(collections.Counter(a=3, b=1) - collections.Counter(a=1, b=1)),
    "derived list": lambda x: (Named([1]) == [1], [1] == [1]),
}
for name, case in cases.items():
    run(name, attempt(case), fullgraph=True)
