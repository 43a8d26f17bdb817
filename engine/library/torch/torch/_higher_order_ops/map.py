import torch._C as _C
from torch._higher_order_ops._capture import run_captured
from torch._higher_order_ops._impl import map_impl
from torch.utils._pytree import tree_flatten


def map(f, xs, *args):
    """f(row, *args) for the rows of the tensors in `xs` along their first axis; its results are stacked."""
    flat, _ = tree_flatten(xs)
    if not all([isinstance(x, _C.Tensor) for x in flat]):
        raise RuntimeError(f"Mapped xs can only consist of tensors. Got xs {flat}.")
    shapes = [x.shape for x in flat]
    if shapes[0][0] == 0:
        raise RuntimeError("Leading dimensions of mapped xs cannot be 0.")
    if any([shape[0] != shapes[0][0] for shape in shapes]):
        raise RuntimeError(f"Leading dimensions of mapped xs must be consistent. Got shapes {shapes}.")
    return run_captured(_map, f, xs, args)


def _map(f, xs, args):
    raise AssertionError("capture makes one node of this")
