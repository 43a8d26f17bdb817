import torch.cpu.amp as amp


def is_available():
    return True


def synchronize(device=None):
    return None


def device_count():
    return 1


def current_device():
    return "cpu"
