# A small numpy: arrays over tensors. It stands for the foreign library that programs mix
# with torch; what it lacks raises AttributeError.
import builtins
import math

import torch
import torch._C as _C
from numpy import _text
from numpy._scalars import KINDS, False_, True_, bool_, float16, float32, float64, floating, generic, inexact, int8, int16, int32, int64, integer, number, promoted, result_dtype, signedinteger, uint8, unsignedinteger, weakly_promoted

pi = math.pi
e = math.e
inf = math.inf
nan = math.nan
newaxis = None


class dtype:
    def __init__(self, given):
        torch_dtype = _torch_dtype(given)
        if torch_dtype is None:
            raise TypeError(f"data type '{given}' not understood" if isinstance(given, str) else f"Cannot interpret '{given!r}' as a data type")
        self._torch = torch_dtype
        self.type = KINDS[torch_dtype]
        self.name = "bool" if torch_dtype is _C.bool else self.type.__name__
        self.itemsize = torch_dtype.itemsize
        self.kind = "f" if torch_dtype.is_floating_point else "b" if torch_dtype is _C.bool else "u" if torch_dtype is _C.uint8 else "i"

    def __repr__(self):
        return f"dtype('{self.name}')"

    def __str__(self):
        return self.name

    def __eq__(self, other):
        return _torch_dtype(other) == self._torch

    def __hash__(self):
        return hash(self.name)


intp = int_ = int64
double = float64
single = float32
half = float16


def _torch_dtype(d):
    if d is None or isinstance(d, torch.dtype):
        return d
    if isinstance(d, dtype) or (isinstance(d, type) and issubclass(d, generic)):
        return getattr(d, "_torch", None)
    if d is float:
        return _C.float64
    if d is int:
        return _C.int64
    if d is bool:
        return _C.bool
    if isinstance(d, str):
        known = getattr(_C, {"f4": "float32", "f8": "float64", "i4": "int32", "i8": "int64", "f": "float32", "d": "float64", "u1": "uint8"}.get(d, d), None)
        return known if known in KINDS else None
    return None


def _unwrap(x):
    return x._tensor if isinstance(x, ndarray) else x


def _wrap(t):
    return ndarray(t) if isinstance(t, torch.Tensor) else t


_keep_rank = [0]


class _ZeroRankArrays:
    """While it is entered, what would be a number is an array without axes: captured code has tensors only."""

    def __enter__(self):
        _keep_rank[0] += 1

    def __exit__(self, *exc):
        _keep_rank[0] -= 1


def _scalar_or_array(t):
    return KINDS[t.dtype](t.item()) if t.dim() == 0 and _keep_rank[0] == 0 else ndarray(t)


def _tensor_of(x):
    """The tensor of an array, a number of numpy's, or what an array is made of."""
    return x._tensor if isinstance(x, ndarray) else array(x)._tensor


def _result(t):
    return _scalar_or_array(t) if isinstance(t, torch.Tensor) else t


def _divided(a, b):
    out = a / b
    whole = [t for t in (a, b) if isinstance(t, torch.Tensor)]
    exact = builtins.any(t.dtype.is_floating_point for t in whole) or isinstance(a, float) or isinstance(b, float)
    return out if exact else (whole[0].double() / b if whole[0] is a else a / whole[0].double())


def _check_shapes(a, b):
    for m, n in zip(reversed(a.shape), reversed(b.shape)):
        if m != n and m != 1 and n != 1:
            shapes = " ".join(str(tuple(t.shape)).replace(" ", "") for t in (a, b))
            raise ValueError(f"operands could not be broadcast together with shapes {shapes} ")


