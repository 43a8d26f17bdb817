# Arrays made of sizes and numbers.
import builtins

import torch._C as _C
from numpy._array import _common_dtype, _tensor_of, asarray, ndarray
from numpy._dtypes import _torch_dtype


def _shape(shape):
    return (shape,) if isinstance(shape, int) else tuple(shape)


def zeros(shape, dtype=float):
    return ndarray(_C.zeros(_shape(shape), dtype=_torch_dtype(dtype)))


def ones(shape, dtype=float):
    return ndarray(_C.ones(_shape(shape), dtype=_torch_dtype(dtype)))


def full(shape, value, dtype=None):
    return ndarray(_C.full(_shape(shape), value, dtype=_torch_dtype(dtype) or _common_dtype(value)))


def _like(a, dtype, shape):
    t = asarray(a)._tensor
    return list(t.shape) if shape is None else _shape(shape), _torch_dtype(dtype) or t.dtype


def zeros_like(a, dtype=None, shape=None):
    size, kind = _like(a, dtype, shape)
    return ndarray(_C.zeros(size, dtype=kind))


def ones_like(a, dtype=None, shape=None):
    size, kind = _like(a, dtype, shape)
    return ndarray(_C.ones(size, dtype=kind))


def full_like(a, fill_value, dtype=None, shape=None):
    size, kind = _like(a, dtype, shape)
    return ndarray(_C.full(size, fill_value, dtype=kind))


def empty(shape, dtype=float):
    return ndarray(_C.empty(_shape(shape), dtype=_torch_dtype(dtype)))


empty_like = zeros_like


def eye(n, m=None, dtype=float):
    return ndarray(_C.eye(n, n if m is None else m, dtype=_torch_dtype(dtype)))


def arange(*args, dtype=None):
    kind = _torch_dtype(dtype) or (_C.float64 if builtins.any(isinstance(a, float) for a in args) else _C.int64)
    return ndarray(_C.arange(*args, dtype=kind))


def linspace(start, stop, num=50, endpoint=True, dtype=None):
    made = _C.linspace(start, stop if endpoint else stop - (stop - start) / num, num, dtype=_C.float64)
    return ndarray(made.to(_torch_dtype(dtype) or _C.float64))


def meshgrid(*arrays, indexing="xy"):
    return tuple([ndarray(t.clone()) for t in _C.meshgrid(*[asarray(a)._tensor.reshape(-1) for a in arrays], indexing=indexing)])


def tril(a, k=0):
    return ndarray(_tensor_of(a).tril(k))


def triu(a, k=0):
    return ndarray(_tensor_of(a).triu(k))


def diag(a, k=0):
    return ndarray(_tensor_of(a).diag(k))


def identity(n, dtype=float):
    return eye(n, dtype=dtype)
