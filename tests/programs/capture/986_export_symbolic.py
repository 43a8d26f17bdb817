# Exported programs whose sizes vary: symbols, ranges, branches on a size, violated constraints,
# modules checked and unflattened, state that a program changes.
import torch
from torch.export import Dim, export, unflatten


def shown(ep):
    print("\n".join([line for line in str(ep).split("\n") if "File:" not in line]))


class M(torch.nn.Module):
    def forward(self, x):
        b, s = x.shape[0], x.shape[1]
        y = x.reshape(b * s, 3)
        z = torch.zeros(b, s + 1)
        return y.view(b, s, 3).sum(-1), z, b * 2
ep = export(M(), (torch.randn(4, 6, 3),), dynamic_shapes=({0: Dim("b", min=2, max=64), 1: Dim("s", max=100)},))
print(ep.graph)
print(ep.range_constraints)
print(ep.graph_signature)
for o in ep.module()(torch.randn(8, 7, 3)): print(o if isinstance(o, int) else o.shape)
try:
    ep.module()(torch.randn(80, 7, 3))
except Exception as e:
    print(type(e).__name__, e)

class M(torch.nn.Module):
    def forward(self, x):
        if x.shape[0] > 5:
            return x.sin()
        return x.cos()
ep = export(M(), (torch.randn(8, 2),), dynamic_shapes={"x": {0: Dim.DYNAMIC}})
print(ep.graph)
print(ep.range_constraints)
ep = export(M(), (torch.randn(3, 2),), dynamic_shapes={"x": {0: Dim.AUTO}})
print(ep.graph)
print(ep.range_constraints)
try:
    ep.module()(torch.randn(10, 2))
except Exception as e:
    print(type(e).__name__, e)
try:
    export(M(), (torch.randn(8, 2),), dynamic_shapes={"x": {0: Dim("n")}})
except Exception as e:
    print(type(e).__name__, e)

class M(torch.nn.Module):
    def forward(self, x, y):
        return torch.cat([x, y]) + 1
n = Dim("n")
ep = export(M(), (torch.randn(3, 2), torch.randn(4, 2)), dynamic_shapes={"x": {0: n}, "y": {0: Dim("m")}})
print(ep.graph)
print(ep.range_constraints)
for n in ep.graph.nodes:
    if "val" in n.meta: print(n.name, n.meta["val"].shape)
class A(torch.nn.Module):
    def forward(self, x, y):
        return x + y
try:
    export(A(), (torch.randn(3, 2), torch.randn(3, 2)), dynamic_shapes={"x": {0: Dim("a")}, "y": {0: Dim("b")}})
except Exception as e:
    print(type(e).__name__, e)
try:
    export(A(), (torch.randn(3, 2), torch.randn(3, 2)), dynamic_shapes={"x": {0: Dim("a")}})
except Exception as e:
    print(type(e).__name__, e)
try:
    export(A(), (torch.randn(3, 2), torch.randn(3, 2)), dynamic_shapes={"x": {0: Dim("a")}, "z": None})
except Exception as e:
    print(type(e).__name__, e)
try:
    export(A(), (torch.randn(3, 2), torch.randn(3, 2)), dynamic_shapes=({0: Dim("a")},))
except Exception as e:
    print(type(e).__name__, e)
try:
    export(A(), (torch.randn(3, 2), torch.randn(3, 2)), dynamic_shapes={"x": {0: Dim("a", max=2)}, "y": None})
except Exception as e:
    print(type(e).__name__, e)

class M(torch.nn.Module):
    def forward(self, x):
        return x.view(-1, 4).mean(1), x[:, :2], x.shape[0] // 2, x[-1]
ep = export(M(), (torch.randn(6, 4),), dynamic_shapes=({0: Dim.DYNAMIC},))
print(ep.graph)
print(ep.range_constraints)
for n in ep.graph.nodes:
    if "val" in n.meta:
        print(n.name, n.meta["val"] if isinstance(n.meta["val"], (int, torch.SymInt)) else n.meta["val"].shape)
