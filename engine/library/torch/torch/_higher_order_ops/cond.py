import torch._C as _C
from torch._higher_order_ops import _impl
from torch._higher_order_ops._impl import _captured_cond as cond_op
from torch.utils._pytree import tree_leaves


def cond(pred, true_fn, false_fn, operands=()):
    if not isinstance(pred, (bool, int, _C.Tensor)):
        raise RuntimeError(f"Expected pred to be bool or tensor, but got {pred}.")
    if isinstance(pred, _C.Tensor) and pred.numel() != 1:
        raise RuntimeError(f"Expected pred to be bool or single-element tensor, but got {pred}.")
    if not callable(true_fn) or not callable(false_fn):
        raise RuntimeError("Expect both branches to be callable.")
    if not isinstance(operands, (tuple, list)) or not all([isinstance(leaf, _C.Tensor) for leaf in tree_leaves(operands)]):
        raise RuntimeError("Expect operands to be a tuple of possibly nested dict/list/tuple that only consists of tensor leaves, but got "
                           f"{operands}.")
    if _impl.exported_cond is not None and isinstance(pred, _C.Tensor):
        return _impl.exported_cond(pred, true_fn, false_fn, operands)
    return true_fn(*operands) if pred else false_fn(*operands)
