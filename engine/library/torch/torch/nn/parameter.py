# Parameters and buffers: tensors that modules register on assignment, and those whose shape the
# first call of a lazy module decides.
from torch._C import Parameter, Buffer, Tensor
import torch._C as _C


class UninitializedTensorMixin:
    """Knows its dtype and device; everything else is refused until materialize."""

    _allowed = ("to", "cpu", "cuda", "half", "float", "double", "bfloat16", "type", "is_complex", "is_floating_point", "requires_grad_", "detach", "zero_grad")

    def materialize(self, shape, device=None, dtype=None):
        device = self.data.device if device is None else device
        dtype = self.data.dtype if dtype is None else dtype
        self.data = _C.empty(tuple(shape), device=device, dtype=dtype)
        self.__class__ = self.cls_to_become

    @property
    def shape(self):
        raise RuntimeError("Can't access the shape of an uninitialized parameter or buffer. This error usually happens in `load_state_dict` when trying to load "
                           "an uninitialized parameter into an initialized one. Call `forward` to initialize the parameters before accessing their attributes.")

    def share_memory_(self):
        raise RuntimeError("Can't share memory on an uninitialized parameter or buffer. Call `forward` to initialize the parameters before calling "
                           "`module.share_memory()`.")

    def detach(self):
        return self

    def __reduce_ex__(self, proto):
        return self.__class__, (self.requires_grad,)

    def numel(self):
        return self._refuse("numel")

    def size(self, dim=None):
        return self._refuse("size")

    @staticmethod
    def _refuse(name):
        raise ValueError(f"Attempted to use an uninitialized parameter in <method '{name}' of 'torch._C.TensorBase' objects>. This error happens when you are "
                         "using a `LazyModule` or explicitly manipulating `torch.nn.parameter.UninitializedParameter` objects. When using LazyModules Call "
                         "`forward` with a dummy batch to initialize the parameters before calling torch functions")

    def __repr__(self):
        return f"<{self.__class__.__name__}>"

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func.__name__ in cls._allowed:
            return super().__torch_function__(func, types, args, kwargs or {})
        return cls._refuse(func.__name__)


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    cls_to_become = Parameter

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        return super().__new__(cls, _C.empty(0, device=device, dtype=dtype), requires_grad)

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.requires_grad, self.data.device, self.data.dtype)
        return memo[id(self)]


class UninitializedBuffer(UninitializedTensorMixin, Tensor):
    cls_to_become = Tensor

    def __new__(cls, requires_grad=False, device=None, dtype=None, persistent=True):
        return _C.empty(0, device=device, dtype=dtype).as_subclass(cls)


def is_lazy(param):
    return isinstance(param, UninitializedTensorMixin)
