# Automatic mixed precision.
import functools
import warnings

import torch._C as _C
from torch.amp.grad_scaler import GradScaler


class autocast:
    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.device = device_type
        if device_type not in ("cpu", "cuda", "meta"):
            raise RuntimeError(f"User specified an unsupported autocast device_type '{device_type}'")
        self.fast_dtype = _C.get_autocast_dtype(device_type) if dtype is None else dtype
        self._cache_enabled = _C.is_autocast_cache_enabled() if cache_enabled is None else cache_enabled
        if device_type == "cuda" and enabled and _C._cuda_device_count() == 0:
            warnings.warn("User provided device_type of 'cuda', but CUDA is not available. Disabling")
            enabled = False
        if device_type == "cpu" and self.fast_dtype not in (_C.bfloat16, _C.float16):
            warnings.warn("In CPU autocast, but the target dtype is not supported. Disabling autocast.\nCPU Autocast only supports dtype of torch.bfloat16, torch.float16 currently.")
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


def custom_fwd(fwd=None, *, device_type="cpu", cast_inputs=None):
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)
    return fwd


def custom_bwd(bwd=None, *, device_type="cpu"):
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)
    return bwd
