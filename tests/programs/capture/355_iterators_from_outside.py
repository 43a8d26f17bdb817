"""Iterators of tuples, ranges and counts that are arguments or cross a break; sets that are changed and guarded;
asserts whose text is made anew; keys of cmp_to_key, objects as bounds of a range, properties of named tuples,
delitem."""
import functools
import itertools
import operator
import typing

import torch
import torch._dynamo


def names(gm):
    return " ".join("$" if n.op == "placeholder" else getattr(n.target, "__name__", str(n.target))
                    for n in gm.graph.nodes if n.op != "output")


def left(thing):
    if isinstance(thing, itertools.count):
        return repr(thing)
    if callable(thing):
        return "function"
    return list(thing) if hasattr(thing, "__next__") else thing


def show(f, *makers, **options):
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    graphs = []

    def backend(gm, example_inputs):
        graphs.append(names(gm))
        return gm.forward

    compiled = torch.compile(f, backend=backend, **options)
    for make in makers:
        args = make()
        try:
            result = compiled(torch.ones(2), *args)
        except Exception as error:
            result = type(error).__name__ + ": " + str(error).split("\n")[0]
        if isinstance(result, tuple):
            result = [item if isinstance(item, (torch.Tensor, int, str)) else type(item).__name__ for item in result]
        print(f.__name__, result, graphs, [left(arg) for arg in args])
        graphs.clear()
    for reason in torch._dynamo.utils.counters["graph_break"]:
        print("  ", reason.split("\n")[0])


def moved(iterator):
    next(iterator)
    return iterator


def one(x, it):
    return x * next(it)


def two(x, it):
    return x * next(it) + next(it)


def every(x, it):
    for v in it:
        x = x * v
    return x


def untouched(x, it):
    return x + 1


def handed_back(x, it):
    return x + next(it), it


def across(x, it):
    x = x + next(it)
    torch._dynamo.graph_break()
    return x * next(it), it


def to_the_end(x, it):
    next(it)
    next(it)
    try:
        next(it)
    except StopIteration:
        return x + 5
    return x + 1


def zipped(x, it):
    for a, b in zip(it, [1, 2]):
        x = x + a * b
    return x


def kind(x, it):
    return x + 1, type(it).__name__


tuples = [lambda: (iter((1, 2, 3)),), lambda: (iter((1, 2, 3)),), lambda: (moved(iter((9, 1, 2, 3))),),
          lambda: (iter((4, 2, 3)),), lambda: (iter((1, 2)),)]
ranges = [lambda: (iter(range(1, 4)),), lambda: (iter(range(1, 4)),), lambda: (moved(iter(range(0, 4))),),
          lambda: (iter(range(1, 5)),), lambda: (iter(range(2, 8, 2)),)]
counts = [lambda: (itertools.count(2),), lambda: (itertools.count(2),), lambda: (itertools.count(3, 2),),
          lambda: (itertools.count(1.5),)]
for f in (one, two, every, untouched, handed_back, across):
    show(f, *tuples)
    show(f, *ranges)
for f in (one, two, untouched, handed_back, across):
    show(f, *counts)
show(two, *tuples[:3], dynamic=True)
show(two, *ranges[:3], dynamic=True)
show(to_the_end, lambda: (iter((1, 2)),), lambda: (iter((1, 2, 3)),), lambda: (iter(range(2)),))
show(zipped, *tuples[:2])
show(kind, tuples[0], ranges[0], counts[0])
show(every, lambda: (iter((torch.ones(2), torch.ones(2) + 1)),), lambda: (iter((torch.ones(2), torch.ones(2) + 1)),))


def local(x, make):
    it = make()
    x = x + next(it)
    torch._dynamo.graph_break()
    return x * next(it)


show(local, lambda: (lambda: iter((1, 2, 3)),))
show(local, lambda: (lambda: iter(range(5)),))
show(local, lambda: (lambda: itertools.count(2),))


def changes_set(x, s):
    s.add(9)
    s.discard(1)
    return x + len(s)


show(changes_set, lambda: ({1, 2, 3},), lambda: ({1, 2, 3},), lambda: ({1, 2},))


def fresh_text(x, n):
    assert n == 3, f"bad {n}"
    return x + 1


def plain_text(x, n):
    assert n == 3, "bad"
    return x + 1


def fresh_text_of_tensor(x, n):
    assert (x > n).all(), f"bad {n}"
    return x + 1


def plain_text_of_tensor(x, n):
    assert (x < n).all(), "bad"
    return x + 1


for f in (fresh_text, plain_text, fresh_text_of_tensor, plain_text_of_tensor):
    show(f, lambda: (5,))
    show(f, lambda: (5,), fullgraph=True)


class Pair(typing.NamedTuple):
    a: torch.Tensor
    b: int = 3

    @property
    def first(self):
        return self.a[0]


class Three:
    def __index__(self):
        return 3


def named(x):
    p = Pair(x)
    return p.first * p.b, isinstance(p, tuple)


def by_objects(x):
    items = [3, 1, 2]
    operator.delitem(items, 0)
    return x + sum(range(Three())) + items[0], str(sorted(items, key=functools.cmp_to_key(lambda a, b: b - a)))


show(named, lambda: (), fullgraph=True)
show(by_objects, lambda: (), fullgraph=True)
