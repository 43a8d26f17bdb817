# Classes made from containers that change their protocol, and lazy modules, captured in one graph.
import collections

import torch


class Table(dict):
    asked = 0

    def __getitem__(self, key):
        return super().__getitem__(key) * 10


class Ordered(collections.OrderedDict):
    def __getitem__(self, key):
        made = super().__getitem__(key)
        return made[0](**made[1])

    def __contains__(self, key):
        return super().__contains__(key.lower())


class Steps(list):
    def __call__(self, x):
        for step in self:
            x = step(x)
        return x

    def __getitem__(self, at):
        return super().__getitem__(at % len(self))


class Names(set):
    def __contains__(self, name):
        return super().__contains__(name.strip())


known = Table(a=1, b=2)
activations = Ordered(leaky=(torch.nn.LeakyReLU, {"negative_slope": 0.5}))
steps = Steps([torch.sin, torch.cos])


def of_globals(x):
    return x * known["a"] + known.get("b") + known.get("c", 5), steps(x), steps[3](x)


def made_inside(x):
    t = Table()
    t["k"] = 2
    t.setdefault("m", 3)
    return x + t["k"] + t["m"], Steps([torch.neg])(x), " a " in Names(["a"]), "LEAKY" in activations


def makes_module(x):
    return activations["leaky"](x)


layer = torch.nn.Sequential(torch.nn.LazyLinear(2), torch.nn.ReLU(), torch.nn.LazyLinear(1, bias=False))


def lazy(x):
    return layer(x * 2)


graphs = []


def backend(gm, inputs):
    graphs.append(len([n for n in gm.graph.nodes if n.op == "call_function"]))
    return gm


torch.manual_seed(0)
x = torch.tensor([[-1.0, 0.5, 2.0]])
for f in (of_globals, made_inside, makes_module, lazy, lazy):
    graphs.clear()
    print(f.__name__, torch.compile(f, backend=backend, fullgraph=True)(x), graphs)
print(type(layer[0]).__name__, layer[0].in_features, layer[2].weight.shape)
