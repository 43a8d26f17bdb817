# feature: breaks at other instructions than calls; back ends that are equal
# seed: none
# At which instructions a graph may end: elsewhere a break leaves the whole function.
import torch
from torch._dynamo.utils import counters


class Weird:
    def __getitem__(self, key):
        torch._dynamo.graph_break()
        return 2

    def __setitem__(self, key, value):
        torch._dynamo.graph_break()

    def __delitem__(self, key):
        torch._dynamo.graph_break()

    def __radd__(self, other):
        torch._dynamo.graph_break()
        return other

    def __lt__(self, other):
        torch._dynamo.graph_break()
        return True

    def __eq__(self, other):
        torch._dynamo.graph_break()
        return True

    def __contains__(self, item):
        torch._dynamo.graph_break()
        return True

    def __neg__(self):
        torch._dynamo.graph_break()
        return 2

    def __bool__(self):
        torch._dynamo.graph_break()
        return True

    def __iter__(self):
        torch._dynamo.graph_break()
        return iter([1, 2])

    def __call__(self, *args):
        torch._dynamo.graph_break()
        return 2

    @property
    def prop(self):
        torch._dynamo.graph_break()
        return 2


w = Weird()


def gen():
    torch._dynamo.graph_break()
    yield 1
    yield 2


def call(x):
    y = x.sin()
    return y + w(1)
def call_star(x):
    y = x.sin()
    return y + w(*[1, 2])
def prop(x):
    y = x.sin()
    return y + w.prop
def item(x):
    y = x.sin()
    z = w[0]
    return y + z
def part(x):
    y = x.sin()
    z = w[0:2]
    return y + z
def store_item(x):
    y = x.sin()
    w[0] = 1
    return y + 1
def delete_item(x):
    y = x.sin()
    del w[0]
    return y + 1
def add(x):
    y = x.sin()
    z = 1 + w
    return y + z
def less(x):
    y = x.sin()
    z = w < 3
    return y + 1
def equal(x):
    y = x.sin()
    z = w == 3
    return y + 1
def contains(x):
    y = x.sin()
    z = 3 in w
    return y + 1
def negative(x):
    y = x.sin()
    z = -w
    return y + z


def branch(x):
    y = x.sin()
    if w:
        return y + 1
    return y


def unpack(x):
    y = x.sin()
    a, b = w
    return y + a
def listed(x):
    y = x.sin()
    return y + len(list(gen()))
def following(x):
    y = x.sin()
    return y + next(gen())


def handled(x):
    y = x.sin()
    try:
        z = w(1)
    except ValueError:
        z = 2
    return y + z


def looped(x):
    for i in range(2):
        x = x.sin()
        torch._dynamo.graph_break()
    return x


def tensor_branch(x):
    y = x.sin()
    if y.sum() > 0:
        return y + 1
    return y


for f in (call, call_star, prop, item, part, store_item, delete_item, add, less, equal, contains, negative,
          branch, unpack, listed, following, handled, looped, tensor_branch):
    torch._dynamo.reset()
    counters.clear()
    graphs = []

    def backend(gm, inputs):
        graphs.append(len([n for n in gm.graph.nodes if n.op.startswith("call_")]))
        return gm.forward

    result = torch.compile(f, backend=backend)(torch.ones(2))
    print(f.__name__, graphs, sum(counters["graph_break"].values()), result.tolist() == f(torch.ones(2)).tolist())

# Equal settings share what was compiled; another back end, mode or setting does not.
def plain(x):
    return x + 1


torch._dynamo.reset()
counters.clear()
for options in ({}, {}, {"fullgraph": True}, {"mode": "reduce-overhead"}, {"mode": "reduce-overhead"},
                {"dynamic": True},
                {"backend": "eager"}, {"backend": "eager"}, {"backend": "aot_eager"}):
    torch.compile(plain, **options)(torch.ones(2))
    print(options, counters["stats"]["unique_graphs"])
