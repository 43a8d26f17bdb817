"""The container protocols as classes: isinstance asks for the methods that make each."""
import _types
from _collections import deque
from abc import ABCMeta, _refuse_abstract

# On every class, whose own instances could be meant.
_ON_CLASSES = ("__call__", "__hash__")


def _has(cls, name):
    if name in _ON_CLASSES:
        return any(base.__dict__.get(name) is not None for base in cls.__mro__ if base is not object)
    return getattr(cls, name, None) is not None


def _names_to_write(cls):
    """The abstract methods of the class; found once."""
    if "_to_write" not in cls.__dict__:
        names = {name for base in cls.__mro__ for name in base.__dict__.get("_abstract", ()) if not _has(cls, name)}
        cls._to_write = frozenset(names | cls.__abstractmethods__)
    return cls._to_write


class _Protocol(metaclass=ABCMeta):
    _abstract = ()

    def __new__(cls, /, *args, **keywords):
        _refuse_abstract(cls, _names_to_write(cls))
        make = super().__new__
        return make(cls) if make is object.__new__ else make(cls, *args, **keywords)

    @classmethod
    def __class_check__(cls, subclass):
        if any(issubclass(subclass, known) for known in cls.__dict__.get("_registered", ())):
            return True
        methods = cls.__dict__.get("_methods")
        if methods is None:
            return False
        return all(_has(subclass, name) for name in methods)

    @classmethod
    def __class_getitem__(cls, item):
        return _types.make_alias(cls, item)

    @classmethod
    def register(cls, subclass):
        cls._registered = cls.__dict__.get("_registered", ()) + (subclass,)
        return subclass


class Hashable(_Protocol):
    _methods = _abstract = ("__hash__",)

    @classmethod
    def __class_check__(cls, subclass):
        return subclass.__hash__ is not None


class Iterable(_Protocol):
    _methods = _abstract = ("__iter__",)


class Iterator(Iterable):
    _methods = ("__iter__", "__next__")
    _abstract = ("__next__",)

    def __iter__(self):
        return self


class Generator(Iterator):
    _methods = ("__iter__", "__next__", "send", "throw", "close")
    _abstract = ("send", "throw")

    def __next__(self):
        return self.send(None)

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            return
        raise RuntimeError("generator ignored GeneratorExit")


class Awaitable(_Protocol):
    _methods = _abstract = ("__await__",)


class Coroutine(Awaitable):
    _methods = ("__await__", "send", "throw", "close")
    _abstract = ("__await__", "send", "throw")

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            return
        raise RuntimeError("coroutine ignored GeneratorExit")


class AsyncIterable(_Protocol):
    _methods = _abstract = ("__aiter__",)


class AsyncIterator(AsyncIterable):
    _methods = ("__aiter__", "__anext__")
    _abstract = ("__anext__",)

    def __aiter__(self):
        return self


class AsyncGenerator(AsyncIterator):
    _methods = ("__aiter__", "__anext__", "asend", "athrow", "aclose")
    _abstract = ("asend", "athrow")

    async def __anext__(self):
        return await self.asend(None)

    async def aclose(self):
        try:
            await self.athrow(GeneratorExit)
        except (GeneratorExit, StopAsyncIteration):
            return
        raise RuntimeError("asynchronous generator ignored GeneratorExit")


class Reversible(Iterable):
    _methods = ("__iter__", "__reversed__")
    _abstract = ("__reversed__",)
    _registered = (list, dict, range, deque, tuple, str, bytes, bytearray, type({}.keys()), type({}.values()), type({}.items()))


class Sized(_Protocol):
    _methods = _abstract = ("__len__",)


class Container(_Protocol):
    _methods = _abstract = ("__contains__",)


class Collection(Sized, Iterable, Container):
    _methods = ("__len__", "__iter__", "__contains__")


class Callable(_Protocol):
    _methods = _abstract = ("__call__",)
    _registered = (type(len), type(lambda: 0), type([].append), type("".join), type, staticmethod)


class Sequence(Reversible, Collection):
    _methods = None
    _abstract = ("__getitem__", "__len__")
    _registered = (list, tuple, str, range, bytes, bytearray, deque)

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


class ByteString(Sequence):
    _methods = None
    _registered = (bytes, bytearray)


class MutableSequence(Sequence):
    _methods = None
    _abstract = ("__setitem__", "__delitem__", "insert")
    _registered = (list, bytearray, deque)

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

    @classmethod
    def _from_iterable(cls, values):
        return cls(values)

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) <= len(other) and all(value in other for value in self)

    def __lt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) < len(other) and self.__le__(other)

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) >= len(other) and all(value in self for value in other)

    def __gt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) > len(other) and self.__ge__(other)

    def __eq__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) == len(other) and self.__le__(other)

    __hash__ = None

    def __and__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(value for value in other if value in self)

    __rand__ = __and__

    def __or__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(value for values in (self, other) for value in values)

    __ror__ = __or__

    def __sub__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        if not isinstance(other, Set):
            other = self._from_iterable(other)
        return self._from_iterable(value for value in self if value not in other)

    def __rsub__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(value for value in other if value not in self)

    def __xor__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        if not isinstance(other, Set):
            other = self._from_iterable(other)
        return (self - other) | (other - self)

    __rxor__ = __xor__

    def isdisjoint(self, other):
        return not any(value in self for value in other)


class MutableSet(Set):
    _methods = None
    _abstract = ("add", "discard")
    _registered = (set,)

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        for value in self:
            self.discard(value)
            return value
        raise KeyError

    def clear(self):
        while len(self):
            self.pop()

    def __ior__(self, other):
        for value in other:
            self.add(value)
        return self

    def __iand__(self, other):
        for value in self - other:
            self.discard(value)
        return self

    def __isub__(self, other):
        for value in list(other):
            self.discard(value)
        return self

    def __ixor__(self, other):
        for value in list(other):
            if value in self:
                self.discard(value)
            else:
                self.add(value)
        return self


class Mapping(Collection):
    _methods = None
    _abstract = ("__getitem__", "__iter__", "__len__")
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
        return KeysView(self)

    def values(self):
        return ValuesView(self)

    def items(self):
        return ItemsView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())


class MutableMapping(Mapping):
    _methods = None
    _abstract = ("__setitem__", "__delitem__")
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


class MappingView(Sized):
    _methods = None
    _registered = (type({}.keys()), type({}.values()), type({}.items()))

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f"{type(self).__name__}({self._mapping!r})"


class KeysView(MappingView, Set):
    _methods = None
    _registered = (type({}.keys()),)

    @classmethod
    def _from_iterable(cls, values):
        return set(values)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


class ValuesView(MappingView, Collection):
    _methods = None
    _registered = (type({}.values()),)

    def __contains__(self, value):
        return any(v is value or v == value for v in self)

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]


class ItemsView(MappingView, Set):
    _methods = None
    _registered = (type({}.items()),)

    @classmethod
    def _from_iterable(cls, values):
        return set(values)

    def __contains__(self, item):
        key, value = item
        try:
            found = self._mapping[key]
        except KeyError:
            return False
        return found is value or found == value

    def __iter__(self):
        for key in self._mapping:
            yield key, self._mapping[key]
