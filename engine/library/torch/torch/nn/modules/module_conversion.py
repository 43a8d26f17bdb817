# What Module.to does with its arguments: the device, dtype and memory format that they name, and a tensor's way there.
import torch
from torch._C import Tensor


_TO = """ * (torch.device device = None, torch.dtype dtype = None, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)
 * (torch.dtype dtype, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)
 * (Tensor tensor, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)
"""


def _parse_to(args, kwargs):
    """The device, dtype and memory format that arguments of `to` name."""
    device, dtype = kwargs.get("device"), kwargs.get("dtype")
    rest = list(args)
    if rest and isinstance(rest[0], Tensor):
        tensor = rest.pop(0)
        device, dtype = tensor.device, tensor.dtype
    elif rest:
        if not isinstance(rest[0], torch.dtype):
            device = rest.pop(0)
        if rest and (rest[0] is None or isinstance(rest[0], torch.dtype)):
            dtype = rest.pop(0)
        elif rest:
            rest = [None]  # a flag wants a dtype before it
    fits = all(isinstance(flag, bool) for flag in rest) and len(rest) <= 2
    fits = fits and (device is None or isinstance(device, (str, torch.device, int)) and not isinstance(device, bool))
    fits = fits and (dtype is None or isinstance(dtype, torch.dtype)) and kwargs.keys() <= {"device", "dtype", "non_blocking", "copy", "memory_format", "tensor"}
    if not fits:
        given = [_type_word(a) for a in args] + [f"{name}={_type_word(a)}" for name, a in kwargs.items()]
        raise TypeError(f"to() received an invalid combination of arguments - got ({', '.join(given)}{'' if args else ', '}), but expected one of:\n{_TO}")
    return device, dtype, kwargs.get("memory_format")


def _type_word(value):
    name = type(value).__name__
    return "torch." + name if type(value) in (torch.device, torch.dtype) else name


def conversion(args, kwargs):
    """What `to` with these arguments makes of a tensor, as a function."""
    device, dtype, memory_format = _parse_to(args, kwargs)
    if dtype is not None and not dtype.is_floating_point:
        raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}")

    def convert(t):
        if t.is_meta and device is not None and str(device) != "meta":
            raise NotImplementedError("Cannot copy out of meta tensor; no data! Please use torch.nn.Module.to_empty() instead of torch.nn.Module.to() when "
                                      "moving module from meta to a different device.")
        wanted = dtype if t.is_floating_point() else None
        if memory_format is not None and t.dim() in (4, 5):
            return t.to(device if device is not None else t.device, wanted, memory_format=memory_format)
        if device is None and wanted is None:
            return t
        if device is None:
            return t.to(wanted)
        if wanted is None:
            return t.to(device)
        return t.to(device, wanted)

    return convert
