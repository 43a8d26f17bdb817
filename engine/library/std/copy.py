"""Shallow and deep copies, with the hooks __copy__, __deepcopy__ and a memo."""
from copyreg import _set_state as _give_state, dispatch_table as _dispatch_table

_ATOMIC = frozenset((type(None), int, float, bool, str, bytes, type, range, slice, complex, property, type(Ellipsis), type(NotImplemented), type(len),
                     type(lambda: 0)))


_NOT_TO_COPY = ("generator", "coroutine", "async_generator", "module", "frame", "traceback")


class Error(Exception):
    pass


error = Error


def _rebuild(x, state_of):
    """A new object of x's class whose state is state_of(each part)."""
    cls = type(x)
    if isinstance(x, dict):
        made = cls.__new__(cls)
        for key, value in dict.items(x):
            dict.__setitem__(made, state_of(key), state_of(value))
    elif isinstance(x, list):
        made = cls.__new__(cls)
        for item in x:
            made.append(state_of(item))
    elif isinstance(x, set):
        made = cls.__new__(cls)
        for item in set.__iter__(x):
            set.add(made, state_of(item))
    elif isinstance(x, (tuple, frozenset)):
        made = cls.__new__(cls, [state_of(item) for item in x]) if not hasattr(x, "_fields") else cls(*[state_of(item) for item in x])
    elif isinstance(x, str):
        made = str.__new__(cls, x)
    elif isinstance(x, int):
        made = int.__new__(cls, x)
    elif isinstance(x, float):
        made = float.__new__(cls, x)
    elif isinstance(x, (bytes, bytearray)):
        made = cls(x)
    elif isinstance(x, BaseException):
        made = cls.__new__(cls, *x.args)
    else:
        made = cls.__new__(cls)
    return made


def _reduced(x, convert):
    """What the class's own __reduce_ex__ or __reduce__ makes of x; None where it has none."""
    cls = type(x)
    if cls in _dispatch_table:
        parts = _dispatch_table[cls](x)
    elif isinstance(x, BaseException):
        return None
    elif cls.__reduce_ex__ is not object.__reduce_ex__:
        parts = x.__reduce_ex__(4)
    elif cls.__reduce__ is not object.__reduce__:
        parts = x.__reduce__()
    else:
        return None
    if isinstance(parts, str):
        return x
    func, args, state, items, pairs = (tuple(parts) + (None, None, None))[:5]
    made = func(*convert(tuple(args))) if args else func()
    if state is not None:
        _give_state(made, convert(state))
    for item in items or ():
        made.append(convert(item))
    for key, value in pairs or ():
        made[convert(key)] = convert(value)
    return made


def _set_state(made, x, convert):
    if hasattr(type(x), "__setstate__"):
        state = x.__getstate__()
        if state is not None:
            made.__setstate__(convert(state))
        return made
    if type(x).__getstate__ is not object.__getstate__:
        state = x.__getstate__()
        if isinstance(state, tuple) and len(state) == 2:
            state, slots = state
            for name, value in (slots or {}).items():
                setattr(made, name, convert(value))
        if state:
            made.__dict__.update(convert(state))
        return made
    state = getattr(x, "__dict__", None)
    if state:
        made.__dict__.update(convert(state))
    for cls in type(x).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(x, name):
                setattr(made, name, convert(getattr(x, name)))
    return made


def copy(x):
    cls = type(x)
    if cls in _ATOMIC or isinstance(x, type):
        return x
    if cls in (tuple, frozenset):
        return x
    hook = getattr(cls, "__copy__", None)
    if hook is not None:
        return hook(x)
    if cls in (list, dict, set):
        return x.copy()
    if cls.__name__ in _NOT_TO_COPY:
        raise TypeError(f"cannot pickle {cls.__name__!r} object")
    made = _reduced(x, lambda part: part)
    if made is not None:
        return made
    made = _rebuild(x, lambda part: part)
    return _set_state(made, x, lambda state: state)


def deepcopy(x, memo=None, _nil=[]):
    cls = type(x)
    if cls in _ATOMIC or isinstance(x, type):
        return x
    if memo is None:
        memo = {}
    key = id(x)
    found = memo.get(key, _nil)
    if found is not _nil:
        return found
    if cls is list:
        made = []
        memo[key] = made
        for item in x:
            made.append(deepcopy(item, memo))
    elif cls is dict:
        made = {}
        memo[key] = made
        for name, value in x.items():
            made[deepcopy(name, memo)] = deepcopy(value, memo)
    elif cls is set:
        made = set()
        for item in x:
            made.add(deepcopy(item, memo))
    elif cls.__module__ == "collections" and cls.__name__ == "deque":
        made = cls(maxlen=x.maxlen)
        memo[key] = made
        for item in x:
            made.append(deepcopy(item, memo))
    elif cls.__module__ == "collections" and cls.__name__ == "OrderedDict" and not x.__dict__:
        made = cls()
        memo[key] = made
        for name, value in x.items():
            made[deepcopy(name, memo)] = deepcopy(value, memo)
    elif cls is tuple:
        parts = [deepcopy(item, memo) for item in x]
        found = memo.get(key, _nil)
        if found is not _nil:
            return found
        made = x
        for old, new in zip(x, parts):
            if old is not new:
                made = tuple(parts)
                break
    elif (hook := getattr(x, "__deepcopy__", None)) is not None:
        made = hook(memo)
    elif cls.__name__ in ("cell", "property"):
        return x
    elif cls.__name__ == "method":
        made = getattr(deepcopy(x.__self__, memo), x.__name__)
    elif cls.__name__ in _NOT_TO_COPY:
        raise TypeError(f"cannot pickle {cls.__name__!r} object")
    elif (reduced := _reduced(x, lambda part: deepcopy(part, memo))) is not None:
        made = reduced
    elif isinstance(x, (list, dict, set)) and getattr(x, "__dict__", None) is not None:
        made = cls.__new__(cls)
        memo[key] = made
        if isinstance(x, dict):
            for name, value in dict.items(x):
                dict.__setitem__(made, deepcopy(name, memo), deepcopy(value, memo))
        elif isinstance(x, list):
            for item in x:
                made.append(deepcopy(item, memo))
        else:
            for item in set.__iter__(x):
                set.add(made, deepcopy(item, memo))
        _set_state(made, x, lambda state: deepcopy(state, memo))
    else:
        if isinstance(x, (list, dict, set, tuple, frozenset)):
            made = _rebuild(x, lambda part: deepcopy(part, memo))
        else:
            made = _rebuild(x, lambda part: part)
        memo[key] = made
        _set_state(made, x, lambda state: deepcopy(state, memo))
    if made is not x:
        memo[key] = made
        memo.setdefault(id(memo), []).append(x)
    return made
