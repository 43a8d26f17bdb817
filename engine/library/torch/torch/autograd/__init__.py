# torch.autograd: gradients on request, custom functions, checks.
from torch._C import _backward as backward
from torch._C import _grad as grad
from torch.autograd.function import Function
from torch.autograd.grad_mode import no_grad, enable_grad, inference_mode, set_grad_enabled
from torch.autograd.anomaly_mode import detect_anomaly, set_detect_anomaly
from torch.autograd.gradcheck import gradcheck, gradgradcheck
import torch.autograd.function as function
import torch.autograd.graph as graph
import torch.autograd.grad_mode as grad_mode
from torch._late import late

__getattr__ = late("torch.autograd", ("forward_ad", "functional", "profiler"))


from torch._C import Tensor as _Tensor, _queue_callback


class _VariableMeta(type):
    def __instancecheck__(cls, other):
        return isinstance(other, _Tensor)


class _EngineBase:
    """What PyTorch's engine object offers to programs."""

    def queue_callback(self, callback):
        _queue_callback(callback)


class Variable(metaclass=_VariableMeta):
    """What tensors with gradients were once; calling it still makes one."""
    _execution_engine = _EngineBase()

    def __new__(cls, data, requires_grad=False, volatile=None):
        out = data.detach()
        if requires_grad:
            out.requires_grad_()
        return out


_multithreading = True


def is_multithreading_enabled():
    return _multithreading


class set_multithreading_enabled(grad_mode._DecoratorContextManager):
    """The engine runs on the calling thread; the setting is remembered for those who ask."""

    def __init__(self, mode):
        self.mode = mode
        self.prev = _multithreading
        self._set(mode)

    def _set(self, mode):
        global _multithreading
        _multithreading = mode

    def __enter__(self):
        pass

    def __exit__(self, *args):
        self._set(self.prev)

    def clone(self):
        return self.__class__(self.mode)
