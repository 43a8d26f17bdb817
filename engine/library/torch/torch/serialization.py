# torch.save and torch.load in a format of this project's own. Plain data and tensors are always read, objects of
# classes when weights_only is off or the class was declared safe.
import builtins
import copyreg
import sys

import torch._C as _C

_safe = []
_PLAIN = ("copyreg.__newobj__", "collections.OrderedDict", "collections.Counter", "set", "complex")


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    data = _C._serialize(obj)
    if hasattr(f, "__fspath__"):
        f = f.__fspath__()
    if isinstance(f, str):
        import os
        folder = os.path.dirname(f)
        if folder and not os.path.isdir(folder):
            raise RuntimeError(f"Parent directory {folder} does not exist.")
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
    if weights_only is None:
        weights_only = pickle_module is None
    if data[:8] == b"VTSCRIPT":
        return _load_script(data, weights_only)
    if not data:
        raise EOFError
    if data[:2] == b"PK" or data[:1] == b"\x80":
        _refuse_pickle(f)

    def find_global(module, name):
        if weights_only:
            _check_safe(module, name)
        return _find(module, name)

    result = _C._deserialize(data, find_global)
    place = str(map_location) if isinstance(map_location, (str, _C.device)) else "cpu"
    return result if place == "cpu" else _moved(result, _C.device(place))


def _refuse_pickle(f):
    name = repr(f) if isinstance(f, str) else "this stream"
    raise RuntimeError(
        f"{name} is a pickle: Vitrine reads none, since reading one may run code from it. Convert it once where PyTorch is installed, with\n"
        "    import torch, safetensors.torch\n"
        f"    state = torch.load({f if isinstance(f, str) else 'model.pt'!r}, map_location='cpu', weights_only=True)\n"
        "    safetensors.torch.save_file({k: v.contiguous() for k, v in state.items()}, 'model.safetensors')\n"
        "and read it here by safetensors.torch.load_file('model.safetensors'). (Of a checkpoint that holds more than tensors by name, "
        "convert the state dicts one by one.)")


def _load_script(data, weights_only):
    if weights_only:
        raise RuntimeError("Cannot use ``weights_only=True`` with TorchScript archives passed to ``torch.load``. In PyTorch 2.6, we changed the default "
                           "value of the `weights_only` argument in `torch.load` from `False` to `True`. Re-running `torch.load` with `weights_only` "
                           "set to `False` will likely succeed, but it can result in arbitrary code execution. Do it only if you got the file from a "
                           "trusted source.")
    import io
    import warnings
    import torch.jit
    warnings.warn("'torch.load' received a zip file that looks like a TorchScript archive dispatching to 'torch.jit.load' (call 'torch.jit.load' "
                  "directly to silence this warning)", UserWarning)
    return torch.jit.load(io.BytesIO(data))


def _moved(value, device):
    if device.type == "cuda" and _C._cuda_device_count() == 0:
        raise RuntimeError("Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running on a CPU-only machine, "
                           "please use torch.load with map_location=torch.device('cpu') to map your storages to the CPU.")
    from torch.utils._pytree import tree_map
    return tree_map(lambda t: t.to(device) if isinstance(t, _C.Tensor) else t, value)


def _find(module, name):
    __import__(module)
    found = sys.modules[module]
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _exists(module, name):
    try:
        _find(module, name)
    except (ImportError, AttributeError, KeyError):
        return False
    return True


def _check_safe(module, name):
    full = name if module == "builtins" else f"{module}.{name}"
    if full in _PLAIN or any(f"{c.__module__}.{c.__qualname__}" == f"{module}.{name}" for c in _safe):
        return
    error = getattr(builtins, full, None)
    if isinstance(error, type) and issubclass(error, BaseException):
        return
    from pickle import UnpicklingError
    raise UnpicklingError(
        "Weights only load failed. This file can still be loaded, to do so you have two options, \033[1mdo those steps only if you trust the source of the checkpoint\033[0m. \n"
        "\t(1) In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to `True`. Re-running `torch.load` with "
        "`weights_only` set to `False` will likely succeed, but it can result in arbitrary code execution. Do it only if you got the file from a trusted source.\n"
        "\t(2) Alternatively, to load with `weights_only=True` please check the recommended steps in the following error message.\n"
        f"\tWeightsUnpickler error: Unsupported global: GLOBAL {full} was not an allowed global by default. Please use "
        f"`torch.serialization.add_safe_globals([{full}])` or the `torch.serialization.safe_globals([{full}])` context manager to allowlist this global "
        "if you trust this class/function.\n\n"
        "Check the documentation of torch.load to learn more about types accepted by default with weights_only https://pytorch.org/docs/stable/generated/torch.load.html.")


def _fill(obj, state, items, pairs):
    """Gives an object that was just made what it had besides its arguments."""
    if state is not None:
        copyreg._set_state(obj, state)
    for item in items or ():
        obj.append(item)
    for key, value in pairs or ():
        obj[key] = value


def add_safe_globals(safe_globals):
    _safe.extend(c for c in safe_globals if c not in _safe)


def get_safe_globals():
    return list(_safe)


def clear_safe_globals():
    _safe.clear()


class safe_globals:
    def __init__(self, safe_globals):
        self._added = safe_globals

    def __enter__(self):
        self._kept = list(_safe)
        add_safe_globals(self._added)

    def __exit__(self, kind, value, traceback):
        _safe[:] = self._kept
