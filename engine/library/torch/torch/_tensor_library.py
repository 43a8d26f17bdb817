# Functions of the module torch and methods of tensors that are compositions of ops.
# An op of the same name wins, unless the function leads to the op.
import math
import warnings

import torch._C as _C
from torch._C import Tensor

__all__ = []
_methods = []


def _with_out(fn, name):
    """fn, with out= where PyTorch's function of that name takes it."""
    if not _C._takes_out(name):
        return fn

    def call(*args, out=None, **kwargs):
        result = fn(*args, **kwargs)
        return result if out is None else _C._store_out(name, result, out)
    call.__name__ = fn.__name__
    call.__qualname__ = fn.__qualname__
    call.__module__ = fn.__module__
    call.__doc__ = fn.__doc__
    return call


def _registrar(exports):
    """Decorators for a module that lists its functions in `exports`."""
    def function(fn):
        fn = _with_out(fn, fn.__name__)
        if fn.__name__ == "tensordot" or not hasattr(_C, fn.__name__):
            exports.append(fn.__name__)
        return fn

    def method(fn):
        _methods.append(fn)
        return fn

    def both(fn):
        method(fn)
        return function(fn)

    return function, method, both


_function, _method, _both = _registrar(__all__)


@_function
def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of an LSTM: (batch, input) and two states of (batch, hidden) to the next two."""
    if isinstance(hx, Tensor):
        raise TypeError("lstm_cell(): argument 'hx' (position 2) must be tuple of Tensors, not Tensor")
    h, c = hx
    i, f, g, o = (_C._nn.linear(input, w_ih, b_ih) + _C._nn.linear(h, w_hh, b_hh)).chunk(4, 1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


@_function
def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    i_r, i_z, i_n = _C._nn.linear(input, w_ih, b_ih).chunk(3, 1)
    h_r, h_z, h_n = _C._nn.linear(hx, w_hh, b_hh).chunk(3, 1)
    r, z = (i_r + h_r).sigmoid(), (i_z + h_z).sigmoid()
    n = (i_n + r * h_n).tanh()
    return (hx - n) * z + n


@_function
def rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    return (_C._nn.linear(input, w_ih, b_ih) + _C._nn.linear(hx, w_hh, b_hh)).tanh()


@_function
def rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    return (_C._nn.linear(input, w_ih, b_ih) + _C._nn.linear(hx, w_hh, b_hh)).relu()



def _named_grad(result, name, *inputs):
    """The result of a composition of inputs: its gradient function goes by the name of the whole."""
    from torch.compiler import is_compiling
    if not is_compiling():
        _C._name_grad_fn(result, name, *inputs)
    return result


def _install_tensor_methods():
    for fn in _methods:
        if not hasattr(Tensor, fn.__name__):
            _C._add_tensor_method(fn.__name__, fn)


class DisableTorchFunctionSubclass:
    """Inside, classes of tensors have no say in calls."""

    def __enter__(self):
        _C._switch_torch_function_off(True)

    def __exit__(self, kind, value, traceback):
        _C._switch_torch_function_off(False)


_C.DisableTorchFunctionSubclass = _C.DisableTorchFunction = DisableTorchFunctionSubclass


_state = {"interop": 1, "deterministic": False, "precision": "highest"}


@_function
def get_num_threads():
    return _C._thread_count()


@_function
def set_num_threads(n):
    if not isinstance(n, int) or isinstance(n, bool):
        raise TypeError(f"set_num_threads expects an int, but got {type(n).__name__}")
    if n <= 0:
        raise RuntimeError("set_num_threads expects a positive integer")
    _C._set_thread_count(n)


@_function
def get_num_interop_threads():
    return _state["interop"]


@_function
def set_num_interop_threads(n):
    _state["interop"] = n


@_function
def use_deterministic_algorithms(mode, *, warn_only=False):
    if not isinstance(mode, bool):
        raise TypeError(f"_set_deterministic_algorithms(): argument 'mode' (position 1) must be bool, not {type(mode).__name__}")
    _state["deterministic"] = mode
    _state["warn_only"] = warn_only


@_function
def are_deterministic_algorithms_enabled():
    return _state["deterministic"]


@_function
def set_float32_matmul_precision(precision):
    if precision not in ("highest", "high", "medium"):
        warnings.warn(f"{precision} is not one of 'highest', 'high', or 'medium'; the currentsetFloat32MatmulPrecision call has no effect. "
                      "(Triggered internally at ./aten/src/ATen/Context.cpp:466.)", stacklevel=2)
        return
    _state["precision"] = precision
    _C._set_float32_matmul_precision(precision)


@_function
def get_float32_matmul_precision():
    return _state["precision"]


@_function
def get_default_device():
    return _C._get_default_device()


@_function
def set_default_device(device):
    _C._set_default_device(_C.device("cpu") if device is None else _C.device(device))


@_function
def set_warn_always(b):
    _state["warn_always"] = b


@_function
def is_warn_always_enabled():
    return _state.get("warn_always", False)


@_function
def is_deterministic_algorithms_warn_only_enabled():
    return _state.get("warn_only", False)


@_function
def set_deterministic_debug_mode(debug_mode):
    modes = {"default": 0, "warn": 1, "error": 2}
    mode = modes.get(debug_mode, debug_mode)
    if mode not in (0, 1, 2):
        raise RuntimeError(f"invalid value of debug_mode, expected 'default', 'warn', 'error', or 0, 1, 2, but got {debug_mode}")
    use_deterministic_algorithms(mode > 0, warn_only=mode == 1)


@_function
def get_deterministic_debug_mode():
    return 0 if not _state["deterministic"] else 1 if _state.get("warn_only", False) else 2


@_function
def set_flush_denormal(mode):
    return False


@_function
def compiled_with_cxx11_abi():
    return True


@_function
def set_default_tensor_type(t):
    _C.set_default_dtype(t._dtype)


@_both
def is_conj(input):
    return False


@_both
def is_neg(input):
    return False


@_both
def isreal(input):
    return _C.ones_like(input, dtype=_C.bool)


@_both
def conj_physical(input):
    return input


@_function
def conj(input):
    return input


@_function
def resolve_conj(input):
    return input


@_function
def resolve_neg(input):
    return input


@_function
def real(input):
    return input


@_function
def imag(input):
    raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")


@_function
def is_inference(input):
    return input.is_inference()


@_function
def is_signed(input):
    return input.is_signed()


@_function
def get_device(input):
    return input.get_device()


@_function
def is_floating_point(input):
    return input.is_floating_point()


@_function
def is_complex(input):
    return False


@_function
def is_nonzero(input):
    if input.numel() == 0:
        raise RuntimeError("Boolean value of Tensor with no values is ambiguous")
    return bool(input)


@_function
def numel(input):
    return input.numel()


@_function
def is_same_size(a, b):
    return a.shape == b.shape


@_function
def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    profiles = {"default": (4, 1000, 3, 80), "short": (2, 1000, 2, 80), "full": (4, math.inf, 3, 80)}
    if profile in profiles:
        chosen = profiles[profile]
        _C._set_print_options(chosen[0], -1 if chosen[1] == math.inf else chosen[1], chosen[2], chosen[3], None)
        _C._set_print_mode(None)
    if threshold is not None and threshold == math.inf:
        threshold = -1
    _C._set_print_options(precision, threshold, edgeitems, linewidth, None)
    _C._set_print_mode(sci_mode)


def _check_with(error_type, cond, message):
    if isinstance(cond, _C.Tensor):
        raise TypeError("cond must be a bool, but got a Tensor. For tensor conditions, use torch._check_tensor_all() to assert that all elements are true.")
    if not isinstance(cond, bool):
        raise TypeError(f"cond must be a bool, but got {type(cond)}")
    if cond:
        return
    if message is None:
        message_evaluated = "Expected cond to be True, but got False. (Could this error message be improved? If so, please report an enhancement request to PyTorch.)"
    else:
        message_evaluated = str(message() if callable(message) else message)
    raise error_type(message_evaluated)


@_function
def _check(cond, message=None):
    _check_with(RuntimeError, cond, message)


@_function
def _check_index(cond, message=None):
    _check_with(IndexError, cond, message)


@_function
def _check_value(cond, message=None):
    _check_with(ValueError, cond, message)


@_function
def _check_type(cond, message=None):
    _check_with(TypeError, cond, message)


@_function
def _check_not_implemented(cond, message=None):
    _check_with(NotImplementedError, cond, message)


@_function
def _check_is_size(i, message=None, *, max=None):
    _check_with(RuntimeError, i >= 0 and (max is None or i <= max), message)


@_function
def _assert(condition, message):
    if not condition:
        raise AssertionError(message)


# Changes of sizes in place: the tensor becomes a view of itself.
@_method
def t_(self):
    if self.dim() > 2:
        raise RuntimeError(f"t_() expects a tensor with <= 2 dimensions, but self is {self.dim()}D")
    return self._become_view(_named_grad(self.t(), "TBackward1", self))


@_method
def transpose_(self, dim0, dim1):
    return self._become_view(_named_grad(self.transpose(dim0, dim1), "TransposeBackward1", self))


@_method
def swapaxes_(self, axis0, axis1):
    return self._become_view(self.transpose(axis0, axis1))


@_method
def swapdims_(self, dim0, dim1):
    return self._become_view(self.transpose(dim0, dim1))


@_method
def unsqueeze_(self, dim):
    return self._become_view(_named_grad(self.unsqueeze(dim), "UnsqueezeBackward1", self))


@_method
def squeeze_(self, dim=None):
    view = _named_grad(self.squeeze(), "SqueezeBackward3", self) if dim is None else _named_grad(self.squeeze(dim), "SqueezeBackward4", self)
    return self._become_view(view)


@_method
def as_strided_(self, size, stride, storage_offset=None):
    return self._become_view(self.as_strided(size, stride, storage_offset))


@_method
def new(self, *given):
    if len(given) == 1 and isinstance(given[0], type(self.shape)):
        return self.new_empty(given[0])
    if len(given) == 1 and isinstance(given[0], (list, tuple)):
        return self.new_tensor(given[0])
    return self.new_empty(given if given else (0,))


@_method
def split_with_sizes(self, split_sizes, dim=0):
    return self.split(split_sizes, dim)


@_method
def __reversed__(self):
    return self.flip(0) if self.dim() > 0 else self


@_method
def __rdiv__(self, other):
    return self.reciprocal() * other


@_method
def __array__(self, dtype=None):
    return self.numpy()
