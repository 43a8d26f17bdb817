# Types of elements: numpy's names for them, and torch's.
import torch
import torch._C as _C
from numpy._scalars import KINDS, float16, float32, float64, generic, int64


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


def issubdtype(d, kind):
    return issubclass(dtype(d).type, kind if isinstance(kind, type) and issubclass(kind, generic) else dtype(kind).type)


class finfo:
    def __init__(self, d):
        info = torch.finfo(_torch_dtype(d))
        kind = dtype(d).type
        self.eps, self.max, self.min, self.tiny = kind(info.eps), kind(info.max), kind(info.min), kind(info.tiny)


class iinfo:
    def __init__(self, d):
        info = torch.iinfo(_torch_dtype(d))
        self.max, self.min, self.bits = info.max, info.min, info.bits


dtype.__module__ = "numpy"
finfo.__module__ = "numpy"
iinfo.__module__ = "numpy"
