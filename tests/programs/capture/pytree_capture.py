# Containers of a program's own classes in exported modules, compiled functions and transforms.
import torch
from torch.export import export, Dim
import torch.utils._pytree as pytree
class M(torch.nn.Module):
    def forward(self, x, d):
        return {"o": x + d["a"][0], "l": [d["b"]]}
ep = export(M(), (torch.ones(3), {"a": (torch.ones(3),), "b": torch.zeros(1)}),
            dynamic_shapes={"x": {0: Dim("n")}, "d": {"a": ({0: Dim("n")},), "b": None}})
class P:
    def __init__(self, a, b): self.a, self.b = a, b
pytree.register_pytree_node(P, lambda p: ([p.a, p.b], None), lambda c, _: P(*c), serialized_type_name="P",
                            flatten_with_keys_fn=lambda p: ([(pytree.GetAttrKey("a"), p.a),
                                (pytree.GetAttrKey("b"), p.b)], None))
class N(torch.nn.Module):
    def forward(self, p): return p.a + p.b
ep = export(N(), (P(torch.ones(2), torch.ones(2)),))
print(ep.graph_module.code, ep.module()(P(torch.ones(2), torch.ones(2))))
@torch.compile(backend="eager", fullgraph=True)
def f(x):
    return pytree.tree_map(lambda t: t + 1, x)
print(f([torch.ones(1), {"a": torch.zeros(1)}]))
@torch.compile(backend="eager", fullgraph=True)
def g(x):
    l, s = pytree.tree_flatten(x)
    return pytree.tree_unflatten([v * 2 for v in l], s), len(l), s.num_leaves
print(g((torch.ones(1), [torch.ones(2)])))
@torch.compile(backend="eager", fullgraph=True)
def h(x):
    return pytree.tree_map_only(torch.Tensor, lambda t: t + 1,
                                x), pytree.tree_leaves(x), pytree.tree_all(lambda v: True, x)
print(h([torch.ones(1), 2, (3,)]))
print(torch.vmap(lambda d: d["a"] * 2)({"a": torch.ones(2, 2)}),
      torch.func.grad(lambda p: (p["w"] ** 2).sum())({"w": torch.ones(2)}))
