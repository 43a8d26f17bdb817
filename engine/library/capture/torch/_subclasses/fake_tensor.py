# Tensors without elements: operations on them give shapes, types and devices only.
import torch
from torch._C import _is_fake
from _vitrine_script import DataDependentOutputException, size_scope


class DynamicOutputShapeException(RuntimeError):
    pass


class UnsupportedFakeTensorException(RuntimeError):
    pass


class _FakeTensorMeta(type):
    def __instancecheck__(cls, value):
        return _is_fake(value)


class FakeTensor(metaclass=_FakeTensorMeta):
    """For isinstance(); modes make the tensors."""


class FakeTensorMode:
    """While its `with` block runs, factories make fakes; from_tensor() makes one of a real tensor."""

    def __init__(self, *, allow_fallback_kernels=True, allow_non_fake_inputs=False, shape_env=None, static_shapes=None, export=False):
        self.allow_non_fake_inputs = allow_non_fake_inputs
        self.shape_env = shape_env
        self._scope = size_scope()

    def __enter__(self):
        self._scope.enter()
        return self

    def __exit__(self, *exc):
        self._scope.exit()
        return False

    def from_tensor(self, tensor, *, static_shapes=None, source=None, symbolic_context=None, trace=True):
        if _is_fake(tensor):
            return tensor
        made = self._scope.fake(tensor, list(tensor.shape))
        made.fake_mode, made.fake_device = self, tensor.device
        return made.requires_grad_(tensor.requires_grad) if tensor.requires_grad else made
