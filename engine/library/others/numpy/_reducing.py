# Functions of many elements: sums, extremes, order, counts.
import torch._C as _C
from numpy._array import _scalar_or_array, _tensor_of, asarray, ndarray
from numpy._scalars import float64


def cumsum(a, axis=None):
    return asarray(a).cumsum(axis)


def prod(a, axis=None, keepdims=False, dtype=None):
    return asarray(a).prod(axis, keepdims, dtype)


def any(a, axis=None, keepdims=False):
    return asarray(a).any(axis, keepdims)


def all(a, axis=None, keepdims=False):
    return asarray(a).all(axis, keepdims)


def sort(a, axis=-1, kind=None):
    return ndarray(asarray(a)._tensor.sort(axis)[0])


def argsort(a, axis=-1, kind=None):
    return asarray(a).argsort(axis)


def unique(a, return_counts=False, return_inverse=False):
    out = _C.unique(asarray(a)._tensor, return_inverse=return_inverse, return_counts=return_counts)
    return tuple([ndarray(t) for t in out]) if isinstance(out, tuple) else ndarray(out)


def sum(a, axis=None, keepdims=False, dtype=None):
    return asarray(a).sum(axis, keepdims, dtype)


def mean(a, axis=None, keepdims=False, dtype=None):
    return asarray(a).mean(axis, keepdims, dtype)


def std(a, axis=None, ddof=0, keepdims=False):
    return asarray(a).std(axis, ddof, keepdims)


def var(a, axis=None, ddof=0, keepdims=False):
    return asarray(a).var(axis, ddof, keepdims)


def median(a):
    ordered = sorted(asarray(a).flatten().tolist())
    n = len(ordered)
    return float64(ordered[n // 2] if n % 2 else (ordered[n // 2 - 1] + ordered[n // 2]) / 2)


def max(a, axis=None, keepdims=False):
    return asarray(a).max(axis, keepdims)


def min(a, axis=None, keepdims=False):
    return asarray(a).min(axis, keepdims)


def argmax(a, axis=None, keepdims=False):
    return asarray(a).argmax(axis, keepdims)


def argmin(a, axis=None, keepdims=False):
    return asarray(a).argmin(axis, keepdims)


def nonzero(a):
    return asarray(a).nonzero()


def argwhere(a):
    return ndarray(_C.argwhere(_tensor_of(a)))


def count_nonzero(a, axis=None):
    return _scalar_or_array(_C.count_nonzero(_tensor_of(a), axis))


def searchsorted(a, v, side="left"):
    return _scalar_or_array(_C.searchsorted(_tensor_of(a), _tensor_of(v), right=side == "right"))


def bincount(x, minlength=0):
    return ndarray(_C.bincount(_tensor_of(x), minlength=minlength))


def diff(a, n=1, axis=-1):
    return ndarray(_C.diff(_tensor_of(a), n=n, dim=axis))


def take_along_axis(a, indices, axis):
    return ndarray(_C.take_along_dim(_tensor_of(a), _tensor_of(indices), axis))


def quantile(a, q, axis=None):
    return _scalar_or_array(_C.quantile(_tensor_of(a).double(), _tensor_of(q).double(), axis))


def percentile(a, q, axis=None):
    return quantile(a, _tensor_of(q).double() / 100, axis)
