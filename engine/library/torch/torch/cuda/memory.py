# Counts of the allocator of device memory.
from collections import OrderedDict

import torch._C as _C

OutOfMemoryError = _C.OutOfMemoryError

_ALLOCATED, _PEAK_ALLOCATED, _RESERVED, _PEAK_RESERVED, _ALLOCATIONS, _RETRIES, _OUT_OF_MEMORY = range(7)


def _index(device):
    import torch.cuda as cuda
    return cuda._index(device)


def _count(which, device):
    if _C._cuda_device_count() == 0 or not _C._cuda_initialized():
        return 0
    return _C._cuda_memory_counts(_index(device))[which]


def memory_allocated(device=None):
    return _count(_ALLOCATED, device)


def max_memory_allocated(device=None):
    return _count(_PEAK_ALLOCATED, device)


def memory_reserved(device=None):
    return _count(_RESERVED, device)


def max_memory_reserved(device=None):
    return _count(_PEAK_RESERVED, device)


memory_cached = memory_reserved
max_memory_cached = max_memory_reserved


def memory_stats(device=None):
    if _C._cuda_device_count() == 0 or not _C._cuda_initialized():
        return OrderedDict()
    counts = _C._cuda_memory_counts(_index(device))
    return OrderedDict({
        "allocated_bytes.all.current": counts[_ALLOCATED],
        "allocated_bytes.all.peak": counts[_PEAK_ALLOCATED],
        "reserved_bytes.all.current": counts[_RESERVED],
        "reserved_bytes.all.peak": counts[_PEAK_RESERVED],
        "allocation.all.allocated": counts[_ALLOCATIONS],
        "num_alloc_retries": counts[_RETRIES],
        "num_ooms": counts[_OUT_OF_MEMORY],
    })


def reset_peak_memory_stats(device=None):
    if _C._cuda_device_count() > 0:
        _C._cuda_reset_peaks(_index(device))


def reset_max_memory_allocated(device=None):
    reset_peak_memory_stats(device)


def reset_max_memory_cached(device=None):
    reset_peak_memory_stats(device)


def empty_cache():
    _C._cuda_empty_cache()


def mem_get_info(device=None):
    return _C._cuda_memory_info(_index(device))


def set_per_process_memory_fraction(fraction, device=None):
    index = _index(device)
    if not isinstance(fraction, float):
        raise TypeError("Invalid type for fraction argument, must be `float`")
    if fraction < 0 or fraction > 1:
        raise ValueError(f"Invalid fraction value: {fraction}. Allowed range: 0~1")
    _C._cuda_memory_fraction(fraction, index)


def caching_allocator_alloc(size, device=None, stream=None):
    raise NotImplementedError("raw device memory is not handed out; allocate a tensor")
