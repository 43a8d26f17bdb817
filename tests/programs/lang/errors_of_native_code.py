# Errors that native code raises, and attributes that are looked for in vain: by hasattr, by __getattr__, in handlers.
import copy
from collections import OrderedDict


class Slotted:
    __slots__ = ("a",)


for x in (set(), 1, Slotted(), [], Slotted, lambda: 0):
    print(hasattr(x, "__dict__"), getattr(x, "__dict__", None) is None)
for x in (set(), Slotted(), 3, ()):
    try:
        x.__dict__
    except AttributeError as error:
        print(error)


class Shown:
    @property
    def __dict__(self):
        return 5


print(Shown().__dict__, hasattr(Shown(), "__dict__"))


class Falling:
    def __getattr__(self, name):
        if name == "bad":
            raise ValueError(name)
        raise AttributeError("no " + name)

    @property
    def failing(self):
        raise AttributeError("inner")


class Answering(Slotted):
    __slots__ = ()

    def __getattr__(self, name):
        return name


class Chained:
    def __init__(self, n):
        self.__dict__["n"] = n

    def __getattr__(self, name):
        if self.n == 0:
            raise AttributeError(name)
        return getattr(Chained(self.n - 1), name)


x = Falling()
print(
    hasattr(x, "y"),
    getattr(x, "y", 3),
    hasattr(x, "failing"),
    Answering().__dict__,
    hasattr(Chained(20), "x"),
    getattr(Chained(5), "n"),
)
try:
    hasattr(x, "bad")
except ValueError as error:
    print(type(error).__name__, error, error.__context__)
for look in (lambda: x.y, lambda: x.failing, lambda: Chained(3).z):
    try:
        look()
    except AttributeError as error:
        print(error, repr(error.__context__))
try:
    try:
        1 / 0
    except ZeroDivisionError:
        print(hasattr(x, "q"))
        raise KeyError(1)
except KeyError as error:
    print(repr(error.__context__))

for fail in (
    lambda: [1][5],
    lambda: {}["k"],
    lambda: 1 + "a",
    lambda: int("x"),
    lambda: print(*3),
    lambda: None.foo,
    lambda: (1).bit_length(2),
    lambda: "a" @ 1,
    lambda: next(iter(())),
    lambda: [].pop(),
    lambda: max([]),
):
    try:
        try:
            fail()
        finally:
            print("left", end=" ")
    except Exception as error:
        depth, entry = 0, error.__traceback__
        while entry:
            depth, entry = depth + 1, entry.tb_next
        print(type(error).__name__, error, depth)


def steps():
    try:
        yield 1
        yield [].nothing
    finally:
        print("closed")


try:
    for i in steps():
        print(i)
except AttributeError as error:
    print(error)

print(
    copy.deepcopy(OrderedDict(a=[1], b=OrderedDict())),
    copy.deepcopy({1, (2, 3)}),
    copy.deepcopy([frozenset({1}), range(3), Slotted, len, ...]),
)
made = copy.deepcopy(x)
print(type(made).__name__, made is x)
