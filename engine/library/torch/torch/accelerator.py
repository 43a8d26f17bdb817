# torch.accelerator: the device that programs compute on beside the CPU, if there is one.
import torch


def is_available():
    return torch.cuda.is_available()


def current_accelerator(check_available=False):
    return torch.device("cuda") if torch.cuda.is_available() else None


def device_count():
    return torch.cuda.device_count()


def _need():
    if not torch.cuda.is_available():
        raise RuntimeError("Cannot access accelerator device when none is available.")


def current_device_index():
    _need()
    return torch.cuda.current_device()


def set_device_index(device):
    _need()
    torch.cuda.set_device(device)


def synchronize(device=None):
    _need()
    torch.cuda.synchronize(device)


def memory_allocated(device_index=None):
    return torch.cuda.memory_allocated(device_index) if torch.cuda.is_available() else 0


def max_memory_allocated(device_index=None):
    return torch.cuda.max_memory_allocated(device_index) if torch.cuda.is_available() else 0


def empty_cache():
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
