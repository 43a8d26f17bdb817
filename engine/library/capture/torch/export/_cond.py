# torch.cond in an exported program: each branch is captured as a graph of its own (dynamo lifts the tensors
# that it closes over), the recorded run has one node for the call, and the builder writes both branches.
# Neighbours: _trace.py (opens Conditions around the run), _graph.py (meets the node).
import torch
import torch._higher_order_ops._impl as impl
import torch.utils._pytree as pytree
from _vitrine_dynamo import set_tracer
from _vitrine_script import outside_of_scopes, real_example
from torch._dynamo.exc import UserError
from torch.jit._trace import _native


class Branches:
    """What the recorded node holds: two graph modules that take the node's inputs after the predicate."""

    def __init__(self, true_graph, false_graph):
        self.true_graph, self.false_graph = true_graph, false_graph


def _example(tensor):
    """A tensor with values in place of a fake, with its sizes as they are now."""
    return real_example(tensor) if torch._C._is_fake(tensor) else tensor


def _captured(pred, true_fn, false_fn, operands):
    """The two branches as graph modules, and which tensors of the program they take."""
    runs = []

    def keep(module, examples):
        def run(*args):
            runs.append((module, args))
            return module.forward(*args)
        return run

    leaves, spec = pytree.tree_flatten(operands)
    examples = [_example(leaf) for leaf in leaves]
    symbolic = any([type(size) is not int for leaf in leaves for size in leaf.shape])
    given = pytree.tree_unflatten(examples, spec)
    chosen = torch.ones((), dtype=torch.bool)

    def call(pred, operands):
        return torch.cond(pred, true_fn, false_fn, operands)

    torch.compile(call, backend=keep, fullgraph=True, dynamic=symbolic or None)(chosen, given)
    module, args = runs[-1]
    node = [n for n in module.graph.nodes if n.op == "call_function" and n.target is impl._captured_cond][0]
    placeholders = [n for n in module.graph.nodes if n.op == "placeholder"]
    held = dict(zip(placeholders, args))
    inputs = []
    for operand in node.args[3]:
        value = held.get(operand)
        if not isinstance(value, torch.Tensor):
            raise UserError("a branch of torch.cond that computes with sizes that vary has no graph of its own here")
        places = [i for i, example in enumerate(examples) if example is value]
        inputs.append(leaves[places[0]] if places else value)
    return Branches(getattr(module, node.args[1].target), getattr(module, node.args[2].target)), inputs


class Conditions:
    """While it is open, a call of torch.cond whose predicate is a tensor is recorded as one node."""

    def __enter__(self):
        impl.exported_cond = self.cond
        return self

    def __exit__(self, *exc):
        impl.exported_cond = None
        return False

    def cond(self, pred, true_fn, false_fn, operands):
        impl.exported_cond = None  # in the capture itself the call is what it always is
        _native.trace_suspend(True)
        tracer = set_tracer("")
        try:
            branches, inputs = outside_of_scopes(lambda: _captured(pred, true_fn, false_fn, operands))
            leaves, spec = pytree.tree_flatten(true_fn(*operands))
            leaves = [leaf.clone() for leaf in leaves]
        finally:
            set_tracer(tracer)
            _native.trace_suspend(False)
            impl.exported_cond = self.cond
        _native.trace_whole(branches, [pred] + inputs, leaves)
        return pytree.tree_unflatten(leaves, spec)
