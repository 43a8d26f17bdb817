# TorchDispatchMode: while entered, the operators that eager code runs go to its __torch_dispatch__,
# below autograd. The engine calls _dispatch for each of them while a mode is entered.
import contextlib

import torch
import torch._ops as _ops
from _vitrine_dispatch import count_modes

_modes = []


def _push(mode):
    _modes.append(mode)
    count_modes(len(_modes))


def _pop():
    mode = _modes.pop()
    count_modes(len(_modes))
    return mode


@contextlib.contextmanager
def _pop_mode_temporarily():
    mode = _pop()
    try:
        yield mode
    finally:
        _push(mode)


def _dispatch(func, args, kwargs):
    mode = _pop()
    try:
        result = mode.__torch_dispatch__(func, (), args, kwargs)
    finally:
        _push(mode)
    if result is NotImplemented:
        raise TypeError(
            f"Multiple dispatch failed for 'torch._ops.{func}'; all __torch_dispatch__ handlers returned NotImplemented:\n\n"
            f"  - mode object {mode}\n\nFor more information, try re-running with TORCH_LOGS=not_implemented")
    return result


def _lift_fresh(tensor):
    return _dispatch(_ops.aten.lift_fresh.default, (tensor,), {})


def _read_number(tensor):
    return _dispatch(_ops.aten._local_scalar_dense.default, (tensor,), {})


def _number_of_where(number, dtype, device):
    kwargs = {"dtype": dtype, "layout": torch.strided, "device": device}
    return _dispatch(_ops.aten.scalar_tensor.default, (number,), kwargs)


def _overload_or_none(name, overload):
    packet = getattr(_ops.aten, name, None)
    return packet and getattr(packet, overload)


class TorchDispatchMode:
    """While entered, operators go to its __torch_dispatch__."""

    def __init__(self, _dispatch_key=None):
        pass

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError

    def __enter__(self):
        _push(self)
        return self

    def __exit__(self, kind, value, traceback):
        _pop()

    @classmethod
    def push(cls, *args, **kwargs):
        return cls(*args, **kwargs)


class BaseTorchDispatchMode(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


def _get_current_dispatch_mode():
    return _modes[-1] if _modes else None


def _get_current_dispatch_mode_stack():
    return list(_modes)


def _len_torch_dispatch_stack():
    return len(_modes)


def is_in_torch_dispatch_mode(include_infra_modes=True):
    return len(_modes) > 0


@contextlib.contextmanager
def _disable_current_modes():
    left = [_pop() for _ in range(len(_modes))]
    try:
        yield left
    finally:
        for mode in reversed(left):
            _push(mode)
