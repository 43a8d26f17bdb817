# Helpers of the distributions.
import math

import torch._C as _C

euler_constant = 0.57721566490153286060


def broadcast_all(*values):
    """Tensors of one shape; numbers get the dtype of the tensors, or the default one."""
    for value in values:
        if not isinstance(value, (int, float, _C.Tensor)):
            raise ValueError("Input arguments must all be instances of Number, torch.Tensor or objects implementing __torch_function__.")
    like = [v for v in values if isinstance(v, _C.Tensor)]
    options = {"dtype": like[0].dtype, "device": like[0].device} if like else {"dtype": _C.get_default_dtype()}
    made = [v if isinstance(v, _C.Tensor) else _C.tensor(v, **options) for v in values]
    return tuple(_C.broadcast_tensors(*made)) if len(made) > 1 else (made[0],)


def clamp_probs(probs):
    eps = _C._dtype_limits(probs.dtype)[3]
    return probs.clamp(min=eps, max=1 - eps)


def logits_to_probs(logits, is_binary=False):
    return _C.sigmoid(logits) if is_binary else logits.softmax(-1)


def probs_to_logits(probs, is_binary=False):
    clamped = clamp_probs(probs)
    return _C.log(clamped) - _C.log1p(-clamped) if is_binary else _C.log(clamped)


def tril_matrix_to_vec(mat, diag=0):
    rows, columns = _lower(mat.shape[-1], diag)
    return mat[..., rows, columns]


def vec_to_tril_matrix(vec, diag=0):
    n = (-(1 + 2 * diag) + ((1 + 2 * diag) ** 2 + 8 * vec.shape[-1] + 4 * abs(diag) * (diag + 1)) ** 0.5) / 2
    if not round(n) - n <= 1e-6:
        raise ValueError(f"The size of last dimension is {vec.shape[-1]} which cannot be expressed as the lower triangular part of a square D x D matrix.")
    n = round(n)
    mat = vec.new_zeros(tuple(vec.shape[:-1]) + (n, n))
    rows, columns = _lower(n, diag)
    mat[..., rows, columns] = vec
    return mat


def _lower(n, diag):
    pairs = [(i, j) for i in range(n) for j in range(n) if j <= i + diag]
    return _C.tensor([p[0] for p in pairs], dtype=_C.int64), _C.tensor([p[1] for p in pairs], dtype=_C.int64)


def _standard_normal(shape, dtype, device=None):
    return _C.normal(_C.zeros(shape, dtype=dtype, device=device), _C.ones(shape, dtype=dtype, device=device))


def _sum_rightmost(value, dim):
    return value if dim == 0 else value.reshape(tuple(value.shape[:value.dim() - dim]) + (-1,)).sum(-1)


def _bce_with_logits(logits, target):
    from torch.nn.functional import binary_cross_entropy_with_logits
    return binary_cross_entropy_with_logits(logits, target, reduction="none")


def _tiny(dtype):
    return _C._dtype_limits(dtype)[4]


def _eps(dtype):
    return _C._dtype_limits(dtype)[3]


HALF_LOG_2PI = 0.5 * math.log(2 * math.pi)
