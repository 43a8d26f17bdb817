"""Which calls look at the numbers they are given, and so guard them: builtins, classes, stored attributes, sets,
context managers made of generators; numbers read from tensors and converted."""
import collections
import contextlib
import functools
import torch
import torch._dynamo


def show(f, *calls, **options):
    torch._dynamo.reset()
    graphs = []

    def backend(gm, example_inputs):
        graphs.append([n.name for n in gm.graph.nodes if n.op != "output"])
        return gm.forward

    compiled = torch.compile(f, backend=backend, **options)
    counts = []
    for args in calls:
        result = compiled(*args)
        counts.append(len(graphs))
    print(f.__name__, counts, graphs[-1], result[-1].item())


@contextlib.contextmanager
def manager(n):
    yield n + 1


Pair = collections.namedtuple("Pair", "a b")


class Rest:
    def __init__(self, *args, **kw):
        self.args = args
        self.kw = kw


def in_manager(x, n):
    with manager(n):
        return x + 1


def in_set(x, n):
    s = {1, n}
    s.add(n * 2)
    return x + len(s)


def in_frozenset(x, n):
    return x + len(frozenset([n, 1]))


def searched(x, n):
    return x + (1 if n in {1, 2, 3} else 2) * n


def in_rest(x, n):
    Rest(n)
    return x + 1


def in_class(x, n):
    Pair(n, 1), collections.deque([n]), functools.partial(print, n), slice(n)
    return x + 1


def in_pair(x, n):
    return Pair(x + 1, n).a


def asked(x, n):
    isinstance(n, int), type(n), n is None
    return x + 1


def default(x, n):
    getattr(x, "nothing", n)
    return x + 1


def in_list(x, n):
    z = [n]
    z.append(n)
    z[0] = n
    d = {"a": n}
    d.update(b=n)
    return x + 1


def given(x, n):
    def g(*a, **k):
        return a, k
    g(n, k=n)
    return x + 1


def rounded(x, n):
    return x + round(n) + round(n, 1)


def read(x, n):
    return x + int(x.max()) * 2 + float(x.int().max())


def as_numbers(x, n):
    return x + torch.as_tensor([n]) + torch.tensor(2)


def stepped(x, n):
    return reversed([x, x + 1]).__next__() + iter([n]).__next__()


a = torch.ones(3)
ints = (a, 3), (a, 4), (a, 5)
for f in (in_manager, in_set, in_frozenset, searched, in_rest, in_class, in_pair, asked, default, in_list, given,
          as_numbers, stepped):
    show(f, *ints)
show(rounded, (a, 3.25), (a, 4.25), (a, 5.125))
show(read, (a * 2.5, 3), (a * 3.7, 3), fullgraph=True)
print(torch.compile(read, fullgraph=True)(a * 2.5, 3).tolist())
