import torch._C as _C
from torch._higher_order_ops._capture import run_captured
from torch._higher_order_ops._impl import while_loop as while_loop_op
from torch.utils._pytree import tree_flatten


def while_loop(cond_fn, body_fn, carried_inputs):
    """Calls body_fn(*carried) for the next values carried, as long as cond_fn(*carried) holds."""
    if not callable(cond_fn) or not callable(body_fn):
        raise RuntimeError("Expect cond_fn and body_fn to be callable.")
    flat, _ = tree_flatten(carried_inputs)
    if not all([isinstance(value, (int, _C.Tensor)) for value in flat]):
        kinds = "(<class 'torch.Tensor'>, <class 'int'>, <class 'torch.SymInt'>)"
        raise AssertionError(f"{flat} can only be of {kinds} but got {tuple([type(value) for value in flat])}")
    return run_captured(_while_loop, cond_fn, body_fn, carried_inputs)


def _while_loop(cond_fn, body_fn, carried):
    """Runs where numbers are carried; with tensors alone capture makes one node of it."""
    values = carried
    while cond_fn(*values):
        values = body_fn(*values)
    return values
