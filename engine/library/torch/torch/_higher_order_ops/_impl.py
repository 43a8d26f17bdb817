# The nodes that capture makes of operations that take functions: how they run.
import torch._C as _C


exported_cond = None  # takes over calls of cond while torch.export records a run


def _captured_cond(pred, true_fn, false_fn, operands):
    """The node of a graph; branches give tuples. Over fakes nothing decides: both are computed and one is chosen."""
    if exported_cond is not None and isinstance(pred, _C.Tensor):
        return exported_cond(pred, true_fn, false_fn, operands)
    if isinstance(pred, _C.Tensor) and _C._is_fake(pred):
        pairs = zip(true_fn(*operands), false_fn(*operands))
        return tuple([_C.where(pred, a, b) for a, b in pairs])
    return true_fn(*operands) if pred else false_fn(*operands)


def tag_activation_checkpoint(function, *args, **kwargs):
    from torch.utils.checkpoint import checkpoint
    return checkpoint(function, *args, **kwargs)


def autograd_function_apply(function, *args):
    result = function.apply(*args)
    return result if isinstance(result, tuple) else (result,)


def invoke_subgraph(function, name, *operands):
    return function(*operands)


def flat_apply_capture(function, args, kwargs):
    """The tensors of what the function gives."""
    from torch.utils._pytree import tree_leaves
    return tuple([v for v in tree_leaves(function(*args, **kwargs)) if isinstance(v, _C.Tensor)])


def wrap(function, *args, **kwargs):
    """A region of its own, which is called as it is: nothing in it is compiled."""
    import torch
    return torch.compiler.disable(lambda: function(*args, **kwargs))()


def map_impl(function, xs, args):
    """What the function gives for each first index of `xs`, stacked."""
    rows = [function(*[x[i] for x in xs], *args) for i in range(len(xs[0]))]
    return tuple([_C.stack(column) for column in zip(*rows)])


def scan(function, init, xs, args):
    """Tensors carried from row to row of `xs`, then what the rows gave, stacked."""
    carry, rows = list(init), []
    if len(xs[0]) == 0:
        example = function(*carry, *[x.new_zeros(x.shape[1:]) for x in xs], *args)
        return tuple(carry) + tuple([x.new_empty((0, *x.shape)) for x in example[len(init):]])
    for i in range(len(xs[0])):
        results = function(*carry, *[x[i] for x in xs], *args)
        carry = results[:len(init)]
        rows.append(results[len(init):])
    return tuple(carry) + tuple([_C.stack(column) for column in zip(*rows)])


def while_loop(condition, body, carried, args):
    values = tuple(carried)
    while condition(*values, *args):
        values = body(*values, *args)
    return values


_captured_cond.__name__ = _captured_cond.__qualname__ = "cond"
for _function in (_captured_cond, tag_activation_checkpoint, autograd_function_apply, invoke_subgraph, wrap, map_impl, scan, while_loop):
    _function.__module__ = "torch.ops.higher_order"
