# Functions of each element.
import torch
import torch._C as _C
from numpy._array import _keep_rank, _scalar_or_array, _tensor_of, asarray, ndarray
from numpy._scalars import promoted


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


def where(c, a=None, b=None):
    if a is None:
        return asarray(c).nonzero()
    a, b = _tensor_of(a), _tensor_of(b)
    common = promoted(a.dtype, b.dtype)
    return ndarray(_C.where(_tensor_of(c).bool(), a.to(common), b.to(common)))


def clip(a, a_min=None, a_max=None):
    return asarray(a).clip(a_min, a_max)


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


def round(a, decimals=0):
    return asarray(a).round(decimals)


around = round
