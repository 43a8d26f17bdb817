# Switches of libraries: kept, so that programs can set and read them.
from contextlib import contextmanager

from torch import _C


class _Switches:
    def __init__(self, **values):
        self.__dict__.update(values)

    def __setattr__(self, name, value):
        self.__dict__[name] = value
        told = self.__dict__.get("_told")
        if told and name in told:
            _C._cuda_switch(told[name], bool(value))

    def is_available(self):
        return self._available

    def is_built(self):
        return self._available


class _Cudnn(_Switches):
    def is_available(self):
        return self.version() is not None

    def version(self):
        return _C._cudnn_version() or None

    def set_flags(self, _enabled=None, _benchmark=None, _benchmark_limit=None, _deterministic=None, _allow_tf32=None, _fp32_precision="none"):
        before = self.enabled, self.benchmark, None, self.deterministic, self.allow_tf32, "none"
        wanted = {"enabled": _enabled, "benchmark": _benchmark, "deterministic": _deterministic, "allow_tf32": _allow_tf32}
        for name, value in wanted.items():
            if value is not None:
                setattr(self, name, value)
        return before

    @contextmanager
    def flags(self, enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True, fp32_precision="none"):
        before = self.set_flags(enabled, benchmark, benchmark_limit, deterministic, allow_tf32)
        try:
            yield
        finally:
            self.set_flags(*before)


cudnn = _Cudnn(enabled=True, benchmark=False, deterministic=False, allow_tf32=True,
               _told={"allow_tf32": "cudnn.allow_tf32", "benchmark": "cudnn.benchmark", "enabled": "cudnn.enabled"})


class _Cuda(_Switches):
    """The kernels of attention are told apart for those who ask; there is one."""

    def flash_sdp_enabled(self):
        return self._flash_sdp

    def enable_flash_sdp(self, enabled):
        self._flash_sdp = enabled

    def mem_efficient_sdp_enabled(self):
        return self._mem_efficient_sdp

    def enable_mem_efficient_sdp(self, enabled):
        self._mem_efficient_sdp = enabled

    def math_sdp_enabled(self):
        return self._math_sdp

    def enable_math_sdp(self, enabled):
        self._math_sdp = enabled

    def cudnn_sdp_enabled(self):
        return self._cudnn_sdp

    def enable_cudnn_sdp(self, enabled):
        self._cudnn_sdp = enabled


cuda = _Cuda(_available=False, _flash_sdp=True, _mem_efficient_sdp=True, _math_sdp=True, _cudnn_sdp=True,
             _overrideable_sdp=True)
cuda.matmul = _Switches(_available=False, allow_tf32=False, allow_fp16_reduced_precision_reduction=True,
                        _told={"allow_tf32": "matmul.allow_tf32"})
mps = _Switches(_available=False)
mkldnn = _Switches(_available=True, enabled=True)
mkl = _Switches(_available=False)
openmp = _Switches(_available=True)
