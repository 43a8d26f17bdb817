"""Weak references and mapping proxies that are looked into; classes made from protocols; calls that dynamo forbids,
sets of tensors, asserts by torch, and tracers that meet a compiled function."""
import collections
import types
import weakref

import torch
import torch._dynamo


class Holder:
    def __init__(self, v):
        self.v = v


def show(f, *calls, **options):
    torch._dynamo.reset()
    graphs = []

    def backend(gm, example_inputs):
        graphs.append(" ".join("$" if n.op == "placeholder" else getattr(n.target, "__name__", str(n.target))
                               for n in gm.graph.nodes if n.op != "output"))
        return gm.forward

    compiled = torch.compile(f, backend=backend, **options)
    for args in calls:
        try:
            result = compiled(torch.ones(2), *args)
        except Exception as error:
            lines = str(error).split("\n")
            result = type(error).__name__ + ": " + lines[0].split(" at 0x")[0] + (" ..."
                if "from user code:" in lines else "")
        print(f.__name__, result, graphs)
        graphs.clear()


def attribute(x, r):
    return x + r().v


def alive(x, r):
    return x + 1 if r() is None else x + 2


def of_tensor(x, r):
    return x + r()


def stored(x, r):
    r().v = r().v + 4
    return x + r().v


one, two, tensor = Holder(3), Holder(4), torch.ones(2) * 5
gone = weakref.ref(Holder(1))
show(attribute, (weakref.ref(one),), (weakref.ref(one),), (weakref.ref(two),), fullgraph=True)
show(alive, (gone,), (weakref.ref(one),), (gone,), fullgraph=True)
show(of_tensor, (weakref.ref(tensor),), (weakref.ref(tensor),), fullgraph=True)
show(stored, (weakref.ref(two),), fullgraph=True)
print(two.v)


def read(x, m):
    return x * m["a"], len(m), list(m), list(m.items()), m.get("z", 3), "a" in m, sorted(m), {**m}, m == {"a": 2}


def write(x, m):
    try:
        m["c"] = 1
    except TypeError as error:
        return x + 1, str(error)


def given_back(x, m):
    return x + 1, m, type(m).__name__, isinstance(m, dict)


proxy = types.MappingProxyType({"a": 2})
show(read, (proxy,), (types.MappingProxyType({"a": 2}),), (types.MappingProxyType({"a": 3}),), fullgraph=True)
show(write, (proxy,), fullgraph=True)
show(given_back, (proxy,), fullgraph=True)


def of_class(x):
    return x + Holder.__dict__["__init__"].__code__.co_argcount, "v" in Holder.__dict__


def protocols(x):
    m = collections.ChainMap({"a": 1}, {"a": 2, "b": 3})
    d = collections.UserDict(a=4)
    return x * m["a"] + m["b"] + d["a"]


show(of_class, (), (), fullgraph=True)
show(protocols, (), (), fullgraph=True)


def marks(x):
    torch._dynamo.mark_dynamic(x, 0)
    return x + 1


def pops(x, s):
    return x + s.pop()


def holds(x):
    torch._assert(x.shape[0] == 2, "two")
    return x + 1


def fails(x):
    torch._assert(x.shape[0] == 3, "three")
    return x + 1


for f, args in ((marks, ()), (pops, ({torch.ones(2)},)), (holds, ()), (fails, ())):
    show(f, args)
    show(f, args, fullgraph=True)

compiled = torch.compile(lambda x: x + 1, backend="eager")


class Module(torch.nn.Module):
    def forward(self, x):
        return compiled(x)


for trace in (torch.fx.symbolic_trace, lambda module: torch.jit.trace(module, torch.ones(2))):
    try:
        print(type(trace(Module())).__name__)
    except RuntimeError as error:
        print(error)
print(compiled(torch.ones(2)))
