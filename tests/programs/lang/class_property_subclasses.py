# feature: subclasses of property, abstract containers that refuse to be made, read-only fields and views
import types
from collections import UserString, namedtuple
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Reversible, Sequence, Sized


def show(*calls):
    for call in calls:
        try:
            print(repr(call()))
        except Exception as error:
            print(type(error).__name__ + ":", error)


class Doubled(property):
    """A property that gives twice what its getter gives."""

    def __get__(self, instance, owner=None):
        value = super().__get__(instance, owner)
        return value if instance is None else 2 * value

    def __set__(self, instance, value):
        print("setting", value)
        super().__set__(instance, value)


class ClassProperty(property):
    def __init__(self, fget):
        super().__init__(fget)
        self.label = fget.__name__.upper()

    def __get__(self, instance, owner=None):
        return self.fget(owner)


class Box:
    def __init__(self, size):
        self._size = size

    @Doubled
    def size(self):
        "the size"
        return self._size

    @size.setter
    def size(self, value):
        self._size = value

    @Doubled
    def fixed(self):
        return 3

    @ClassProperty
    def kind(cls):
        return cls.__name__.lower()


box = Box(5)
print(
    box.size,
    type(Box.size).__name__,
    Box.size.__doc__,
    isinstance(Box.size, property),
    Box.kind,
    box.kind,
    Box.__dict__["kind"].label,
)
box.size = 7
print(box.size, box.fixed)


def store():
    box.fixed = 1


show(store)


class Squares(Sequence):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if not 0 <= i < self.n:
            raise IndexError(i)
        return i * i


class Unfinished(MutableMapping):
    def __getitem__(self, key):
        return key


print(
    list(Squares(4)),
    9 in Squares(4),
    list(reversed(Squares(3))),
    Squares(5).index(16),
    isinstance([], Callable),
    isinstance(len, Callable),
    isinstance([], Reversible),
)
show(lambda: Sized(), lambda: Unfinished(), lambda: Mapping(), lambda: Iterator())
P = namedtuple("P", "x y")
point = P(1, 2)


def set_field():
    point.x = 5


show(
    set_field,
    lambda: point._replace(z=1),
    lambda: P.x.__doc__,
    lambda: types.MappingProxyType({"a": 1}),
    lambda: types.MappingProxyType({"a": 1}) == {"a": 1},
    lambda: UserString("abc").upper() + "d",
)
print(int.__add__, (1).__add__.__name__, str.upper, classmethod(len), object.__repr__)


class X:
    pass


class Y(X):
    pass


def order():
    class Z(X, Y):
        pass


def keywords():
    class Z(X, colour=1):
        pass


show(order, keywords)
