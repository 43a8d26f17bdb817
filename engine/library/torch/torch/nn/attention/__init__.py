# Which kernels of attention a program allows. There is one here: the choice is kept for those who ask.
import contextlib
from enum import IntEnum

from torch.backends import cuda as _switches

WARN_FOR_UNFUSED_KERNELS = False


class SDPBackend(IntEnum):
    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4

    def __repr__(self):
        return f"<SDPBackend.{self.name}: {self.value}>"

    def __str__(self):
        return f"SDPBackend.{self.name}"


_SWITCHES = {
    SDPBackend.CUDNN_ATTENTION: "_cudnn_sdp",
    SDPBackend.FLASH_ATTENTION: "_flash_sdp",
    SDPBackend.EFFICIENT_ATTENTION: "_mem_efficient_sdp",
    SDPBackend.MATH: "_math_sdp",
    SDPBackend.OVERRIDEABLE: "_overrideable_sdp",
}


def _cur_sdpa_kernel_backends(with_priority=False):
    return [backend for backend, switch in _SWITCHES.items() if getattr(_switches, switch)]


def _allow(backends):
    for backend, switch in _SWITCHES.items():
        setattr(_switches, switch, backend in backends)


@contextlib.contextmanager
def sdpa_kernel(backends, set_priority=False):
    """While entered, attention may use these kernels only (one SDPBackend, or several)."""
    assert isinstance(backends, (list, SDPBackend)), (
        f"Backend must be an instance of SDPBackend or a list of SDPBackend instances, got {type(backends).__name__}")
    wanted = [backends] if isinstance(backends, SDPBackend) else backends
    before = _cur_sdpa_kernel_backends()
    try:
        _allow(wanted)
        yield {}
    finally:
        _allow(before)
