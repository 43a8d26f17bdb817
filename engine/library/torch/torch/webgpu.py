# torch.webgpu: the browser's graphics device, as PyTorch spells a device that a backend brings (its private one).
import torch._C as _C


def is_available():
    return _C._webgpu_is_available()


def device_count():
    return int(is_available())


def current_device():
    _need()
    return 0


def synchronize(device=None):
    _need()
    _C._webgpu_synchronize()


def _need():
    if not is_available():
        raise RuntimeError(f"there is no WebGPU device: {_C._webgpu_reason()}")


def _counters():
    """Submissions, dispatches, uploads and reads since the engine began."""
    return dict(zip(("submissions", "dispatches", "uploads", "reads"), _C._webgpu_counters()))
