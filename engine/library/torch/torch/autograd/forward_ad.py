# Forward-mode derivatives: a dual tensor is one of the tape's, and the tangent of a result is
# found when it is asked for (torch/_functorch/derivatives.py).
from typing import NamedTuple

import torch._C as _C

_levels = []  # of each open level: pairs of a dual tensor and its tangent


class UnpackedDualTensor(NamedTuple):
    primal: object
    tangent: object


def enter_dual_level():
    if _levels:
        raise RuntimeError("Nested forward mode AD is not supported at the moment")
    _levels.append([])
    _C._set_dual_level_open(True)
    return len(_levels) - 1


def exit_dual_level(*, level=None):
    if not _levels:
        raise RuntimeError("Trying to exit a forward AD level but no level exists, make sure to enter_dual_level() first.")
    _levels.pop()
    _C._set_dual_level_open(False)


def make_dual(tensor, tangent, *, level=None):
    if not _levels:
        raise RuntimeError("Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first.")
    if not tensor.is_floating_point():
        raise ValueError(f"Expected primal to be floating point or complex, but got: {tensor.dtype}")
    if not tangent.is_floating_point():
        raise ValueError(f"Expected tangent to be floating point or complex, but got: {tangent.dtype}")
    if tensor.shape != tangent.shape:
        raise RuntimeError("Trying to set a forward gradient that has a different size than that of the original Tensor, this is not supported. Tensor is of size "
                           f"{list(tensor.shape)} while the given forward gradient is of size {list(tangent.shape)}.")
    dual = tensor.view_as(tensor) if tensor.requires_grad else tensor.detach().requires_grad_()
    _levels[-1].append((dual, tangent))
    return dual


def unpack_dual(tensor, *, level=None):
    from torch._functorch.derivatives import _push
    pairs = _levels[-1] if _levels else []
    for dual, tangent in pairs:
        if dual is tensor:
            return UnpackedDualTensor(tensor.detach(), tangent)
    if not tensor.requires_grad or not pairs or not _depends(tensor, [d for d, _ in pairs]):
        return UnpackedDualTensor(tensor, None)
    tangent = _push([tensor], [d for d, _ in pairs], [[t for _, t in pairs]], False)[0][0]
    return UnpackedDualTensor(tensor.detach(), tangent)


def _tangents(values):
    """The tangent of each value that has one, at the level that is open."""
    if not _levels:
        return (None,) * len(values)
    return tuple([unpack_dual(v).tangent if isinstance(v, _C.Tensor) else None for v in values])


def _with_tangents(results, tangents):
    """The results of a custom function as dual tensors, with the tangents that its jvp gave."""
    single = not isinstance(results, (tuple, list))
    if single:
        results = (results,)
    if not isinstance(tangents, (tuple, list)):
        tangents = (tangents,)
    duals = tuple([r if t is None else make_dual(r.detach(), t.detach()) for r, t in zip(results, tangents)])
    return duals[0] if single else duals


def _depends(tensor, duals):
    grads = _C._grad([tensor], duals, [_C.zeros_like(tensor)], retain_graph=True, allow_unused=True)
    return any([g is not None for g in grads])


class dual_level:
    def __enter__(self):
        return enter_dual_level()

    def __exit__(self, *args):
        exit_dual_level()
