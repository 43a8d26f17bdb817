# torch.save and torch.load in a format of this project's own: a header and the object
# graph as text, tensors as bytes in hexadecimal. Only plain data and tensors are read.
import torch._C as _C

_MAGIC = "vitrine-save-1\n"
_memory = {}


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    data = _C._serialize(obj)
    if hasattr(f, "__fspath__"):
        f = f.__fspath__()
    if isinstance(f, str):
        with open(f, "wb") as handle:
            handle.write(data)
    else:
        f.write(data)


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    if hasattr(f, "__fspath__"):
        f = f.__fspath__()
    if isinstance(f, str):
        with open(f, "rb") as handle:
            data = handle.read()
    else:
        data = f.read()
    result = _C._deserialize(data)
    place = str(map_location) if isinstance(map_location, (str, _C.device)) else "cpu"
    return result if place == "cpu" else _moved(result, _C.device(place))


def _moved(value, device):
    if device.type == "cuda" and _C._cuda_device_count() == 0:
        raise RuntimeError("Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running on a CPU-only machine, "
                           "please use torch.load with map_location=torch.device('cpu') to map your storages to the CPU.")
    from torch.utils._pytree import tree_map
    return tree_map(lambda t: t.to(device) if isinstance(t, _C.Tensor) else t, value)


def add_safe_globals(safe_globals):
    return None
