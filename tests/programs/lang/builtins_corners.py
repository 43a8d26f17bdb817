# Corners of builtins and the library: subclasses of numbers as counts, slices that are of no use, messages that
# name the
# right type, and options that are rarely given.
import cmath
import contextlib
import copy
import dataclasses
import datetime
import enum
import functools
import inspect
import math
import operator
import random
import statistics
import textwrap
from collections import Counter, deque


def show(name, call):
    try:
        print(name, call())
    except Exception as e:
        print(name, type(e).__name__, e)


class I(int):
    pass


class Two:
    def __index__(self):
        return 2


class Half(float):
    def __float__(self):
        return 0.5

    def __int__(self):
        return 7


class Odd:
    def __int__(self):
        return 2.5


class Short(list):
    def __len__(self):
        return 0


class Wrong(list):
    def __len__(self):
        return -1


class Pair(tuple):
    pass


class OnlySet:
    def __setitem__(self, key, value):
        print("set", key, value)


print("numbers")
show("shift", lambda: (7 << I(3), -5 << I(2), 2 ** I(3), 10**20 >> I(3), 100 ** I(0)))
show("zero", lambda: (0 / -(2**63), 0 / 2**70))
show("char", lambda: ("%c" % I(65), "%*d" % (I(4), 5), format(I(66), "c")))
show("format", lambda: (format(1e15, "#.3"), format(-1.5, "#8,.1"), format(1e22, "#"), format(100.0, "#.4")))
show("percent", lambda: ("%f %s" % (Two(), "x"), "x" % b"a"))
show("percent d", lambda: "%d" % Odd())
show("percent %", lambda: "% 3%%s" % 1)
show("int float", lambda: (int(Half(2)), float(Half(2)), complex(Half(2))))
show("float format", lambda: format(Half(2), "x"))
show("divmod", lambda: (divmod(7.5, 2), divmod(-7, 2), divmod(datetime.timedelta(5), datetime.timedelta(2))))
show("divmod bad", lambda: divmod("a", 1))
show("sum", lambda: (sum([1, 0, 0.001, 1e16, 1]), sum([0.1] * 10)))
show(
    "nextafter",
    lambda: (math.nextafter(1, 2, steps=3), math.nextafter(0.0, -1, steps=2), math.nextafter(1.0, 5, steps=0)),
)
show("cmath", lambda: (cmath.sqrt(complex(1, math.inf)), cmath.sqrt(-4)))
show("bytes", lambda: (int.from_bytes(b"ab", "little"), bytes(Two()), b"ab" * Two()))
show("byteorder", lambda: int.from_bytes(b"ab", "middle"))

print("sequences")
show("add", lambda: Pair((1,)) + 1)
show("truth", lambda: (bool(Short([1])), not Short([1]), Short([1]) or "empty"))
show("negative length", lambda: bool(Wrong([1])))
show("big index", lambda: [1][2**70])
show("step", lambda: operator.setitem([1, 2], slice(None, None, 0), 5))
show("slice type", lambda: operator.setitem([1, 2], slice("a"), 5))
show("extended", lambda: operator.setitem([1, 2], slice(None, None, 2), 5))
show("delete tuple", lambda: operator.delitem((1, 2), 0))
show("delete by slice", lambda: operator.delitem((1, 2), slice(0, 1)))
show("only set", lambda: operator.delitem(OnlySet(), 0))
show("strip", lambda: b"ab".strip(3))
show("rjust", lambda: b"ab".rjust(5, b"xy"))
show("bytearray", lambda: operator.setitem(bytearray(b"abc"), slice(0, 1), None))
show("concat", lambda: operator.concat({}, ()))
show("deque", lambda: (deque([1, 2, 3])[Two()], deque([1, 2], 3) * 2, operator.imul(deque("ab"), 2)))
show("iterators", lambda: (type(iter("a")).__name__, type(iter("é")).__name__))
show("hints", lambda: repr(operator.methodcaller("split", ",", maxsplit=1)))

print("library")
show("counter", lambda: (Counter(a=3) & Counter(a=1), -Counter(a=-1), Counter("ab") < Counter("abc")))
show("counter order", lambda: Counter(a=1) < 5)
r = random.Random(7)
show("counts", lambda: r.sample("abc", 4, counts=[3, 1, 2]))
show("bad counts", lambda: r.sample("abc", 2, counts=[1]))
show("binomial", lambda: [r.binomialvariate(n, p) for n, p in ((1, 0.3), (12, 0.25), (100, 0.8), (1000, 0.4))])
show("exponential", lambda: r.expovariate(0.0))
show("wrap", lambda: textwrap.wrap("aaaa bbbbbbbbbbbb cc-dd", 5))
show("hyphens", lambda: textwrap.wrap("well-known words", 6, break_on_hyphens=False))
show("harmonic", lambda: (statistics.harmonic_mean([7]), statistics.harmonic_mean([0, -1])))
show("mean", lambda: (statistics.mean([math.inf, 1]), statistics.stdev([-3, 1, 1e300])))
show(
    "date",
    lambda: (datetime.date(True, Two(), 3), datetime.date.fromisoformat("2024-W05-3"), datetime.date(1, 1, 1).ctime()),
)
show("strftime", lambda: datetime.date(2024, 1, 2).strftime("%-d.%-m. %e"))
show("time", lambda: (datetime.time(1).tzname(), datetime.time(1, tzinfo=datetime.timezone.utc).tzname()))


@functools.lru_cache(maxsize=0)
def uncached(a):
    return a


class Cached:
    @functools.cache
    def method(self):
        return 1


show("no cache", lambda: (uncached([1]), uncached.cache_info()))
show("cached method", lambda: (type(Cached().method).__name__, Cached().method(), Cached.method.cache_info().misses))


def target(a, b, /, c=1, *rest, d, **more):
    pass


show("partial", lambda: inspect.signature(functools.partial(target, 1, d=2)))
show("partial named", lambda: inspect.signature(functools.partial(lambda a, b, c: 1, b=2)))
show("bind", lambda: inspect.signature(target).bind(1, 2, d=3).arguments)
show("bind too many", lambda: inspect.signature(lambda a, *, k: 1).bind(1, 2))


class Level(enum.IntEnum):
    LOW = 1
    HIGH = enum.auto()

    def __str__(self):
        return "level " + self.name.lower()


class Ratio(float, enum.Enum):
    HALF = 0.5
    MIXED = 2


show("enums", lambda: (f"{Level.LOW}", f"{Level.LOW:3}", Ratio.HALF + 1, Ratio(2.0), Ratio.HALF < Ratio.MIXED))


class Proxy:
    def __init__(self, inner):
        self.inner = inner

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        print("asked for", name)
        return getattr(self.inner, name)


show("deepcopy asks the object", lambda: copy.deepcopy(Proxy([1])).inner)


def options():
    @dataclasses.dataclass(weakref_slot=True)
    class Bad:
        pass


show("dataclass", options)

with contextlib.ExitStack() as stack:
    stack.callback(print, "last")
    stack.push(lambda kind, e, tb: print("saw", repr(e), repr(e.__context__)) or True)

    def fail(kind, e, tb):
        raise KeyError("second")

    stack.push(fail)
    raise ValueError("first")
print("end")
