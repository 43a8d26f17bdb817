# Common subexpressions of a graph of ATen operators are computed once.
import torch
import torch.fx as fx
from torch.fx.passes.infra.pass_base import PassBase, PassResult

_RANDOM = ("dropout", "_fused_dropout", "_standard_gamma", "bernoulli", "multinomial", "native_dropout", "normal", "poisson", "binomial", "rrelu",
           "rand_like", "rand", "randint", "randn", "randperm", "empty", "empty_like", "new_empty", "empty_strided")


def get_CSE_banned_ops():
    """Operators whose calls differ from one another though their arguments are the same."""
    return {getattr(torch.ops.aten, name) for name in _RANDOM if hasattr(torch.ops.aten, name)}


def _packet(target):
    return getattr(target, "overloadpacket", target)


def _key(value, known):
    """Arguments as something that dicts take; nodes by what stands for them."""
    if isinstance(value, fx.Node):
        return ("node", known.get(value, value).name)
    if isinstance(value, (list, tuple)):
        return (type(value).__name__, tuple([_key(item, known) for item in value]))
    if isinstance(value, dict):
        return ("dict", tuple([(name, _key(item, known)) for name, item in value.items()]))
    if isinstance(value, slice):
        return ("slice", _key(value.start, known), _key(value.stop, known), _key(value.step, known))
    return (type(value).__name__, repr(value))


class CSEPass(PassBase):
    def __init__(self, banned_ops=None):
        super().__init__()
        self.banned_ops = set(get_CSE_banned_ops() if banned_ops is None else banned_ops)

    def call(self, graph_module):
        graph, copies, standing, seen = fx.Graph(), {}, {}, {}
        modified = False
        for node in graph_module.graph.nodes:
            key = None
            if node.op == "call_function" and _packet(node.target) not in self.banned_ops and node.target not in self.banned_ops and not node.is_impure():
                key = (str(node.target), _key(node.args, standing), _key(dict(node.kwargs), standing))
            elif node.op == "get_attr":
                key = ("get_attr", node.target)
            if key in seen and key is not None:
                standing[node] = seen[key]
                copies[node] = copies[seen[key]]
                modified = True
                continue
            copies[node] = graph.node_copy(node, lambda n: copies[n])
            if key is not None:
                seen[key] = node
        graph._codegen = getattr(graph_module.graph, "_codegen", None)
        return PassResult(fx.GraphModule(graph_module, graph), modified)
