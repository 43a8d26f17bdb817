import torch._C as _C
from torch._higher_order_ops._capture import run_captured
from torch._higher_order_ops._impl import scan as scan_op
from torch.utils._pytree import tree_flatten, tree_map


def scan(combine_fn, init, xs, *, dim=0, reverse=False, length=None):
    """Rows of `xs` one after the other: combine_fn(carry, row) gives the next carry and a result, which is stacked."""
    if not callable(combine_fn):
        raise RuntimeError(f"Combine_fn must be a callable, but got {combine_fn}")
    if not isinstance(dim, int):
        raise RuntimeError("Dim must be an int, but got " + str(type(dim)))
    if not isinstance(reverse, bool):
        raise RuntimeError("Reverse must be a bool, but got " + str(type(reverse)))
    leaves_init, leaves_xs = tree_flatten(init)[0], tree_flatten(xs)[0]
    if len(leaves_init) == 0:
        raise RuntimeError("scan() operator requires init leaves.")
    if len(leaves_xs) == 0:
        return init, xs
    for leaf in leaves_init:
        if not isinstance(leaf, _C.Tensor):
            raise RuntimeError(f"All init leaves must be a Tensor but got {leaf}")
    for leaf in leaves_xs:
        if not isinstance(leaf, _C.Tensor):
            raise RuntimeError(f"All xs leaves must be a Tensor but got {leaf}")
    if dim != 0:
        xs = tree_map(lambda elem: _C.movedim(elem, dim, 0), xs)
        leaves_xs = tree_flatten(xs)[0]
    if any([leaf.shape[0] != leaves_xs[0].shape[0] for leaf in leaves_xs]):
        raise RuntimeError("All xs leaves must have the same scan dimension size")
    if reverse:
        xs = tree_map(lambda elem: _C.flip(elem, [0]), xs)
    carry, out = run_captured(_scan, combine_fn, init, xs)
    if reverse:
        out = tree_map(lambda elem: elem.flip([0]), out)
    if dim != 0:
        out = tree_map(lambda elem: _C.movedim(elem, 0, dim), out)
    return carry, out


def _scan(combine_fn, init, xs):
    raise AssertionError("capture makes one node of this")
