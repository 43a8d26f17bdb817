# torch.utils._pytree: containers as leaves and structure, places of leaves, classes of the program.
import torch, dataclasses, collections
import torch.utils._pytree as pytree
from collections import namedtuple, OrderedDict, defaultdict, deque
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:400])
P = namedtuple("P", "x y")
class D(dict): pass
class L(list): pass
for v in (1, [1, 2], (1, (2, 3)), {"b": 1, "a": [2]}, OrderedDict([("z", 1), ("a", 2)]), defaultdict(list, {"k": [1]}),
          deque([1, 2], maxlen=5), deque([1]), P(1, [2]), D(a=1), L([1]), torch.Size([1, 2]), None, "ab", {}, [], (),
          [None], torch.max(torch.ones(2, 2), 0), {1: 2}):
    leaves, spec = pytree.tree_flatten(v)
    print(leaves, spec)
    t(lambda: pytree.tree_unflatten(leaves, spec))
leaves, spec = pytree.tree_flatten({"a": [1, (2, 3)], "b": {"c": 4}})
print(spec.num_leaves, spec.num_nodes, spec.num_children, spec.is_leaf(), spec.type, spec.context, spec.children())
print(spec == pytree.tree_structure({"a": [0, (0, 0)], "b": {"c": 0}}), spec != pytree.tree_structure([1]))
print(spec.child(0), spec.unflatten([1,2,3,4]))
t(lambda: spec.unflatten([1, 2]))
t(lambda: pytree.tree_unflatten([1, 2, 3], pytree.tree_structure([1])))
t(lambda: pytree.tree_unflatten([1], [1]))
t(lambda: spec.flatten_up_to({"a": [1, ([2], {"q": 3})], "b": {"c": 4}}))
t(lambda: spec.flatten_up_to({"a": [1, (2, 3, 4)], "b": {"c": 4}}))
t(lambda: spec.flatten_up_to({"a": [1, [2, 3]], "b": {"c": 4}}))
t(lambda: spec.flatten_up_to({"a": 1}))
t(lambda: spec.flatten_up_to([1]))
print(pytree.tree_map(lambda x: x * 2, {"a": [1, (2, 3)]}))
print(pytree.tree_map(lambda x, y: x + y, [1, (2,)], [10, (20,)]))
t(lambda: pytree.tree_map(lambda x, y: x + y, [1, (2,)], [10, [20]]))
t(lambda: pytree.tree_map(lambda x, y: x + y, [1, 2], [10]))
print(pytree.tree_map_only(int, lambda x: x + 1, [1, "a", 2.0]))
print(pytree.tree_map_only((int, str), lambda x: x * 2, [1, "a", 2.0]))

print(pytree.tree_map_only(lambda x: x == 1, lambda x: "one", [1, 2]))
print(pytree.tree_any(lambda x: x > 2, [1, [3]]), pytree.tree_all(lambda x: x > 0, [1, [3]]),
      pytree.tree_all_only(int, lambda x: x > 2, [3, "a"]), pytree.tree_any_only(int, lambda x: x > 2, [1, "a"]))
print(list(pytree.tree_iter([1, [2, {"a": 3}]])), pytree.tree_leaves({"a": None, "b": [1]}))
print(pytree.tree_map(lambda x: str(x), [1, (2, 3)], is_leaf=lambda x: isinstance(x, tuple)))
kl, sp = pytree.tree_flatten_with_path({"a": [1, P(2, 3)], 5: (4,)})
print(kl)
print([pytree.keystr(k) for k, _ in kl])
print(pytree.tree_map_with_path(lambda k, x: pytree.keystr(k) + str(x), {"a": [1, 2]}))
print(pytree.tree_leaves_with_path([1]))
class Pt:
    def __init__(self, a, b): self.a, self.b = a, b
    def __repr__(self): return f"Pt({self.a}, {self.b})"
print(pytree.tree_leaves(Pt(1, 2)))
pytree.register_pytree_node(Pt, lambda p: ([p.a, p.b], None), lambda c, ctx: Pt(*c))
print(pytree.tree_flatten(Pt(1, [2, 3])), pytree.tree_map(lambda x: x + 1, Pt(1, [2, 3])))
t(lambda: pytree.tree_flatten_with_path(Pt(1, 2)))
t(lambda: pytree.register_pytree_node(Pt, lambda p: ([p.a, p.b], None), lambda c, ctx: Pt(*c)))
@dataclasses.dataclass
class DC:
    x: int
    y: list
    z: int = 3
print(pytree.tree_leaves(DC(1, [2])))
pytree.register_dataclass(DC)
print(pytree.tree_flatten(DC(1, [2, 3])), pytree.tree_map(lambda x: x + 1, DC(1, [2, 3])))
print(pytree.tree_flatten_with_path(DC(1, [2, 3])))
print(pytree.tree_is_leaf(1), pytree.tree_is_leaf([1]), pytree.tree_is_leaf(None))
print(pytree.MappingKey("a"), pytree.SequenceKey(1), pytree.GetAttrKey("q"), str(pytree.MappingKey("a")))
print(pytree.treespec_leaf(), pytree.treespec_pprint(spec))
s = pytree.treespec_dumps(pytree.tree_structure({"a": [1, (2, 3)]}))
print(s)
print(pytree.treespec_loads(s))
print(pytree._broadcast_to_and_flatten([1, 2], pytree.tree_structure([(1, 2), 3])),
      pytree._broadcast_to_and_flatten(1, pytree.tree_structure([1, 2])),
      pytree._broadcast_to_and_flatten([1], pytree.tree_structure([1, 2])))
x = [torch.ones(2), [torch.zeros(1)]]
pytree.tree_map_(lambda t: t.add_(1), x)
print(x)
pytree.tree_map_only_(torch.Tensor, lambda t: t.add_(1), x)
print(x)

print(pytree.key_get({"a": [1, 5]}, (pytree.MappingKey("a"), pytree.SequenceKey(1))))
print(list in pytree.SUPPORTED_NODES, Pt in pytree.SUPPORTED_NODES, isinstance(pytree.treespec_leaf(), pytree.LeafSpec))

print(pytree.is_namedtuple_instance(P(1,2)), pytree.is_namedtuple((1,)), pytree.is_namedtuple(P))
