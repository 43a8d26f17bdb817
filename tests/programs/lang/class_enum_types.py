# feature: the class of enumerations: bodies that are refused, subclasses of EnumType, members of bytes, flags
import enum
from enum import *


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


def named_twice():
    class Twice(Enum):
        A = 1
        A = 2


def reserved():
    class Reserved(Enum):
        _mine_ = 1


def extended():
    class Colour(Enum):
        RED = 1

    class More(Colour):
        BLUE = 2


def late_rule():
    class Late(Enum):
        A = auto()

        def _generate_next_value_(name, start, count, last):
            return name


def wrong_value():
    class Wrong(IntEnum):
        A = "x"


def wrong_order():
    class Wrong(Enum):
        _order_ = "B A"
        A = 1
        B = 2


def two_types():
    class Wrong(int, str, Enum):
        A = 1


def gap():
    @verify(CONTINUOUS)
    class Gap(Enum):
        A = 1
        C = 4


for f in (named_twice, reserved, extended, late_rule, wrong_value, wrong_order, gap):
    show(f)


class Loud(EnumMeta):
    def __getitem__(cls, name):
        return super().__getitem__(name.upper())

    def __call__(cls, value, *rest, **options):
        print("call", cls.__name__, value)
        return super().__call__(value, *rest, **options)

    def __contains__(cls, value):
        return value == "any" or super().__contains__(value)


class Size(Enum, metaclass=Loud):
    SMALL = 1
    LARGE = 2


print(Size["small"], Size(2), "any" in Size, 3 in Size, type(Size), EnumType is EnumMeta, list(reversed(Size)))


class Channel(bytes, Enum):
    def __new__(cls, number, label):
        made = bytes.__new__(cls, [number])
        made._value_ = number
        made.label = label
        return made

    RED = 1, "red channel"
    BLUE = 2, "blue channel"


print(Channel(2), Channel.RED.label, bytes(Channel.BLUE), Channel.RED == b"\x01", Channel.RED.value)


class Access(IntFlag):
    READ = 1
    WRITE = 2
    RUN = 8


print(
    ~Access.READ,
    repr(~Access.READ),
    repr(Access(12)),
    Access(11).name,
    list(Access(9)),
    Access.READ | 16,
    [m for m in Access],
)


class Mixed(Flag, boundary=CONFORM):
    A = 1
    B = 4
    AB = 5


print(Mixed(7), Mixed.AB, list(Mixed), list(Mixed.__members__), ~Mixed.A, repr(KEEP), repr(STRICT))


class Looked(Enum):
    ONE = 1

    @classmethod
    def _missing_(cls, value):
        if value == "one":
            return cls.ONE
        if value == "zero":
            return 0
        if value == "fail":
            raise KeyError(value)


show(lambda: Looked("one"))
show(lambda: Looked("zero"))
show(lambda: Looked("fail"))
show(lambda: Looked("none"))


class Names(Enum):
    name = "n"
    value = "v"


print(Names.name, Names.value.value, Names.name.name, [m.value for m in Names])


class Text(StrEnum):
    title = "some words"
    plain = auto()


print(Text.title, Text.plain, Text.title.title(), Text("plain") is Text.plain)
Made = Enum("Made", {"X": "x", "Y": 3}, module="elsewhere", qualname="Outer.Made")
print(list(Made), Made.__module__, Made.__qualname__, Made("x"), len(Made), bool(Made))
print(dir(Looked.ONE), [n for n in dir(Looked) if not n.startswith("__")])
show(lambda: setattr(Looked, "ONE", 2))
show(lambda: delattr(Looked, "ONE"))
show(lambda: setattr(Looked.ONE, "value", 2))
show(lambda: Looked.value)
