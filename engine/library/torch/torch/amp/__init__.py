# Automatic mixed precision.
import functools
import warnings

import torch._C as _C
from torch.amp.grad_scaler import GradScaler


class autocast:
    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        if type(dtype) is int:  # as scripts have dtypes
            from torch._ops import _number_dtype
            dtype = _number_dtype(dtype)
        self.device = device_type
        _C.device(device_type)  # refuses what is no device at all
        self._asked = (device_type, dtype, enabled, cache_enabled)
        if device_type not in ("cpu", "cuda", "meta"):
            raise RuntimeError(f"User specified an unsupported autocast device_type '{device_type}'")
        self.fast_dtype = _C.get_autocast_dtype(device_type) if dtype is None else dtype
        self._cache_enabled = _C.is_autocast_cache_enabled() if cache_enabled is None else cache_enabled
        if device_type == "cuda" and enabled and _C._cuda_device_count() == 0:
            warnings.warn("CUDA is not available or torch_xla is imported. Disabling autocast.")
            enabled = False
        if device_type == "cpu" and self.fast_dtype not in (_C.bfloat16, _C.float16):
            warnings.warn("In CPU autocast, but the target dtype is not supported. Disabling autocast.\nCPU Autocast only supports dtypes of torch.bfloat16, torch.float16 currently.")
            enabled = False
        self._enabled = enabled

    def __enter__(self):
        self.prev = (_C.is_autocast_enabled(self.device), _C.get_autocast_dtype(self.device), _C.is_autocast_cache_enabled())
        _C.set_autocast_enabled(self.device, self._enabled)
        _C.set_autocast_dtype(self.device, self.fast_dtype)
        _C.autocast_increment_nesting()
        _C.set_autocast_cache_enabled(self._cache_enabled)
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        if _C.autocast_decrement_nesting() == 0:
            _C.clear_autocast_cache()
        _C.set_autocast_enabled(self.device, self.prev[0])
        _C.set_autocast_dtype(self.device, self.prev[1])
        _C.set_autocast_cache_enabled(self.prev[2])
        return False

    def __call__(self, func):
        @functools.wraps(func)
        def decorate_autocast(*args, **kwargs):
            with self:
                return func(*args, **kwargs)
        return decorate_autocast


autocast.__module__ = "torch.amp.autocast_mode"


def _enter_autocast(*args):
    mode = autocast(*args)
    mode.__enter__()
    return mode


def _exit_autocast(mode):
    mode.__exit__(None, None, None)


_enter_autocast.__module__ = _exit_autocast.__module__ = "torch.amp.autocast_mode"


def is_autocast_available(device_type):
    return device_type == "cpu" or (device_type == "cuda" and _C._cuda_device_count() > 0)


def _cast(value, device_type, dtype):
    if isinstance(value, _C.Tensor):
        return value.to(dtype) if value.is_floating_point() and value.device.type == device_type and value.dtype != _C.float64 else value
    if isinstance(value, dict):
        return {_cast(k, device_type, dtype): _cast(v, device_type, dtype) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_cast(v, device_type, dtype) for v in value])
    return value


def _check_device(name, device_type):
    if not isinstance(device_type, str):
        raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """For the forward of a custom Function under autocast: inputs cast and autocast off, or autocast as it is."""
    _check_device("custom_fwd", device_type)
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def decorate_fwd(*args, **kwargs):
        args[0]._dtype = _C.get_autocast_dtype(device_type)
        enabled = _C.is_autocast_enabled(device_type)
        args[0]._fwd_used_autocast = enabled and cast_inputs is None
        if cast_inputs is None or not enabled:
            return fwd(*args, **kwargs)
        with autocast(device_type=device_type, enabled=False):
            return fwd(*_cast(args, device_type, cast_inputs), **_cast(kwargs, device_type, cast_inputs))
    return decorate_fwd


def custom_bwd(bwd=None, *, device_type):
    """For its backward: autocast as it was in the forward."""
    _check_device("custom_bwd", device_type)
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def decorate_bwd(*args, **kwargs):
        with autocast(device_type=device_type, enabled=args[0]._fwd_used_autocast, dtype=args[0]._dtype):
            return bwd(*args, **kwargs)
    return decorate_bwd
import torch.amp.autocast_mode as autocast_mode
