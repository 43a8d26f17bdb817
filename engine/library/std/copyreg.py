"""How objects are taken apart and put together again: what `pickle` and object.__reduce_ex__ share."""

dispatch_table = {}


def pickle(ob_type, pickle_function, constructor_ob=None):
    if not callable(pickle_function):
        raise TypeError("reduction functions must be callable")
    dispatch_table[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def constructor(object):
    if not callable(object):
        raise TypeError("constructors must be callable")


def _reduce_complex(c):
    return complex, (c.real, c.imag)


pickle(complex, _reduce_complex)


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    return cls.__new__(cls, *args, **kwargs)


def _slot_names(cls):
    names = []
    for c in cls.__mro__:
        slots = c.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__"):
                names.append("_" + c.__name__.lstrip("_") + name if name.startswith("__") and not name.endswith("__") else name)
    return names


def _get_state(obj):
    """object.__getstate__: the attributes; with slots, a pair of attributes and slots."""
    names = _slot_names(type(obj))
    slots = {name: getattr(obj, name) for name in names if hasattr(obj, name)}
    attributes = getattr(obj, "__dict__", None)
    if attributes and slots:
        attributes = {name: value for name, value in attributes.items() if name not in slots}
    if slots:
        return attributes or None, slots
    return attributes or None


_WITHOUT_STATE = ("generator", "module", "function", "frame", "traceback", "code", "cell", "lock", "RLock", "dict_keys", "dict_values", "dict_items", "TextIOWrapper", "mappingproxy", "memoryview")  # fmt: skip


def _new_arguments(obj):
    cls = type(obj)
    if hasattr(cls, "__getnewargs_ex__"):
        return obj.__getnewargs_ex__()
    if hasattr(cls, "__getnewargs__"):
        args = obj.__getnewargs__()
        if not isinstance(args, tuple):
            raise TypeError(f"__getnewargs__ should return a tuple, not '{type(args).__name__}'")
        return args, {}
    if isinstance(obj, complex):
        return (obj.real, obj.imag), {}
    for kind in (int, float, str, bytes, tuple):
        if isinstance(obj, kind):
            return (tuple(obj) if kind is tuple else kind(obj),), {}
    return (), {}


def _reduce_natively(obj):
    """What classes of the engine have in place of a __reduce__ of their own; None for others."""
    cls = type(obj)
    if isinstance(obj, BaseException):
        return (cls, obj.args, obj.__dict__) if obj.__dict__ else (cls, obj.args)
    if isinstance(obj, (set, frozenset, bytearray)):
        return cls, ((bytes if isinstance(obj, bytearray) else list)(obj),), getattr(obj, "__dict__", None) or None
    if cls is range:
        return range, (obj.start, obj.stop, obj.step)
    if cls is slice:
        return slice, (obj.start, obj.stop, obj.step)
    if cls.__name__ in ("method", "builtin_function_or_method"):
        return getattr, (obj.__self__, obj.__name__)
    if cls.__module__ == "collections" and cls.__name__ == "deque":
        return cls, ((), obj.maxlen) if obj.maxlen is not None else (), None, iter(obj)
    if cls.__module__ == "torch" or cls.__module__ == "torch.nn.parameter":
        return _reduce_tensor(obj)
    if cls.__module__ == "re" and cls.__name__ == "Pattern":
        import re

        return re.compile, (obj.pattern, obj.flags)
    return None


def _reduce_tensor(obj):
    import torch

    if not isinstance(obj, torch.Tensor):
        if isinstance(obj, torch.Size):
            return torch.Size, (tuple(obj),)
        return str(obj).removeprefix("torch.") if isinstance(obj, torch.dtype) else (torch.device, (str(obj),))
    return _make_tensor, (type(obj), obj.detach().reshape(-1).tolist(), tuple(obj.shape), obj.dtype, obj.requires_grad)


def _make_tensor(cls, values, shape, dtype, requires_grad):
    import torch

    made = torch.tensor(values, dtype=dtype).reshape(shape)
    return cls(made, requires_grad=requires_grad) if cls is not torch.Tensor else made.requires_grad_(requires_grad)


def _reduce(obj, protocol):
    """object.__reduce_ex__."""
    if type(obj).__reduce__ is not object.__reduce__:
        return obj.__reduce__()
    return _reduce_natively_or_by_state(obj)


def _reduce_natively_or_by_state(obj):
    cls = type(obj)
    reduced = _reduce_natively(obj)
    if reduced is not None:
        return reduced
    if cls.__name__ in _WITHOUT_STATE and cls.__module__ in ("builtins", "types", "threading", "_thread", "_io"):
        raise TypeError(f"cannot pickle '{cls.__name__}' object")
    args, keywords = _new_arguments(obj)
    head = (__newobj_ex__, (cls, args, keywords)) if keywords else (__newobj__, (cls, *args))
    items = iter(obj) if isinstance(obj, list) else None
    pairs = iter(obj.items()) if isinstance(obj, dict) else None
    return (*head, obj.__getstate__(), items, pairs)


def _set_state(made, state):
    """Gives an object that was just made the state that its reduction names."""
    if hasattr(made, "__setstate__"):
        made.__setstate__(state)
        return
    slots = None
    if isinstance(state, tuple) and len(state) == 2:
        state, slots = state
    if state:
        made.__dict__.update(state)
    for name, value in (slots or {}).items():
        setattr(made, name, value)
