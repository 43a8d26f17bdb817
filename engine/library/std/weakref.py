"""References that do not keep their objects alive, and containers made of them."""

from _weakref import getweakrefcount, getweakrefs, ref
from collections.abc import MutableMapping as _MutableMapping, MutableSet as _MutableSet

__all__ = ["ref", "proxy", "getweakrefcount", "getweakrefs", "WeakKeyDictionary", "ReferenceType", "ProxyType",
           "CallableProxyType", "ProxyTypes", "WeakValueDictionary", "WeakSet", "WeakMethod", "finalize"]

ReferenceType = ref


class WeakMethod:
    """A reference to a bound method, which lives as long as the object it is bound to."""

    def __init__(self, meth, callback=None):
        try:
            obj, func = meth.__self__, meth.__func__
        except AttributeError:
            raise TypeError(f"argument should be a bound method, not {type(meth)}") from None
        gone = None if callback is None else lambda _: callback(self)
        self._object = ref(obj, gone)
        self._func = ref(func)
        self._make = type(meth)

    def __call__(self):
        obj, func = self._object(), self._func()
        return None if obj is None or func is None else self._make(func, obj)

    def __eq__(self, other):
        if not isinstance(other, WeakMethod):
            return NotImplemented
        if self._object() is None or other._object() is None:
            return self is other
        return self._object == other._object and self._func == other._func

    def __hash__(self):
        return hash((self._object, self._func))


def _target(proxied):
    found = object.__getattribute__(proxied, "_reference")()
    if found is None:
        raise ReferenceError("weakly-referenced object no longer exists")
    return found


def _plain(value):
    return _target(value) if isinstance(value, ProxyType) else value


class ProxyType:
    """Stands for an object without keeping it: what is asked of it is asked of the object."""

    def __init__(self, obj, callback=None):
        gone = None if callback is None else lambda _: callback(self)
        object.__setattr__(self, "_reference", ref(obj, gone))

    def __getattr__(self, name):
        return getattr(_target(self), name)

    def __setattr__(self, name, value):
        setattr(_target(self), name, value)

    def __delattr__(self, name):
        delattr(_target(self), name)

    def __repr__(self):
        made = object.__getattribute__(self, "_reference")()
        shown = "NoneType" if made is None else type(made).__name__
        return f"<weakproxy at {id(self):#x} to {shown} at {id(made):#x}>"

    __hash__ = None


class CallableProxyType(ProxyType):
    def __call__(self, *args, **keywords):
        return _target(self)(*args, **keywords)


ProxyTypes = (ProxyType, CallableProxyType)


def _forward():
    import operator

    def one(function):
        return lambda self: function(_target(self))

    def two(function):
        return lambda self, other: function(_plain(self), _plain(other))

    def swapped(function):
        return lambda self, other: function(_plain(other), _plain(self))

    for name, function in (("str", str), ("bytes", bytes), ("bool", bool), ("len", len), ("iter", iter), ("next", next),
                           ("int", int), ("float", float), ("abs", abs), ("reversed", reversed), ("index", operator.index),
                           ("neg", operator.neg), ("pos", operator.pos), ("invert", operator.invert)):
        setattr(ProxyType, f"__{name}__", one(function))
    for name, function in (("add", operator.add), ("sub", operator.sub), ("mul", operator.mul), ("mod", operator.mod),
                           ("truediv", operator.truediv), ("floordiv", operator.floordiv), ("pow", pow), ("matmul", operator.matmul),
                           ("and", operator.and_), ("or", operator.or_), ("xor", operator.xor),
                           ("lshift", operator.lshift), ("rshift", operator.rshift), ("divmod", divmod)):
        setattr(ProxyType, f"__{name}__", two(function))
        setattr(ProxyType, f"__r{name}__", swapped(function))
    for name in ("eq", "ne", "lt", "le", "gt", "ge", "contains", "getitem", "delitem"):
        setattr(ProxyType, f"__{name}__", two(getattr(operator, name)))
    ProxyType.__setitem__ = lambda self, key, value: operator.setitem(_target(self), key, value)
    ProxyType.__enter__ = lambda self: _target(self).__enter__()
    ProxyType.__exit__ = lambda self, *details: _target(self).__exit__(*details)
    ProxyType.__hash__ = None


_forward()


def proxy(object, callback=None, /):
    return (CallableProxyType if callable(object) else ProxyType)(object, callback)


