# Functions that lead to one of torch's: further reductions, views and elementwise functions.
import math

import torch
from numpy._array import _scalar_or_array, _tensor_of, asarray, ndarray
from numpy._reducing import sum
from numpy._scalars import promoted


def _floats(a):
    t = _tensor_of(a)
    return t if t.is_floating_point() else t.double()


def _unary(name, op=None):
    function = getattr(torch, op or name)

    def apply(x):
        return _scalar_or_array(function(_floats(x)))
    apply.__name__ = name
    return apply


exp2, sinc, arcsinh, arccosh, arctanh, trunc, nan_to_num = [_unary(name) for name in ("exp2", "sinc", "arcsinh", "arccosh", "arctanh", "trunc", "nan_to_num")]
degrees, rad2deg = _unary("degrees", "rad2deg"), _unary("rad2deg")
radians, deg2rad = _unary("radians", "deg2rad"), _unary("deg2rad")
reciprocal, fabs, rint, signbit = _unary("reciprocal"), _unary("fabs", "abs"), _unary("rint", "round"), _unary("signbit")


def cbrt(x):
    t = _floats(x)
    return _scalar_or_array(t.sign() * t.abs().pow(1 / 3))


def _common(a, b, x, y):
    # A number of Python takes the type of its partner where that is of its kind or wider.
    for number, partner in ((a, y), (b, x)):
        if type(number) in (bool, int, float) and (partner.is_floating_point() or (type(number) is not float and partner.dtype != torch.bool)):
            return partner.dtype
    return promoted(x.dtype, y.dtype)


def _binary(name, op=None, floats=False):
    function = getattr(torch, op or name)

    def apply(a, b):
        x, y = _tensor_of(a), _tensor_of(b)
        common = _common(a, b, x, y)
        if floats and not common.is_floating_point:
            common = torch.float64
        return _scalar_or_array(function(x.to(common), y.to(common)))
    apply.__name__ = name
    return apply


arctan2, hypot, copysign, logaddexp, logaddexp2, nextafter, heaviside = [
    _binary(name, floats=True) for name in ("arctan2", "hypot", "copysign", "logaddexp", "logaddexp2", "nextafter", "heaviside")]
fmod, fmax, fmin, gcd, lcm = [_binary(name) for name in ("fmod", "fmax", "fmin", "gcd", "lcm")]
bitwise_and, bitwise_or, bitwise_xor = [_binary(name) for name in ("bitwise_and", "bitwise_or", "bitwise_xor")]
left_shift, right_shift, logical_xor = _binary("left_shift", "bitwise_left_shift"), _binary("right_shift", "bitwise_right_shift"), _binary("logical_xor")
inner, vdot, kron = _binary("inner"), _binary("vdot", "dot"), _binary("kron")


def cross(a, b, axis=-1):
    return ndarray(torch.linalg.cross(_tensor_of(a), _tensor_of(b), dim=axis))


def bitwise_not(x):
    return _scalar_or_array(torch.bitwise_not(_tensor_of(x)))


invert = bitwise_not


def logical_not(x):
    return _scalar_or_array(torch.logical_not(_tensor_of(x)))


def isin(element, test_elements, invert=False):
    return _scalar_or_array(torch.isin(_tensor_of(element), _tensor_of(test_elements), invert=invert))


def amax(a, axis=None, keepdims=False):
    return asarray(a).max(axis, keepdims)


def amin(a, axis=None, keepdims=False):
    return asarray(a).min(axis, keepdims)


def ptp(a, axis=None):
    return asarray(a).max(axis) - asarray(a).min(axis)


def _without_nan(name, instead):
    def apply(a, axis=None, keepdims=False):
        t = _floats(a)
        return getattr(ndarray(torch.where(torch.isnan(t), torch.full_like(t, instead), t)), name)(axis, keepdims=keepdims)
    apply.__name__ = "nan" + name
    return apply


