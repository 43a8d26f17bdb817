# torch.cuda as a machine without one answers.
import torch.cuda.amp as amp


def is_available():
    return False


def device_count():
    return 0


def is_initialized():
    return False


def synchronize(device=None):
    raise AssertionError("Torch not compiled with CUDA enabled")


def current_device():
    raise AssertionError("Torch not compiled with CUDA enabled")


def get_device_name(device=None):
    raise AssertionError("Torch not compiled with CUDA enabled")


def get_device_capability(device=None):
    raise AssertionError("Torch not compiled with CUDA enabled")


def manual_seed(seed):
    return None


def manual_seed_all(seed):
    return None


def empty_cache():
    return None


def memory_allocated(device=None):
    return 0


def max_memory_allocated(device=None):
    return 0


def reset_peak_memory_stats(device=None):
    return None


def is_bf16_supported():
    return False


class Event:
    def __init__(self, enable_timing=False, blocking=False, interprocess=False):
        raise RuntimeError("Tried to instantiate dummy base class Event")


class Stream:
    def __init__(self, *args, **kwargs):
        raise RuntimeError("Tried to instantiate dummy base class Stream")
