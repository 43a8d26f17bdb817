# torch.overrides: what objects that stand for tensors, classes of tensors and modes may handle.
import functools
import types

import torch
import torch._C as _C

_modes = []


class TorchFunctionMode:
    """While entered, calls of torch go to its __torch_function__."""

    def __init__(self):
        pass

    def __torch_function__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError

    def __enter__(self):
        _modes.append(self)
        _C._count_function_modes(len(_modes))
        return self

    def __exit__(self, kind, value, traceback):
        _modes.remove(self)
        _C._count_function_modes(len(_modes))

    @classmethod
    def push(cls, *args, **kwargs):
        return cls(*args, **kwargs)


class BaseTorchFunctionMode(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


def _handles(value):
    kind = type(value)
    if kind in (torch.Tensor, torch.nn.Parameter, torch.nn.Buffer) or not hasattr(kind, "__torch_function__"):
        return False
    return kind.__torch_function__ is not _C._disabled_torch_function_impl


def has_torch_function(relevant_args):
    return any(_handles(a) for a in relevant_args)


def has_torch_function_unary(relevant_arg):
    return _handles(relevant_arg)


def has_torch_function_variadic(*relevant_args):
    return has_torch_function(relevant_args)


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    handlers = []
    for value in relevant_args:
        if _handles(value) and type(value) not in [type(h) for h in handlers]:
            place = len(handlers)
            for i, known in enumerate(handlers):
                if issubclass(type(value), type(known)):
                    place = i
                    break
            handlers.insert(place, value)
    kinds = tuple(map(type, handlers))
    for value in handlers:
        result = value.__torch_function__(public_api, kinds, args, kwargs)
        if result is not NotImplemented:
            return result
    name = f"{public_api.__module__}.{public_api.__name__}"
    raise TypeError(f"no implementation found for '{name}' on types that implement __torch_function__: {[type(h) for h in handlers]}")


def wrap_torch_function(dispatcher):
    def inner(func):
        @functools.wraps(func)
        def wrapped(*args, **kwargs):
            relevant = dispatcher(*args, **kwargs)
            if has_torch_function(relevant):
                return handle_torch_function(wrapped, relevant, *args, **kwargs)
            return func(*args, **kwargs)
        return wrapped
    return inner


def is_tensor_like(inp):
    return type(inp) is torch.Tensor or hasattr(inp, "__torch_function__")


_IGNORED = ("tensor", "as_tensor", "arange", "zeros", "ones", "empty", "full", "eye", "linspace", "logspace", "rand", "randn", "randint", "randperm",
            "from_numpy", "manual_seed", "is_tensor", "save", "load", "set_default_dtype", "get_default_dtype", "set_printoptions", "typename")


@functools.lru_cache(None)
def get_ignored_functions():
    return {getattr(torch, name) for name in _IGNORED if hasattr(torch, name)}


@functools.lru_cache(None)
def get_overridable_functions():
    import torch.nn.functional as F
    found = {}
    for space in (torch, F, torch.Tensor, torch.linalg, torch.special):
        names = [n for n in dir(space) if not n.startswith("_")]
        functions = [getattr(space, n) for n in names]
        found[space] = [f for f in functions if callable(f) and not isinstance(f, (type, types.ModuleType)) and f not in get_ignored_functions()]
    return found


def resolve_name(f):
    import torch.nn.functional as F
    for space, prefix in ((torch.Tensor, "torch.Tensor."), (torch, "torch."), (F, "torch.nn.functional."), (torch.linalg, "torch.linalg."), (torch.special, "torch.special.")):
        name = getattr(f, "__name__", "")
        if getattr(space, name, None) is f:
            return prefix + name
    return None


def is_tensor_method_or_property(func):
    return getattr(torch.Tensor, getattr(func, "__name__", ""), None) is func or getattr(func, "__name__", "") == "__get__"
