# Switches of libraries: kept, so that programs can set and read them.
class _Switches:
    def __init__(self, **values):
        self.__dict__.update(values)

    def is_available(self):
        return self._available

    def is_built(self):
        return self._available


cudnn = _Switches(_available=False, enabled=True, benchmark=False, deterministic=False, allow_tf32=True)
cuda = _Switches(_available=False)
cuda.matmul = _Switches(_available=False, allow_tf32=False, allow_fp16_reduced_precision_reduction=True)
mps = _Switches(_available=False)
mkldnn = _Switches(_available=True, enabled=True)
mkl = _Switches(_available=False)
openmp = _Switches(_available=True)
