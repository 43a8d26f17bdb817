# Operations that take functions: torch.cond, and what capture makes of checkpoints and custom functions.
import torch._C as _C


def cond(pred, true_fn, false_fn, operands=()):
    if not isinstance(pred, (bool, int, _C.Tensor)):
        raise RuntimeError(f"Expected pred to be bool or tensor, but got {pred}.")
    if isinstance(pred, _C.Tensor) and pred.numel() != 1:
        raise RuntimeError(f"Expected pred to be bool or single-element tensor, but got {pred}.")
    if not callable(true_fn) or not callable(false_fn):
        raise RuntimeError("Expect both branches to be callable.")
    if not isinstance(operands, (tuple, list)):
        raise RuntimeError("Expect operands to be a tuple of possibly nested dict/list/tuple that only consists of tensor leaves, but got "
                           f"{operands}.")
    return true_fn(*operands) if pred else false_fn(*operands)


def _captured_cond(pred, true_fn, false_fn, operands):
    """The node of a graph; branches give tuples. Over fakes nothing decides: both are computed and one is chosen."""
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


_captured_cond.__name__ = _captured_cond.__qualname__ = "cond"
for _function in (_captured_cond, tag_activation_checkpoint, autograd_function_apply, invoke_subgraph):
    _function.__module__ = "torch.ops.higher_order"
