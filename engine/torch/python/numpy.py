# A small numpy: arrays over tensors. It stands for the foreign library that programs mix
# with torch; what it lacks raises AttributeError.
import builtins
import math

import torch
import torch._C as _C

pi = math.pi
e = math.e
inf = math.inf
nan = math.nan
newaxis = None

_NAMES = {_C.float32: "float32", _C.float64: "float64", _C.float16: "float16", _C.int64: "int64", _C.int32: "int32", _C.int16: "int16", _C.int8: "int8", _C.uint8: "uint8", _C.bool: "bool"}


class dtype:
    def __init__(self, torch_dtype):
        self._torch = torch_dtype
        self.name = _NAMES[torch_dtype]
        self.itemsize = torch_dtype.itemsize

    def __repr__(self):
        return f"dtype('{self.name}')"

    def __str__(self):
        return self.name

    def __eq__(self, other):
        return _torch_dtype(other) == self._torch

    def __hash__(self):
        return hash(self.name)

    def __call__(self, value=0):
        return value


float32 = dtype(_C.float32)
float64 = dtype(_C.float64)
float16 = dtype(_C.float16)
int64 = dtype(_C.int64)
int32 = dtype(_C.int32)
int16 = dtype(_C.int16)
int8 = dtype(_C.int8)
uint8 = dtype(_C.uint8)
bool_ = dtype(_C.bool)


def _torch_dtype(d):
    if d is None or isinstance(d, torch.dtype):
        return d
    if isinstance(d, dtype):
        return d._torch
    if d is float:
        return _C.float64
    if d is int:
        return _C.int64
    if d is bool:
        return _C.bool
    if isinstance(d, str):
        return getattr(_C, d)
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
    return t.item() if t.dim() == 0 and _keep_rank[0] == 0 else ndarray(t)


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
        return self._tensor.item() if not args else self._tensor.reshape(-1)[args[0]].item()

    def astype(self, d, copy=True):
        return ndarray(self._tensor.to(_torch_dtype(d), copy=copy))

    def copy(self):
        return ndarray(self._tensor.clone())

    def reshape(self, *shape):
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

    def __getitem__(self, key):
        key = tuple(_unwrap(k) for k in key) if isinstance(key, tuple) else _unwrap(key)
        return _scalar_or_array(self._tensor[key])

    def __setitem__(self, key, value):
        key = tuple(_unwrap(k) for k in key) if isinstance(key, tuple) else _unwrap(key)
        self._tensor[key] = _unwrap(value)

    def _binary(self, other, op):
        other = _unwrap(other)
        if isinstance(other, (list, tuple)):
            other = _C.tensor(other)
        return _wrap(op(self._tensor, other))

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
        return self._binary(other, lambda a, b: a / b)

    def __rtruediv__(self, other):
        return self._binary(other, lambda a, b: b / a)

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

    def fill(self, value):
        self._tensor.fill_(value)

    def _number(self, x):
        if isinstance(x, float):
            if x != x:
                return "nan"
            if x in (inf, -inf):
                return "inf" if x > 0 else "-inf"
            short = self._tensor.dtype == _C.float32 or self._tensor.dtype == _C.float16
            for digits in range(9):
                text = f"{x:.{digits}f}"
                near = abs(float(text) - x) <= abs(x) * (6e-8 if short else 1e-16)
                if near or digits == 8:
                    return text.rstrip("0") if "." in text else text + "."
        return str(x)

    def _rows(self, indent, separator):
        flat = [self._number(x) for x in self._tensor.reshape(-1).tolist()]
        fraction = max([len(t) - t.index(".") - 1 for t in flat if "." in t] + [0])
        flat = [t + " " * (fraction - (len(t) - t.index(".") - 1)) if "." in t else t for t in flat]
        width = max([len(t) for t in flat] + [5 if self._tensor.dtype == _C.bool else 0])
        flat = [" " * (width - len(t)) + t for t in flat]

        def level(shape, offset, depth):
            if len(shape) == 0:
                return flat[offset]
            step = 1
            for s in shape[1:]:
                step *= s
            parts = [level(shape[1:], offset + i * step, depth + 1) for i in range(shape[0])]
            if len(shape) == 1:
                return "[" + (separator + " ").join(parts) + "]"
            return "[" + (separator + "\n" * (len(shape) - 1) + " " * (indent + depth + 1)).join(parts) + "]"
        return level(self.shape, 0, 0)

    def __str__(self):
        text = self._rows(0, "")
        return text + "0" if self._tensor.dim() == 0 and text.endswith(".") else text

    def __repr__(self):
        text = "array(" + self._rows(6, ",")
        if self._tensor.dtype not in (_C.float64, _C.int64, _C.bool):
            text += f", dtype={self.dtype.name}"
        return text + ")"


ndarray.__module__ = "numpy"


def _from_tensor(t):
    return ndarray(t)


def array(data, dtype=None, copy=True):
    if isinstance(data, ndarray):
        data = data._tensor
    if isinstance(data, torch.Tensor):
        return ndarray(data.detach().clone().to(_torch_dtype(dtype) or data.dtype))
    if isinstance(data, (list, tuple)) and builtins.any(isinstance(d, ndarray) for d in data):
        stacked = _C.stack([asarray(d)._tensor for d in data])
        return ndarray(stacked.to(_torch_dtype(dtype) or stacked.dtype))
    made = _C.tensor(data, dtype=_torch_dtype(dtype))
    if dtype is None and made.dtype == _C.float32:
        made = _C.tensor(data, dtype=_C.float64)
    return ndarray(made)


def asarray(data, dtype=None):
    return data if isinstance(data, ndarray) and dtype is None else array(data, dtype)


def _shape(shape):
    return (shape,) if isinstance(shape, int) else tuple(shape)


def zeros(shape, dtype=float):
    return ndarray(_C.zeros(_shape(shape), dtype=_torch_dtype(dtype)))


def ones(shape, dtype=float):
    return ndarray(_C.ones(_shape(shape), dtype=_torch_dtype(dtype)))


def full(shape, value, dtype=None):
    return ndarray(_C.full(_shape(shape), value, dtype=_torch_dtype(dtype) or (_C.float64 if isinstance(value, float) else _C.int64)))


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
        if isinstance(x, ndarray):
            return ndarray(op(x._tensor if x._tensor.is_floating_point() else x._tensor.double()))
        return op(_C.tensor(float(x), dtype=_C.float64)).item()
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
    return x.__abs__()


absolute = abs


def maximum(a, b):
    a, b = asarray(a)._tensor, asarray(b)._tensor
    return ndarray(_C.maximum(a, b.to(a.dtype)))


def minimum(a, b):
    a, b = asarray(a)._tensor, asarray(b)._tensor
    return ndarray(_C.minimum(a, b.to(a.dtype)))


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


def unique(a):
    return ndarray(_C.unique(asarray(a)._tensor))


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


def where(c, a, b):
    return ndarray(_C.where(_unwrap(c), _unwrap(a), _unwrap(b)))


def clip(a, low, high):
    return ndarray(a._tensor.clamp(low, high))


def sum(a, axis=None):
    return asarray(a).sum(axis)


def mean(a, axis=None):
    return asarray(a).mean(axis)


def std(a, axis=None):
    return asarray(a).std(axis)


def var(a, axis=None):
    return asarray(a).var(axis)


def median(a):
    ordered = sorted(asarray(a).flatten().tolist())
    n = len(ordered)
    return ordered[n // 2] if n % 2 else (ordered[n // 2 - 1] + ordered[n // 2]) / 2


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
    return ndarray(x._tensor.isnan()) if isinstance(x, ndarray) else x != x


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