dx = Dim("dx")
class N(torch.nn.Module):
    def forward(self, x, y):
        return x + y[1:]
ep = export(N(), (torch.randn(4), torch.randn(5)), dynamic_shapes={"x": {0: dx}, "y": {0: dx + 1}})
shown(ep)
print(ep.range_constraints)
ep = export(N(), (torch.randn(4), torch.randn(5)), dynamic_shapes={"x": {0: Dim.DYNAMIC}, "y": {0: Dim.DYNAMIC}})
shown(ep)

class M(torch.nn.Module):
    def forward(self, x, n: int, flag=True, *, d=None):
        out = {"a": x * n, "b": (x, n)}
        if d is not None:
            out["c"] = d["k"] + x
        return out
ep = export(M(), (torch.ones(2), 3), {"d": {"k": torch.ones(2)}})
shown(ep)
print(ep.call_spec)
print(ep.graph_signature.user_inputs, ep.graph_signature.user_outputs)
print(ep.module()(torch.ones(2), 3, d={"k": torch.zeros(2)}))
try:
    print(ep.module()(torch.ones(2), 4, d={"k": torch.zeros(2)}))
except Exception as e:
    print(type(e).__name__, e)
try:
    print(ep.module()(torch.ones(3), 3, d={"k": torch.zeros(2)}))
except Exception as e:
    print(type(e).__name__, e)
try:
    print(ep.module()(torch.ones(2), 3))
except Exception as e:
    print(type(e).__name__, e)

# names of symbols
class M(torch.nn.Module):
    def forward(self, x, y, z, data, inp, a, b, c, d, tokens, mask, image, img, input, hidden, w):
        return x.sum(), a[0].sum(), d["k"].sum()
t = lambda: torch.randn(3, 4, 5, 6)
args = (t(), t(), t(), t(), t(), (t(), t()), t(), t(), {"k": t()}, t(), t(), t(), t(), t(), t(), t())
D = {i: Dim.DYNAMIC for i in range(4)}
names = "x y z data inp a b c d tokens mask image img input hidden w".split()
sh = {n: D for n in names}
sh["a"] = (D, D)
sh["d"] = {"k": D}
ep = export(M(), args, dynamic_shapes=sh)
for n in ep.graph.nodes:
    if n.op == "placeholder": print(n.name, n.meta["val"].shape)
class K(torch.nn.Module):
    def forward(self, *xs, **kw):
        return xs[0].sum(), kw["m"].sum()
ep = export(K(), (t(), t()), {"m": t()}, dynamic_shapes={"xs": (D, D), "kw": {"m": D}})
for n in ep.graph.nodes:
    if n.op == "placeholder": print(n.name, n.meta["val"].shape)


class Sub(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(3, 3)

    def forward(self, x):
        return self.l(x).relu()


class Two(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Sub()
        self.b = Sub()
        self.register_buffer("steps", torch.zeros(1))

    def forward(self, x, *, y):
        self.steps.add_(1)
        return self.b(self.a(x) + y) * self.steps


ep = export(Two(), (torch.ones(2, 3),), {"y": torch.ones(2, 3)})
print([(e.fqn, e.signature is None) for e in ep.module_call_graph])
print(ep.call_spec)
u = unflatten(ep)
print(u, u.graph, u.a.graph, u.a.l.graph)
print(torch.allclose(u(torch.ones(2, 3), y=torch.ones(2, 3)), ep.module()(torch.ones(2, 3), y=torch.ones(2, 3))))
for n in ep.graph.nodes:
    if n.op == "call_function":
        print(n.name, n.meta["nn_module_stack"], n.meta["val"])
m = ep.module()
print(m)
print(m.graph)
again = ep.run_decompositions()
print(again.graph)
print(again.graph_signature, again.graph_signature.buffers_to_mutate)
m = again.module()
print(m.code)
m(torch.ones(2, 3), y=torch.ones(2, 3))
m(torch.ones(2, 3), y=torch.ones(2, 3))
print(m.steps)