nansum, nanprod, nanmax, nanmin = _without_nan("sum", 0.0), _without_nan("prod", 1.0), _without_nan("max", -math.inf), _without_nan("min", math.inf)


def nanmean(a, axis=None, keepdims=False):
    t = _floats(a)
    count = ndarray((~torch.isnan(t)).to(t.dtype)).sum(axis, keepdims)
    return nansum(a, axis, keepdims) / count


def cumprod(a, axis=None):
    t = _tensor_of(a)
    return ndarray(t.reshape(-1).cumprod(0) if axis is None else t.cumprod(axis))


def average(a, axis=None, weights=None):
    if weights is None:
        return asarray(a).mean(axis)
    w = asarray(weights)
    if axis is not None and w.ndim == 1 and asarray(a).ndim > 1:
        shape = [1] * asarray(a).ndim
        shape[axis] = -1
        w = w.reshape(shape)
        return sum(asarray(a) * w, axis) / sum(w)
    return sum(asarray(a) * w, axis) / sum(w, axis)


def partition(a, kth, axis=-1):
    return ndarray(_tensor_of(a).sort(axis)[0])


def argpartition(a, kth, axis=-1):
    return ndarray(_tensor_of(a).argsort(axis, stable=True))


def histogram(a, bins=10, range=None, density=None, weights=None):
    t = _tensor_of(a).double().reshape(-1)
    w = None if weights is None else _tensor_of(weights).double().reshape(-1)
    edges = bins if isinstance(bins, int) else _tensor_of(bins).double()
    bounds = {} if range is None or not isinstance(bins, int) else {"range": (float(range[0]), float(range[1]))}
    counts, made = torch.histogram(t, edges, weight=w, density=bool(density), **bounds)
    return (ndarray(counts if density or weights is not None else counts.to(torch.int64)),
            ndarray(made) if isinstance(bins, int) else asarray(bins))


def trapezoid(y, x=None, dx=1.0, axis=-1):
    y = _floats(y)
    return _scalar_or_array(torch.trapezoid(y, dx=dx, dim=axis) if x is None else torch.trapezoid(y, _tensor_of(x).to(y.dtype), dim=axis))


def fliplr(m):
    return ndarray(_tensor_of(m).fliplr())


def flipud(m):
    return ndarray(_tensor_of(m).flipud())


def rot90(m, k=1, axes=(0, 1)):
    return ndarray(torch.rot90(_tensor_of(m), k, axes))


def diagonal(a, offset=0, axis1=0, axis2=1):
    return ndarray(_tensor_of(a).diagonal(offset, axis1, axis2))


def diagflat(v, k=0):
    return ndarray(torch.diagflat(_tensor_of(v), k))


def dstack(arrays):
    return ndarray(torch.dstack([_tensor_of(a) for a in arrays]))


def column_stack(arrays):
    return ndarray(torch.column_stack([_tensor_of(a) for a in arrays]))


def append(arr, values, axis=None):
    parts = [_tensor_of(arr), _tensor_of(values)]
    common = promoted(parts[0].dtype, parts[1].dtype)
    parts = [(t.reshape(-1) if axis is None else t).to(common) for t in parts]
    return ndarray(torch.cat(parts, 0 if axis is None else axis))


def tensordot(a, b, axes=2):
    return _scalar_or_array(torch.tensordot(_tensor_of(a), _tensor_of(b), axes))


def logspace(start, stop, num=50, base=10.0):
    return ndarray(torch.logspace(start, stop, num, base, dtype=torch.float64))


def take(a, indices, axis=None):
    t, i = _tensor_of(a), _tensor_of(indices)
    if axis is None:
        return _scalar_or_array(t.reshape(-1)[i])
    return ndarray(t.index_select(axis, i.reshape(-1)).reshape(t.shape[:axis] + i.shape + t.shape[axis + 1:]))


def array_equiv(a, b):
    try:
        return bool((asarray(a) == asarray(b)).all())
    except ValueError:
        return False
