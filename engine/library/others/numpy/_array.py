# ndarray, and arrays made of what a program has.
import builtins
import math

import torch
import torch._C as _C
from numpy import _text
from numpy._dtypes import _torch_dtype, dtype
from numpy._scalars import KINDS, float64, generic, promoted, weakly_promoted


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

    def tobytes(self, order="C"):
        return _C._bytes_of_tensor(self._tensor.detach().cpu().contiguous())

    def tofile(self, fid):
        with open(fid, "wb") as file:
            file.write(self.tobytes())

    @property
    def strides(self):
        return tuple([step * self._tensor.element_size() for step in self._tensor.stride()])

    @property
    def real(self):
        return self

    @property
    def imag(self):
        return ndarray(_C.zeros(list(self._tensor.shape), dtype=self._tensor.dtype))

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
            out = fn()
            return _scalar_or_array(out.reshape([1] * self.ndim) if keepdims else out)
        if name == "prod" and isinstance(axis, (tuple, list)):
            out = self._tensor
            for each in sorted([a % self.ndim for a in axis], reverse=True):
                out = out.prod(each, keepdim=keepdims)
            return _scalar_or_array(out)
        out = fn(axis, keepdim=keepdims)
        return _scalar_or_array(out[0] if isinstance(out, tuple) else out)

    def sum(self, axis=None, keepdims=False, dtype=None):
        if dtype is not None:
            return self.astype(dtype).sum(axis, keepdims)
        return self._reduce("sum", axis, keepdims)

    def mean(self, axis=None, keepdims=False, dtype=None):
        if dtype is not None:
            return self.astype(dtype).mean(axis, keepdims)
        t = self if self._tensor.is_floating_point() else self.astype(float64)
        return ndarray._reduce(t, "mean", axis, keepdims)

    def prod(self, axis=None, keepdims=False, dtype=None):
        if dtype is not None:
            return self.astype(dtype).prod(axis, keepdims)
        return self._reduce("prod", axis, keepdims)

    def max(self, axis=None, keepdims=False):
        return self._reduce("amax", axis, keepdims)

    def min(self, axis=None, keepdims=False):
        return self._reduce("amin", axis, keepdims)

    def any(self, axis=None, keepdims=False):
        return self._reduce("any", axis, keepdims)

    def all(self, axis=None, keepdims=False):
        return self._reduce("all", axis, keepdims)

    def argmax(self, axis=None, keepdims=False):
        return self._reduce("argmax", axis, keepdims)

    def argmin(self, axis=None, keepdims=False):
        return self._reduce("argmin", axis, keepdims)

    def std(self, axis=None, ddof=0, keepdims=False):
        t = self._tensor.double() if not self._tensor.is_floating_point() else self._tensor
        out = t.std(None if axis is None else axis, correction=ddof, keepdim=keepdims)
        return _scalar_or_array(out)

    def var(self, axis=None, ddof=0, keepdims=False):
        t = self._tensor.double() if not self._tensor.is_floating_point() else self._tensor
        out = t.var(None if axis is None else axis, correction=ddof, keepdim=keepdims)
        return _scalar_or_array(out)

    def dot(self, other):
        return self @ other

    def cumprod(self, axis=None):
        return ndarray(self._tensor.reshape(-1).cumprod(0) if axis is None else self._tensor.cumprod(axis))

    def ptp(self, axis=None):
        return self.max(axis) - self.min(axis)

    def diagonal(self, offset=0, axis1=0, axis2=1):
        return ndarray(self._tensor.diagonal(offset, axis1, axis2))

    def trace(self):
        return _scalar_or_array(self._tensor.trace())

    def cumsum(self, axis=None):
        return ndarray(self._tensor.reshape(-1).cumsum(0) if axis is None else self._tensor.cumsum(axis))

    def squeeze(self, axis=None):
        return ndarray(self._tensor.squeeze() if axis is None else self._tensor.squeeze(axis))

    def swapaxes(self, axis1, axis2):
        return ndarray(self._tensor.transpose(axis1, axis2))

    def clip(self, min=None, max=None):
        return ndarray(self._tensor.clamp(min, max))

    def argsort(self, axis=-1, kind=None):
        return ndarray(self._tensor.argsort(axis, stable=True))

    def sort(self, axis=-1, kind=None):
        self._tensor.copy_(self._tensor.sort(axis)[0])

    def nonzero(self):
        return tuple([ndarray(t) for t in _C.nonzero(self._tensor, as_tuple=True)])

    def repeat(self, repeats, axis=None):
        t = self._tensor
        return ndarray(_C.repeat_interleave(t.reshape(-1) if axis is None else t, _unwrap(repeats), 0 if axis is None else axis))

    def round(self, decimals=0):
        t = self._tensor
        return _scalar_or_array(_C.round(t, decimals=decimals) if t.is_floating_point() else t)

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


def ascontiguousarray(a, dtype=None):
    return ndarray(asarray(a, dtype)._tensor.contiguous())


def result_type(*args):
    found = None
    for a in args:
        t = a._tensor.dtype if isinstance(a, ndarray) else _torch_dtype(a) or a._torch
        found = t if found is None else promoted(found, t)
    return dtype(found)


def set_printoptions(**given):
    _text.options.update({name: value for name, value in given.items() if value is not None and name in _text.options})


ndarray.__module__ = "numpy"
