# feature: abc.ABCMeta as a class of classes, what is abstract and when it is refused, the container classes
import abc
import collections.abc as ca
from dataclasses import dataclass


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


class Registry(abc.ABCMeta):
    known = {}

    def __new__(meta, name, bases, body, tag=None):
        cls = super().__new__(meta, name, bases, body)
        meta.known[name] = tag
        return cls

    def __call__(cls, *args):
        print("make", cls.__name__)
        return super().__call__(*args)


class Plugin(metaclass=Registry, tag="base"):
    @abc.abstractmethod
    def run(self):
        ...


class Printer(Plugin, tag="p"):
    def run(self):
        return "ran"


show(lambda: Plugin())
print(Printer().run(), Registry.known, type(Printer), isinstance(Printer(), Plugin), Plugin.__abstractmethods__)


class WithNew(abc.ABC):
    def __new__(cls, *args):
        print("new", args)
        return super().__new__(cls)

    def __init__(self, a):
        self.a = a

    @property
    @abc.abstractmethod
    def size(self):
        ...


class Sized(WithNew):
    size = 3


show(lambda: WithNew(1))
print(Sized(2).size)


@dataclass
class Record(abc.ABC):
    year: int

    @abc.abstractmethod
    def text(self):
        ...


show(lambda: Record())
show(lambda: Record(3))
Record.text = lambda self: "t"
show(lambda: Record(3))
abc.update_abstractmethods(Record)
show(lambda: Record(3).text())


class Number(int, metaclass=abc.ABCMeta):
    @abc.abstractmethod
    def double(self):
        ...


print(Number(4) + 1)


class Duck(metaclass=abc.ABCMeta):
    @classmethod
    def __subclasshook__(cls, other):
        return hasattr(other, "quack") or NotImplemented


class Robot:
    quack = 1


@Duck.register
class Goose:
    pass


print(isinstance(Robot(), Duck), issubclass(Goose, Duck), isinstance(3, Duck), Goose.__mro__)
show(lambda: Duck.register(5))


class Cycle(Goose, metaclass=abc.ABCMeta):
    pass


show(lambda: Goose in (Cycle.register(Goose),))
show(lambda: issubclass(5, Duck))
for name in ("Hashable", "Reversible", "Sequence", "ByteString", "Collection", "Set", "Callable"):
    kind = getattr(ca, name)
    print(
        name,
        [
            isinstance(v, kind)
            for v in ([], (), {}, {1}, "a", b"", range(2), {}.keys(), {}.items(), {}.values(), len, 5)
        ],
    )
show(lambda: ca.Sequence())
show(lambda: hash({}.keys()))


class Pair(ca.Sequence):
    def __init__(self, *items):
        self.items = items

    def __getitem__(self, i):
        return self.items[i]

    def __len__(self):
        return len(self.items)


p = Pair("a", "b", "a")
print(list(reversed(p)), p.count("a"), p.index("b"), "b" in p, isinstance(p, ca.Reversible), Pair.__mro__[1:4])
