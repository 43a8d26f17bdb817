"""The container protocols as classes: isinstance asks for the methods that make each."""
import _types


class _Protocol:
    def __init_subclass__(cls, **keywords):
        _types.make_checking_class(cls)

    @classmethod
    def __class_check__(cls, subclass):
        if any(issubclass(subclass, known) for known in cls.__dict__.get("_registered", ())):
            return True
        methods = cls.__dict__.get("_methods")
        if methods is None:
            return False
        return all(getattr(subclass, name, None) is not None for name in methods)

    @classmethod
    def __class_getitem__(cls, item):
        return _types.make_alias(cls, item)

    @classmethod
    def register(cls, subclass):
        cls._registered = cls.__dict__.get("_registered", ()) + (subclass,)
        return subclass


class Hashable(_Protocol):
    _methods = ("__hash__",)


class Iterable(_Protocol):
    _methods = ("__iter__",)


class Iterator(Iterable):
    _methods = ("__iter__", "__next__")

    def __iter__(self):
        return self


class Generator(Iterator):
    _methods = ("__iter__", "__next__", "send", "throw", "close")


class Reversible(Iterable):
    _methods = ("__iter__", "__reversed__")


class Sized(_Protocol):
    _methods = ("__len__",)


class Container(_Protocol):
    _methods = ("__contains__",)


class Collection(Sized):
    _methods = ("__len__", "__iter__", "__contains__")


class Callable(_Protocol):
    _methods = ("__call__",)


class Sequence(Collection):
    _methods = None
    _registered = (list, tuple, str, range, bytes)

    def __iter__(self):
        i = 0
        try:
            while True:
                yield self[i]
                i += 1
        except IndexError:
            return

    def __contains__(self, value):
        return any(v is value or v == value for v in self)

    def __reversed__(self):
        for i in reversed(range(len(self))):
            yield self[i]

    def index(self, value, start=0, stop=None):
        for i, v in enumerate(self):
            if i >= start and (stop is None or i < stop) and (v is value or v == value):
                return i
        raise ValueError

    def count(self, value):
        return sum(1 for v in self if v is value or v == value)


class MutableSequence(Sequence):
    _methods = None
    _registered = (list,)

    def append(self, value):
        self.insert(len(self), value)

    def extend(self, values):
        for v in list(values):
            self.append(v)

    def pop(self, index=-1):
        v = self[index]
        del self[index]
        return v

    def remove(self, value):
        del self[self.index(value)]

    def clear(self):
        while len(self):
            self.pop()

    def reverse(self):
        n = len(self)
        for i in range(n // 2):
            self[i], self[n - i - 1] = self[n - i - 1], self[i]

    def __iadd__(self, values):
        self.extend(values)
        return self


class Set(Collection):
    _methods = None
    _registered = (set, frozenset, type({}.keys()), type({}.items()))


class MutableSet(Set):
    _methods = None
    _registered = (set,)


class Mapping(Collection):
    _methods = None
    _registered = (dict,)

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return [key for key in self]

    def values(self):
        return [self[key] for key in self]

    def items(self):
        return [(key, self[key]) for key in self]

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())


class MutableMapping(Mapping):
    _methods = None
    _registered = (dict,)
    _marker = object()

    def pop(self, key, default=_marker):
        try:
            value = self[key]
        except KeyError:
            if default is MutableMapping._marker:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        for key in self:
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def clear(self):
        while len(self):
            self.popitem()

    def update(self, other=(), /, **keywords):
        if hasattr(other, "keys"):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in keywords.items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default


class KeysView(Set):
    _methods = None
    _registered = (type({}.keys()),)


class ValuesView(Collection):
    _methods = None
    _registered = (type({}.values()),)


class ItemsView(Set):
    _methods = None
    _registered = (type({}.items()),)


class Awaitable(_Protocol):
    _methods = ("__await__",)
