# map, scan, while_loop, associative_scan and wrap: eager, captured as one node, and what they refuse.
import torch
from functorch.experimental.control_flow import map as fmap
from torch._dynamo.testing import normalize_gm
from torch._higher_order_ops.associative_scan import associative_scan
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop
from torch._higher_order_ops.wrap import wrap

graphs = []


def record(gm, example_inputs):
    graphs.append(gm)
    return gm.forward


def names(gm):
    return [(node.op, node.name) for node in gm.graph.nodes if node.op not in ("placeholder", "output")]


def show(title, fn, *args):
    print("#", title)
    for how, call in (("eager", fn), ("captured", torch.compile(fn, backend=record)),
                      ("compiled", torch.compile(fn, backend="aot_eager"))):
        torch._dynamo.reset()
        graphs.clear()
        try:
            print(how, call(*args))
        except Exception as e:
            print(how, type(e).__name__, str(e).split("\n")[0])
        for gm in graphs:
            print(sum(1 for kind, _ in names(gm) if kind.startswith("call")), "calls")


x = torch.arange(6.0).reshape(3, 2)
y = torch.ones(2)
show("map", lambda x, y: fmap(lambda row, y: row + y, x, y), x, y)
show("map over a tree", lambda x, y: fmap(lambda d, y: {"s": d["a"] + y, "p": [d["a"] * 2]}, {"a": x}, y), x, y)
show("map over a captured tensor", lambda x, y: fmap(lambda row: row * y, x), x, y)
show("map of a map", lambda x, y: fmap(lambda row: fmap(lambda v: v + 1, row), x), x, y)
show("map of a number", lambda x: fmap(lambda v: v, 3), x)
show("map of nothing", lambda x: fmap(lambda v: v + 1, x[:0]), x)
show("scan", lambda x: scan(lambda c, v: (c + v, c * v), torch.zeros(2), x), x)
show("scan backwards over columns", lambda x: scan(lambda c, v: (c + v, c * v), torch.zeros(3), x, dim=1, reverse=True),
     x)
show("scan over trees", lambda x: scan(lambda c, v: ({"s": c["s"] + v["a"]}, (v["a"] * 1, [c["s"] + 1])),
                                       {"s": torch.zeros(2)}, {"a": x}), x)
show("scan without init", lambda x: scan(lambda c, v: (c + v, v * 2), [], x), x)
show("scan that changes the carry", lambda x: scan(lambda c, v: (c + v, v * 1), torch.zeros(1), x), x)
show("while", lambda x: while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * 2), (torch.tensor(0), x)), x)
show("while not at all", lambda x: while_loop(lambda i, v: i < 0, lambda i, v: (i + 1, v * 2), (torch.tensor(0), x)), x)
show("while with a captured tensor", lambda x, y: while_loop(lambda v: v.sum() < 30, lambda v: (v + y,), (x,)), x, y)
show("while that changes the shape", lambda x: while_loop(lambda v: v.sum() < 9, lambda v: (v.sum(),), (x,)), x)
show("while that gives its input back", lambda x: while_loop(lambda v: v.sum() < 9, lambda v: (v,), (x,)), x)
print(associative_scan(lambda a, b: a + b, x, 0, combine_mode="generic"))
print(associative_scan(lambda a, b: a * b, x, 1, reverse=True, combine_mode="generic"))
show("wrap", lambda x, y: wrap(lambda a: a + y, x), x, y)


# What a region changes outside of itself breaks the graph in front of it.
class Holder:
    pass


holder = Holder()
count = 1


def stores_attribute(x):
    def body(x):
        holder.seen = x + 1
        return x.clone()

    return wrap(body, x) + holder.seen


def stores_global(x):
    def body(x):
        global count
        count = count + 1
        return x + count

    return wrap(body, x) + count


def stores_nonlocal(x):
    total = x

    def body(x):
        nonlocal total
        total = total + x
        return x.clone()

    return wrap(body, x) + total


def appends(x):
    items = []

    def body(x):
        items.append(x + 1)
        return x.clone()

    return wrap(body, x) + items[0]


for fn in (stores_attribute, stores_global, stores_nonlocal, appends):
    torch._dynamo.reset()
    graphs.clear()
    print(fn.__name__, torch.compile(fn, backend=record)(torch.ones(2)), [names(gm) for gm in graphs])

# Bodies are printed below the graph that holds them, and count their names for themselves.
graphs.clear()


@torch.compile(backend=record)
def nested(x):
    def inner(x):
        return torch.cond(x.mean() > 3, lambda x: x + 1, lambda x: x + 2, (x,))

    return torch.cond(x.sum() > 0, inner, lambda x: x.cos(), (x,))


print(nested(x))
print(normalize_gm(graphs[0].print_readable(print_output=False)))

# A gradient that is captured leaves its level behind.
print(torch.compile(lambda x: torch.func.grad(lambda y: y.sin().sum())(x), backend=record)(y).requires_grad)