class ndarray:
    def __init__(self, tensor):
        self._tensor = tensor

    @property
    def shape(self):
        return tuple(self._tensor.shape)

    @property
    def ndim(self):
        return self._tensor.dim()

    @property
    def size(self):
        return self._tensor.numel()

    @property
    def dtype(self):
        return dtype(self._tensor.dtype)

    @property
    def itemsize(self):
        return self._tensor.element_size()

    @property
    def nbytes(self):
        return self._tensor.numel() * self._tensor.element_size()

    @property
    def strides(self):
        return tuple([step * self._tensor.element_size() for step in self._tensor.stride()])

    @property
    def real(self):
        return self

    @property
    def imag(self):
        return zeros_like(self)

    @property
    def flat(self):
        return iter(self.flatten())

    @property
    def T(self):
        return ndarray(self._tensor.permute(list(range(self.ndim))[::-1]))

    def tolist(self):
        return self._tensor.tolist()

    def item(self, *args):
        if not args and self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return self._tensor.item() if not args else self._tensor.reshape(-1)[args[0]].item()

    def astype(self, d, copy=True):
        return ndarray(self._tensor.to(_torch_dtype(d), copy=copy))

    def copy(self):
        return ndarray(self._tensor.clone())

    def reshape(self, *shape):
        sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        if -1 not in sizes and math.prod(sizes) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape ({','.join(str(n) for n in sizes)}{',' * (len(sizes) == 1)})")
        return ndarray(self._tensor.reshape(*shape))

    def flatten(self):
        return ndarray(self._tensor.reshape(-1).clone())

    ravel = flatten

    def transpose(self, *axes):
        if len(axes) == 0:
            return self.T
        return ndarray(self._tensor.permute(*axes))

    def __len__(self):
        return len(self._tensor)

    def __iter__(self):
        for row in self._tensor:
            yield _scalar_or_array(row)

    def _check_place(self, key):
        if isinstance(key, int) and self.ndim and not -self.shape[0] <= key < self.shape[0]:
            raise IndexError(f"index {key} is out of bounds for axis 0 with size {self.shape[0]}")

    def __getitem__(self, key):
        self._check_place(key)
        key = tuple(_unwrap(k) for k in key) if isinstance(key, tuple) else _unwrap(key)
        return _scalar_or_array(self._tensor[key])

    def __setitem__(self, key, value):
        key = tuple(_unwrap(k) for k in key) if isinstance(key, tuple) else _unwrap(key)
        self._tensor[key] = _unwrap(value)

    def _binary(self, other, op):
        mine = self._tensor
        if isinstance(other, torch.Tensor) and not _keep_rank[0]:
            common = promoted(mine.dtype, other.dtype)
            return op(mine.to(common), other.to(common))
        if isinstance(other, (list, tuple)):
            other = array(other)
        if isinstance(other, ndarray) or isinstance(other, generic):
            other = other._tensor if isinstance(other, ndarray) else _C.tensor(other.item(), dtype=other._torch)
            common = promoted(mine.dtype, other.dtype)
            _check_shapes(mine, other)
            return _result(op(mine.to(common), other.to(common)))
        if isinstance(other, (bool, int, float)):
            return _result(op(mine.to(weakly_promoted(mine.dtype, other)), other))
        return _result(op(mine, other))

    def _cast(self, kind):
        return _scalar_or_array(self._tensor.to(kind._torch))

    def _inplace(self, other, op):
        self._tensor.copy_(_tensor_of(op(self, other)))
        return self

    def __iadd__(self, other):
        return self._inplace(other, lambda a, b: a + b)

    def __isub__(self, other):
        return self._inplace(other, lambda a, b: a - b)

    def __imul__(self, other):
        return self._inplace(other, lambda a, b: a * b)

    def __itruediv__(self, other):
        return self._inplace(other, lambda a, b: a / b)

    def __add__(self, other):
        return self._binary(other, lambda a, b: a + b)

    __radd__ = __add__

    def __mul__(self, other):
        return self._binary(other, lambda a, b: a * b)

    __rmul__ = __mul__

    def __sub__(self, other):
        return self._binary(other, lambda a, b: a - b)

    def __rsub__(self, other):
        return self._binary(other, lambda a, b: b - a)

    def __truediv__(self, other):
        return self._binary(other, _divided)

    def __rtruediv__(self, other):
        return self._binary(other, lambda a, b: _divided(b, a))

    def __floordiv__(self, other):
        return self._binary(other, lambda a, b: a // b)

    def __mod__(self, other):
        return self._binary(other, lambda a, b: a % b)

    def __pow__(self, other):
        return self._binary(other, lambda a, b: a ** b)

    def __rpow__(self, other):
        return self._binary(other, lambda a, b: b ** a)

    def __rfloordiv__(self, other):
        return self._binary(other, lambda a, b: b // a)

    def __and__(self, other):
        return self._binary(other, lambda a, b: a & b)

    def __or__(self, other):
        return self._binary(other, lambda a, b: a | b)

    def __xor__(self, other):
        return self._binary(other, lambda a, b: a ^ b)

    def __invert__(self):
        return ndarray(~self._tensor)

    def __matmul__(self, other):
        out = self._tensor @ _unwrap(other)
        return _scalar_or_array(out)

    def __neg__(self):
        return ndarray(-self._tensor)

    def __abs__(self):
        return ndarray(self._tensor.abs())

    def __eq__(self, other):
        return self._binary(other, lambda a, b: a == b)

    def __ne__(self, other):
        return self._binary(other, lambda a, b: a != b)

    def __lt__(self, other):
        return self._binary(other, lambda a, b: a < b)

    def __le__(self, other):
        return self._binary(other, lambda a, b: a <= b)

    def __gt__(self, other):
        return self._binary(other, lambda a, b: a > b)

    def __ge__(self, other):
        return self._binary(other, lambda a, b: a >= b)

    def __hash__(self):
        raise TypeError("unhashable type: 'numpy.ndarray'")

    def __bool__(self):
        if self.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
        return bool(self._tensor.item())

    def __float__(self):
        return float(self._tensor.item())

    def __int__(self):
        return int(self._tensor.item())

    def _reduce(self, name, axis, keepdims=False):
        fn = getattr(self._tensor, name)
        if axis is None:
            return _scalar_or_array(fn())
        out = fn(axis, keepdim=keepdims)
        return _scalar_or_array(out[0] if isinstance(out, tuple) else out)

    def sum(self, axis=None, keepdims=False):
        return self._reduce("sum", axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        t = self if self._tensor.is_floating_point() else self.astype(float64)
        return ndarray._reduce(t, "mean", axis, keepdims)

    def prod(self, axis=None):
        return self._reduce("prod", axis)

    def max(self, axis=None):
        return self._reduce("amax", axis)

    def min(self, axis=None):
        return self._reduce("amin", axis)

    def any(self, axis=None):
        return self._reduce("any", axis)

    def all(self, axis=None):
        return self._reduce("all", axis)

    def argmax(self, axis=None):
        return self._reduce("argmax", axis)

    def argmin(self, axis=None):
        return self._reduce("argmin", axis)

    def std(self, axis=None, ddof=0):
        t = self._tensor.double() if not self._tensor.is_floating_point() else self._tensor
        out = t.std(correction=ddof) if axis is None else t.std(axis, correction=ddof)
        return _scalar_or_array(out)

    def var(self, axis=None, ddof=0):
        t = self._tensor.double() if not self._tensor.is_floating_point() else self._tensor
        out = t.var(correction=ddof) if axis is None else t.var(axis, correction=ddof)
        return _scalar_or_array(out)

    def dot(self, other):
        return self @ other

    def cumsum(self, axis=None):
        return ndarray(self._tensor.reshape(-1).cumsum(0) if axis is None else self._tensor.cumsum(axis))

    def squeeze(self, axis=None):
        return ndarray(self._tensor.squeeze() if axis is None else self._tensor.squeeze(axis))

    def swapaxes(self, axis1, axis2):
        return ndarray(self._tensor.transpose(axis1, axis2))

    def clip(self, min=None, max=None):
        return ndarray(self._tensor.clamp(min, max))

    def argsort(self, axis=-1):
        return ndarray(self._tensor.argsort(axis))

    def sort(self, axis=-1):
        self._tensor.copy_(self._tensor.sort(axis)[0])

    def nonzero(self):
        return nonzero(self)

    def repeat(self, repeats, axis=None):
        return repeat(self, repeats, axis)

    def round(self, decimals=0):
        return round(self, decimals)

    def view(self, d=None):
        return ndarray(self._tensor if d is None else self._tensor.view(_torch_dtype(d)))

    def fill(self, value):
        self._tensor.fill_(value)

    def __str__(self):
        return _text.text_of(self._tensor) if self.ndim else str(self[()])

    def __repr__(self):
        return _text.repr_of(self._tensor, self.dtype.name)

    def __format__(self, spec):
        if spec and self.ndim == 0:
            return format(self.item(), spec)
        if spec:
            raise TypeError("unsupported format string passed to numpy.ndarray.__format__")
        return str(self)


ndarray.__module__ = "numpy"


def _from_tensor(t):
    return ndarray(t)


def _numbers(data):
    if isinstance(data, (list, tuple)):
        return [leaf for item in data for leaf in _numbers(item)]
    return [data]


def _common_dtype(data):
    """What an array of these numbers and tensors is of; None: what torch says."""
    found = None
    for leaf in _numbers(data):
        t = getattr(leaf, "_torch", None) or (leaf.dtype if isinstance(leaf, torch.Tensor) else None)
        if t is None and isinstance(leaf, ndarray):
            t = leaf._tensor.dtype
        if t is None:
            t = _C.float64 if isinstance(leaf, float) else _C.bool if isinstance(leaf, bool) else _C.int64 if isinstance(leaf, int) else None
        if t is None:
            return None
        found = t if found is None else promoted(found, t)
    return found


def array(data, dtype=None, copy=True):
    if isinstance(data, ndarray):
        data = data._tensor
    if isinstance(data, torch.Tensor):
        return ndarray(data.detach().clone().to(_torch_dtype(dtype) or data.dtype))
    kind = _torch_dtype(dtype) or _common_dtype(data) or _C.float64
    if isinstance(data, (range, set)) or hasattr(data, "__next__"):
        data = list(data)
    if isinstance(data, (list, tuple)) and builtins.any(isinstance(d, (ndarray, torch.Tensor)) for d in data):
        return ndarray(_C.stack([_tensor_of(d).to(kind) for d in data]))
    return ndarray(_C.tensor(data, dtype=kind))


def asarray(data, dtype=None):
    return data if isinstance(data, ndarray) and dtype is None else array(data, dtype)


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


def _elementwise(name, op=None):
    op = getattr(_C, op or name)

    def apply(x):
        t = x if isinstance(x, torch.Tensor) else _tensor_of(x)
        out = op(t if t.is_floating_point() else t.double())
        return out if isinstance(x, torch.Tensor) and not _keep_rank[0] else _scalar_or_array(out)
    apply.__name__ = name
    return apply


exp = _elementwise("exp")
log = _elementwise("log")
sqrt = _elementwise("sqrt")
sin = _elementwise("sin")
cos = _elementwise("cos")
tan = _elementwise("tan")
tanh = _elementwise("tanh")
sinh = _elementwise("sinh")
cosh = _elementwise("cosh")
arcsin = _elementwise("arcsin", "asin")
arccos = _elementwise("arccos", "acos")
arctan = _elementwise("arctan", "atan")
log2 = _elementwise("log2")
log10 = _elementwise("log10")
log1p = _elementwise("log1p")
expm1 = _elementwise("expm1")
floor = _elementwise("floor")
ceil = _elementwise("ceil")


def abs(x):
    return asarray(x).__abs__() if isinstance(x, (list, tuple)) else x.__abs__()


absolute = abs


def maximum(a, b):
    a, b = asarray(a)._tensor, asarray(b)._tensor
    common = promoted(a.dtype, b.dtype)
    return _scalar_or_array(_C.maximum(a.to(common), b.to(common)))


def minimum(a, b):
    a, b = asarray(a)._tensor, asarray(b)._tensor
    common = promoted(a.dtype, b.dtype)
    return _scalar_or_array(_C.minimum(a.to(common), b.to(common)))


def _operation(name, op=None):
    def apply(a, b):
        return getattr(asarray(a), f"__{op or name}__")(b)
    apply.__name__ = name
    return apply


add = _operation("add")
subtract = _operation("subtract", "sub")
multiply = _operation("multiply", "mul")
divide = true_divide = _operation("divide", "truediv")
floor_divide = _operation("floor_divide", "floordiv")
power = _operation("power", "pow")
mod = remainder = _operation("remainder", "mod")
equal = _operation("equal", "eq")
not_equal = _operation("not_equal", "ne")
less = _operation("less", "lt")
less_equal = _operation("less_equal", "le")
greater = _operation("greater", "gt")
greater_equal = _operation("greater_equal", "ge")
logical_and = _operation("logical_and", "and")
logical_or = _operation("logical_or", "or")


def negative(x):
    return -asarray(x)


def square(x):
    return asarray(x) * x


def broadcast_to(a, shape):
    return ndarray(asarray(a)._tensor.expand(_shape(shape)))


def reshape(a, shape):
    return asarray(a).reshape(shape)


def ravel(a):
    return asarray(a).ravel()


def transpose(a, axes=None):
    return asarray(a).T if axes is None else asarray(a).transpose(axes)


def expand_dims(a, axis):
    return ndarray(asarray(a)._tensor.unsqueeze(axis))


def squeeze(a, axis=None):
    return asarray(a).squeeze(axis)


def cumsum(a, axis=None):
    return asarray(a).cumsum(axis)


def prod(a, axis=None):
    return asarray(a).prod(axis)


def any(a, axis=None):
    return asarray(a).any(axis)


def all(a, axis=None):
    return asarray(a).all(axis)


def sort(a, axis=-1):
    return ndarray(asarray(a)._tensor.sort(axis)[0])


def argsort(a, axis=-1):
    return ndarray(asarray(a)._tensor.argsort(axis))


def unique(a, return_counts=False, return_inverse=False):
    out = _C.unique(asarray(a)._tensor, return_inverse=return_inverse, return_counts=return_counts)
    return tuple([ndarray(t) for t in out]) if isinstance(out, tuple) else ndarray(out)


def outer(a, b):
    return ndarray(_C.outer(asarray(a)._tensor.reshape(-1), asarray(b)._tensor.reshape(-1)))


def vstack(arrays):
    return ndarray(_C.vstack([asarray(a)._tensor for a in arrays]))


def hstack(arrays):
    return ndarray(_C.hstack([asarray(a)._tensor for a in arrays]))


def tile(a, reps):
    return ndarray(asarray(a)._tensor.tile(_shape(reps)))


def flip(a, axis=None):
    t = asarray(a)._tensor
    return ndarray(t.flip(list(range(t.dim())) if axis is None else [axis]))


def where(c, a=None, b=None):
    if a is None:
        return nonzero(c)
    a, b = _tensor_of(a), _tensor_of(b)
    common = promoted(a.dtype, b.dtype)
    return ndarray(_C.where(_tensor_of(c).bool(), a.to(common), b.to(common)))


def clip(a, low=None, high=None):
    return asarray(a).clip(low, high)


def sum(a, axis=None, keepdims=False):
    return asarray(a).sum(axis, keepdims)


def mean(a, axis=None, keepdims=False):
    return asarray(a).mean(axis, keepdims)


def std(a, axis=None, ddof=0):
    return asarray(a).std(axis, ddof)


def var(a, axis=None, ddof=0):
    return asarray(a).var(axis, ddof)


def median(a):
    ordered = sorted(asarray(a).flatten().tolist())
    n = len(ordered)
    return float64(ordered[n // 2] if n % 2 else (ordered[n // 2 - 1] + ordered[n // 2]) / 2)


def max(a, axis=None):
    return asarray(a).max(axis)


def min(a, axis=None):
    return asarray(a).min(axis)


def argmax(a, axis=None):
    return asarray(a).argmax(axis)


def argmin(a, axis=None):
    return asarray(a).argmin(axis)


def dot(a, b):
    return asarray(a) @ asarray(b)


matmul = dot


def concatenate(arrays, axis=0):
    return ndarray(_C.cat([asarray(a)._tensor for a in arrays], axis))


def stack(arrays, axis=0):
    return ndarray(_C.stack([asarray(a)._tensor for a in arrays], axis))


def allclose(a, b, rtol=1e-5, atol=1e-8):
    a, b = asarray(a)._tensor.double(), asarray(b)._tensor.double()
    return bool(((a - b).abs() <= atol + rtol * b.abs()).all())


def array_equal(a, b):
    a, b = asarray(a), asarray(b)
    return a.shape == b.shape and bool((a._tensor == b._tensor).all())


def isnan(x):
    return _scalar_or_array(_tensor_of(x).isnan())


def isinf(x):
    return _scalar_or_array(_tensor_of(x).isinf())


def isfinite(x):
    return _scalar_or_array(_tensor_of(x).isfinite())


def isclose(a, b, rtol=1e-5, atol=1e-8):
    return _scalar_or_array(_C.isclose(_tensor_of(a).double(), _tensor_of(b).double(), rtol=rtol, atol=atol))


def sign(x):
    return _scalar_or_array(_tensor_of(x).sign())


def nonzero(a):
    return tuple([ndarray(t) for t in _C.nonzero(_tensor_of(a), as_tuple=True)])


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


def swapaxes(a, axis1, axis2):
    return asarray(a).swapaxes(axis1, axis2)


def moveaxis(a, source, destination):
    return ndarray(_tensor_of(a).movedim(source, destination))


def repeat(a, repeats, axis=None):
    t = _tensor_of(a)
    return ndarray(_C.repeat_interleave(t.reshape(-1) if axis is None else t, _unwrap(repeats), 0 if axis is None else axis))


def roll(a, shift, axis=None):
    return ndarray(_C.roll(_tensor_of(a), shift, axis))


def split(a, sections, axis=0):
    if isinstance(sections, int) and asarray(a).shape[axis] % sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(a, sections, axis)


def array_split(a, sections, axis=0):
    return [ndarray(t) for t in _C.tensor_split(_tensor_of(a), sections if isinstance(sections, int) else tuple(sections), axis)]


def _at_least(name):
    def apply(*arrays):
        out = [ndarray(getattr(_C, name)(_tensor_of(a))) for a in arrays]
        return out[0] if len(out) == 1 else tuple(out)
    return apply


atleast_1d = _at_least("atleast_1d")
atleast_2d = _at_least("atleast_2d")
atleast_3d = _at_least("atleast_3d")


def tril(a, k=0):
    return ndarray(_tensor_of(a).tril(k))


def triu(a, k=0):
    return ndarray(_tensor_of(a).triu(k))


def diag(a, k=0):
    return ndarray(_tensor_of(a).diag(k))


def trace(a):
    return _scalar_or_array(_tensor_of(a).trace())


def round(a, decimals=0):
    t = _tensor_of(a)
    return _scalar_or_array(_C.round(t, decimals=decimals) if t.is_floating_point() else t)


around = round


def quantile(a, q, axis=None):
    return _scalar_or_array(_C.quantile(_tensor_of(a).double(), _tensor_of(q).double(), axis))


def percentile(a, q, axis=None):
    return quantile(a, _tensor_of(q).double() / 100, axis)


def einsum(equation, *operands):
    return _scalar_or_array(_C.einsum(equation, *[_tensor_of(a) for a in operands]))


def identity(n, dtype=float):
    return eye(n, dtype=dtype)


def ascontiguousarray(a, dtype=None):
    return ndarray(asarray(a, dtype)._tensor.contiguous())


def isscalar(x):
    return isinstance(x, (bool, int, float, str, generic))


def ndim(a):
    return asarray(a).ndim


def shape(a):
    return asarray(a).shape


def size(a):
    return asarray(a).size


def result_type(*args):
    found = None
    for a in args:
        t = a._tensor.dtype if isinstance(a, ndarray) else _torch_dtype(a) or a._torch
        found = t if found is None else promoted(found, t)
    return dtype(found)


def issubdtype(d, kind):
    return issubclass(dtype(d).type, kind if isinstance(kind, type) and issubclass(kind, generic) else dtype(kind).type)


def set_printoptions(**given):
    _text.options.update({name: value for name, value in given.items() if value is not None and name in _text.options})


class finfo:
    def __init__(self, d):
        info = torch.finfo(_torch_dtype(d))
        kind = dtype(d).type
        self.eps, self.max, self.min, self.tiny = kind(info.eps), kind(info.max), kind(info.min), kind(info.tiny)


class iinfo:
    def __init__(self, d):
        info = torch.iinfo(_torch_dtype(d))
        self.max, self.min, self.bits = info.max, info.min, info.bits


def __getattr__(name):
    if name == "random":
        import numpy.random
        return numpy.random
    if name == "bool":
        return bool_
    raise AttributeError(f"module 'numpy' has no attribute '{name}'")


class linalg:
    @staticmethod
    def norm(x, ord=None, axis=None, keepdims=False):
        t = asarray(x)._tensor
        t = t if t.is_floating_point() else t.double()
        if ord is None and axis is None:
            return _scalar_or_array(t.reshape(-1).norm())
        return _scalar_or_array(torch.linalg.norm(t, ord, axis, keepdims))

    @staticmethod
    def det(a):
        return _scalar_or_array(torch.linalg.det(asarray(a)._tensor))

    @staticmethod
    def inv(a):
        return ndarray(torch.linalg.inv(asarray(a)._tensor))

    @staticmethod
    def solve(a, b):
        return ndarray(torch.linalg.solve(asarray(a)._tensor, asarray(b)._tensor))
