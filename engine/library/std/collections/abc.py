"""The container protocols as classes: isinstance asks for the methods that make each."""
import _types
from _collections import deque
from abc import ABCMeta, abstractmethod

# On every class, whose own instances could be meant.
_ON_CLASSES = ("__call__", "__hash__")


def _has(cls, name):
    if name in _ON_CLASSES:
        return any(base.__dict__.get(name) is not None for base in cls.__mro__ if base is not object)
    return getattr(cls, name, None) is not None


@classmethod
def _by_methods(cls, subclass):
    """Classes of one trick know others by their methods, the rest by inheritance and registration only."""
    methods = cls.__dict__.get("_methods")
    return methods is not None and all(_has(subclass, name) for name in methods)


@classmethod
def _alias(cls, item):
    return _types.make_alias(cls, item)


class Hashable(metaclass=ABCMeta):
    __slots__ = ()
    @abstractmethod
    def __hash__(self):
        return 0

    @classmethod
    def __subclasshook__(cls, subclass):
        return cls is Hashable and subclass.__hash__ is not None


class Iterable(metaclass=ABCMeta):
    __slots__ = ()
    _methods = ("__iter__",)
    __subclasshook__ = _by_methods
    __class_getitem__ = _alias

    @abstractmethod
    def __iter__(self):
        while False:
            yield None


class Iterator(Iterable):
    __slots__ = ()
    _methods = ("__iter__", "__next__")

    @abstractmethod
    def __next__(self):
        raise StopIteration

    def __iter__(self):
        return self


class Generator(Iterator):
    __slots__ = ()
    _methods = ("__iter__", "__next__", "send", "throw", "close")

    @abstractmethod
    def send(self, value):
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        raise (typ if val is None else val) if tb is None else (typ() if val is None else val).with_traceback(tb)

    def __next__(self):
        return self.send(None)

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            return
        raise RuntimeError("generator ignored GeneratorExit")


class Awaitable(metaclass=ABCMeta):
    __slots__ = ()
    _methods = ("__await__",)
    __subclasshook__ = _by_methods
    __class_getitem__ = _alias

    @abstractmethod
    def __await__(self):
        yield


class Coroutine(Awaitable):
    __slots__ = ()
    _methods = ("__await__", "send", "throw", "close")

    @abstractmethod
    def send(self, value):
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        raise (typ if val is None else val) if tb is None else (typ() if val is None else val).with_traceback(tb)

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            return
        raise RuntimeError("coroutine ignored GeneratorExit")


class AsyncIterable(metaclass=ABCMeta):
    __slots__ = ()
    _methods = ("__aiter__",)
    __subclasshook__ = _by_methods
    __class_getitem__ = _alias

    @abstractmethod
    def __aiter__(self):
        return AsyncIterator()


class AsyncIterator(AsyncIterable):
    __slots__ = ()
    _methods = ("__aiter__", "__anext__")

    @abstractmethod
    async def __anext__(self):
        raise StopAsyncIteration

    def __aiter__(self):
        return self


class AsyncGenerator(AsyncIterator):
    __slots__ = ()
    _methods = ("__aiter__", "__anext__", "asend", "athrow", "aclose")

    @abstractmethod
    async def asend(self, value):
        raise StopAsyncIteration

    @abstractmethod
    async def athrow(self, typ, val=None, tb=None):
        raise (typ if val is None else val) if tb is None else (typ() if val is None else val).with_traceback(tb)

    async def __anext__(self):
        return await self.asend(None)

    async def aclose(self):
        try:
            await self.athrow(GeneratorExit)
        except (GeneratorExit, StopAsyncIteration):
            return
        raise RuntimeError("asynchronous generator ignored GeneratorExit")


class Reversible(Iterable):
    __slots__ = ()
    _methods = ("__iter__", "__reversed__")
    _abc_registry = (list, dict, range, deque, tuple, str, bytes, bytearray, type({}.keys()), type({}.values()), type({}.items()))

    @abstractmethod
    def __reversed__(self):
        while False:
            yield None


class Sized(metaclass=ABCMeta):
    __slots__ = ()
    _methods = ("__len__",)
    __subclasshook__ = _by_methods

    @abstractmethod
    def __len__(self):
        return 0


class Container(metaclass=ABCMeta):
    __slots__ = ()
    _methods = ("__contains__",)
    __subclasshook__ = _by_methods
    __class_getitem__ = _alias

    @abstractmethod
    def __contains__(self, x):
        return False


class Collection(Sized, Iterable, Container):
    __slots__ = ()
    _methods = ("__len__", "__iter__", "__contains__")


class Callable(metaclass=ABCMeta):
    __slots__ = ()
    _methods = ("__call__",)
    _abc_registry = (type(len), type(lambda: 0), type([].append), type("".join), type, staticmethod)
    __subclasshook__ = _by_methods
    __class_getitem__ = _alias

    @abstractmethod
    def __call__(self, *args, **kwds):
        return False


class Sequence(Reversible, Collection):
    __slots__ = ()
    _abc_registry = (list, tuple, str, range, bytes, bytearray, deque)

    @abstractmethod
    def __getitem__(self, index):
        raise IndexError

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
    __slots__ = ()
    _abc_registry = (bytes, bytearray)


class MutableSequence(Sequence):
    __slots__ = ()
    _abc_registry = (list, bytearray, deque)

    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError

    @abstractmethod
    def __delitem__(self, index):
        raise IndexError

    @abstractmethod
    def insert(self, index, value):
        raise IndexError

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
    __slots__ = ()
    _abc_registry = (set, frozenset, type({}.keys()), type({}.items()))

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
    __slots__ = ()
    _abc_registry = (set,)

    @abstractmethod
    def add(self, value):
        raise NotImplementedError

    @abstractmethod
    def discard(self, value):
        raise NotImplementedError

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
    __slots__ = ()
    _abc_registry = (dict,)

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

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
    __slots__ = ()
    _abc_registry = (dict,)
    _marker = object()

    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

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
    __slots__ = ("_mapping",)
    __class_getitem__ = _alias
    _abc_registry = (type({}.keys()), type({}.values()), type({}.items()))

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f"{type(self).__name__}({self._mapping!r})"


class KeysView(MappingView, Set):
    __slots__ = ()
    _abc_registry = (type({}.keys()),)

    @classmethod
    def _from_iterable(cls, values):
        return set(values)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


class ValuesView(MappingView, Collection):
    __slots__ = ()
    _abc_registry = (type({}.values()),)

    def __contains__(self, value):
        return any(v is value or v == value for v in self)

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]


class ItemsView(MappingView, Set):
    __slots__ = ()
    _abc_registry = (type({}.items()),)

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
