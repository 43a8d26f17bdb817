# Parameters and buffers: tensors that modules register on assignment.
from torch._C import Parameter, Buffer, Tensor
import torch._C as _C


class UninitializedParameter:
    """Stands for a parameter whose shape the first call decides."""

    def __init__(self, requires_grad=True, device=None, dtype=None):
        self.requires_grad = requires_grad

    def __repr__(self):
        return "<UninitializedParameter>"


class UninitializedBuffer(UninitializedParameter):
    pass


def is_lazy(param):
    return isinstance(param, UninitializedParameter)