class _Mapping(_MutableMapping):
    """What both weak dictionaries share: `_data`, whose dead entries callbacks remove."""

    def __init__(self, other=(), /, **keywords):
        self._data = {}
        self.update(other, **keywords)

    def __len__(self):
        return len(self._data)

    def __iter__(self):
        for key, _ in list(self._pairs()):
            yield key

    def keys(self):
        return iter(self)

    def items(self):
        for pair in list(self._pairs()):
            yield pair

    def values(self):
        for _, value in list(self._pairs()):
            yield value

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x}>"

    def __eq__(self, other):
        if not hasattr(other, "items"):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __hash__ = None

    def __or__(self, other):
        made = self.copy()
        made.update(other)
        return made

    def _forgetter(self, key):
        me = ref(self)

        def forget(gone):
            mapping = me()
            if mapping is not None:
                mapping._forget(gone, key)

        return forget


class WeakValueDictionary(_Mapping):
    def _pairs(self):
        for key, reference in list(self._data.items()):
            value = reference()
            if value is not None:
                yield key, value

    def _forget(self, gone, key):
        if self._data.get(key) is gone:
            del self._data[key]

    def __getitem__(self, key):
        value = self._data[key]()
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key, value):
        self._data[key] = ref(value, self._forgetter(key))

    def __delitem__(self, key):
        del self._data[key]

    def __contains__(self, key):
        return key in self._data and self._data[key]() is not None

    def valuerefs(self):
        return list(self._data.values())

    itervaluerefs = valuerefs


class WeakKeyDictionary(_Mapping):
    def _pairs(self):
        for reference, value in list(self._data.items()):
            key = reference()
            if key is not None:
                yield key, value

    def _forget(self, gone, key):
        self._data.pop(gone, None)

    def __getitem__(self, key):
        return self._data[ref(key)]

    def __setitem__(self, key, value):
        self._data[ref(key, self._forgetter(None))] = value

    def __delitem__(self, key):
        del self._data[ref(key)]

    def __contains__(self, key):
        try:
            return ref(key) in self._data
        except TypeError:
            return False

    def keyrefs(self):
        return list(self._data)


class WeakSet(_MutableSet):
    def __init__(self, data=None):
        self._data = {}
        for item in data or ():
            self.add(item)

    def add(self, item):
        me = ref(self)

        def forget(gone):
            held = me()
            if held is not None:
                held._data.pop(gone, None)

        if ref(item) not in self._data:
            self._data[ref(item, forget)] = None

    def discard(self, item):
        self._data.pop(ref(item), None)

    def remove(self, item):
        del self._data[ref(item)]

    def update(self, *others):
        for other in others:
            for item in other:
                self.add(item)

    def copy(self):
        return type(self)(self)

    def union(self, other):
        made = self.copy()
        made.update(other)
        return made

    def intersection(self, other):
        return type(self)(item for item in self if item in other)

    def difference(self, other):
        return type(self)(item for item in self if item not in other)

    __or__, __and__, __sub__ = union, intersection, difference

    def issubset(self, other):
        return all(item in other for item in self)

    def issuperset(self, other):
        return all(item in self for item in other)

    def __len__(self):
        return len(self._data)

    def __contains__(self, item):
        try:
            return ref(item) in self._data
        except TypeError:
            return False

    def __iter__(self):
        for reference in list(self._data):
            item = reference()
            if item is not None:
                yield item

    def __repr__(self):
        return repr(set(self))


class finalize:
    """Calls a function when an object is gone, once."""

    _living = {}
    atexit = True

    def __init__(self, obj, func, /, *args, **keywords):
        self._living[self] = (ref(obj, lambda _: self()), func, args, keywords)

    def __call__(self, _=None):
        found = self._living.pop(self, None)
        if found is not None:
            _, func, args, keywords = found
            return func(*args, **keywords)

    def detach(self):
        return self._end(True)

    def peek(self):
        return self._end(False)

    def _end(self, remove):
        found = self._living.get(self)
        obj = found[0]() if found else None
        if obj is None:
            return None
        if remove:
            del self._living[self]
        return (obj, *found[1:])

    @property
    def alive(self):
        return self in self._living

    def __repr__(self):
        found = self._living.get(self)
        obj = found[0]() if found else None
        if obj is None:
            return f"<finalize object at {id(self):#x}; dead>"
        return f"<finalize object at {id(self):#x}; for {type(obj).__name__!r} at {id(obj):#x}>"
