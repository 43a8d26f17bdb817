# torch.finfo and torch.iinfo: the limits of a dtype.
import torch._C as _C


def _name(dtype):
    return str(dtype)[len("torch."):]


class finfo:
    def __init__(self, dtype=None):
        if dtype is None:
            dtype = _C.get_default_dtype()
        if not dtype.is_floating_point:
            raise TypeError("torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'")
        self.bits, self.min, self.max, self.eps, self.tiny, self.resolution = _C._dtype_limits(dtype)
        self.smallest_normal = self.tiny
        self.dtype = _name(dtype)

    def __repr__(self):
        return (f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, eps={self.eps:g}, "
                f"smallest_normal={self.smallest_normal:g}, tiny={self.tiny:g}, dtype={self.dtype})")

    def __eq__(self, other):
        return isinstance(other, finfo) and self.dtype == other.dtype

    def __hash__(self):
        return hash(self.dtype)


class iinfo:
    def __init__(self, dtype):
        if dtype == _C.bool:
            raise TypeError("torch.bool is not supported by torch.iinfo")
        if dtype.is_floating_point:
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        self.bits, self.min, self.max = _C._dtype_limits(dtype)
        self.dtype = _name(dtype)

    def __repr__(self):
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"

    def __eq__(self, other):
        return isinstance(other, iinfo) and self.dtype == other.dtype

    def __hash__(self):
        return hash(self.dtype)


finfo.__module__ = "torch"
iinfo.__module__ = "torch"
