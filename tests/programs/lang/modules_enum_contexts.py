import enum
import abc
import typing
import functools
import contextlib
import operator
import types
import inspect
import textwrap
import statistics
import fractions
import decimal
import datetime
import re
import itertools


def t(f):
    try:
        print(repr(f()))
    except BaseException as e:
        print(type(e).__name__, e)


class Color(enum.Enum):
    RED = 1
    GREEN = "g"
    CRIMSON = 1

    @property
    def low(self):
        return self.name.lower()

    @classmethod
    def pick(cls):
        return cls.RED

    def __str__(self):
        return f"C:{self.name}"


print(
    Color.RED,
    repr(Color.RED),
    Color(1),
    Color["GREEN"],
    list(Color),
    Color.CRIMSON is Color.RED,
    Color.__members__,
    Color.RED.low,
    Color.pick(),
    len(Color),
    "RED" in Color.__members__,
    Color.RED in Color,
    1 in Color,
    hash(Color.RED) == hash("RED"),
    f"{Color.RED}",
    Color.RED == 1,
    isinstance(Color.RED, Color),
    type(Color.RED),
)
for f in (
    lambda: Color(9),
    lambda: Color["NO"],
    lambda: Color.NO,
    lambda: setattr(Color, "RED", 5),
    lambda: delattr(Color, "RED"),
    lambda: Color.RED < Color.GREEN,
    lambda: Color.RED.RED,
    lambda: setattr(Color.RED, "value", 3),
    lambda: Color(),
    lambda: enum.Enum("D", "a b a"),
    lambda: enum.Enum("D", "a b", start=5).b.value,
    lambda: Color.RED(),
):
    t(f)


class P(enum.IntFlag):
    R = 4
    W = 2
    X = 1


class Fl(enum.Flag):
    A = enum.auto()
    B = enum.auto()
    AB = A | B


class S(enum.StrEnum):
    ONE = enum.auto()
    TWO = "2"


class I(enum.IntEnum):
    A = 1
    B = 2


print(
    P.R | P.W,
    P(7),
    P(8),
    ~P.R,
    P.R & 4,
    bool(P(0)),
    P(0),
    list(P(5)),
    Fl.A | Fl.B,
    Fl.AB,
    Fl(0),
    ~Fl.A,
    Fl.A in Fl.AB,
    S.ONE,
    repr(S.TWO),
    S.ONE == "one",
    S.ONE.upper(),
    I.A + 1,
    I.A < I.B,
    f"{I.A}",
    repr(I.B),
    I(2),
    sorted([I.B, I.A]),
    P.R.name,
    (P.R | P.W).name,
    [*Fl],
)
t(lambda: Fl(8))
t(lambda: Fl.A | 1)
t(lambda: I(5))
t(lambda: P("a"))


@enum.unique
class U(enum.Enum):
    A = 1


t(lambda: enum.unique(enum.Enum("V", {"a": 1, "b": 1})))


class Planet(enum.Enum):
    EARTH = (5.9, 6.3)

    def __init__(self, m, r):
        self.m = m
        self.r = r

    y = enum.nonmember(5)
    _ignore_ = ["z"]
    z = 1


print(Planet.EARTH.m, Planet.y, list(Planet)[0], Planet.EARTH.value)


class Auto(enum.Enum):
    def _generate_next_value_(name, start, count, last):
        return name.lower() + str(count)

    A = enum.auto()
    B = enum.auto()

    @classmethod
    def _missing_(cls, v):
        return cls.A if v == "?" else None


print(Auto.B.value, Auto("?"), [m.value for m in Auto])
t(lambda: Auto("zz"))


class Sh(abc.ABC):
    @property
    @abc.abstractmethod
    def area(self):
        ...

    @classmethod
    @abc.abstractmethod
    def mk(cls):
        ...

    @staticmethod
    @abc.abstractmethod
    def st():
        ...


t(Sh)
print(Sh.__abstractmethods__ == {"area", "mk", "st"})


class Sq(Sh):
    area = 4

    @classmethod
    def mk(cls):
        return cls()


t(Sq)
t(Sq.mk)
print(
    typing.Optional[int],
    typing.Union[int, str, None],
    typing.List[int],
    list[int],
    dict[str, typing.Any],
    typing.Callable[[int], str],
    int | None,
    typing.Tuple[int, ...],
    typing.Literal["a", 1],
    typing.get_type_hints(lambda x: x),
    typing.get_args(dict[str, int]),
    typing.get_origin(list[int]),
    typing.TypeVar("T"),
    typing.NewType("U", int)(5),
)


@contextlib.contextmanager
def cm(x):
    print("in", x)
    try:
        yield x * 2
    except KeyError as e:
        print("swallow", e)
    finally:
        print("out")


with cm(1) as a, cm(2) as b:
    print(a, b)
    raise KeyError("k")
t(lambda: next(cm(1).gen))


@cm(3)
def deco():
    return "ret"


print(deco())
with contextlib.suppress(ZeroDivisionError):
    1 / 0
with contextlib.ExitStack() as st:
    st.enter_context(cm(5))
    st.callback(print, "cb", sep="-")
    st.push(lambda *e: print("exit", e[0]) or True)
    raise ValueError("q")


@contextlib.contextmanager
def noyield():
    if 0:
        yield


t(lambda: noyield().__enter__())


@contextlib.contextmanager
def two():
    yield 1
    yield 2


def use():
    with two():
        pass


t(use)
print(
    textwrap.dedent("  a\n    b\n"),
    textwrap.fill("the quick brown fox jumps", 10),
    textwrap.shorten("hello big world", 11),
    textwrap.indent("a\nb", "> "),
    statistics.mean([1, 2]),
    statistics.stdev([1, 2, 4]),
    statistics.median([3, 1, 2]),
    fractions.Fraction(6, 4),
    fractions.Fraction("0.125"),
    decimal.Decimal("1.10") + 1,
    datetime.timedelta(days=1, seconds=5),
    datetime.date(2024, 2, 29) + datetime.timedelta(365),
    datetime.datetime(2024, 1, 2, 3, 4).isoformat(),
    re.findall(r"(\w)(\d)", "a1 b2"),
    re.sub(r"(?P<x>\d)", r"<\g<x>>", "a1"),
    re.match("a", "b"),
    re.search("b+", "abbc"),
    re.split(r"[,;]", "a,b;c"),
)
t(lambda: statistics.mean([]))
t(lambda: fractions.Fraction(1, 0))
t(lambda: re.compile("("))
t(lambda: re.compile("*"))
t(lambda: re.match("a", 5))
t(lambda: datetime.datetime.strptime("x", "%Y"))
t(lambda: datetime.datetime.fromisoformat("z"))

for members in ("a b a", [("a", 1), ("a", 2)]):
    t(lambda: enum.Enum("D", members))
try:

    class Bad(enum.Enum):
        mro = 1

except ValueError as e:
    print(e)
