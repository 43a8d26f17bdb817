# What classes refuse or hand on: object.__new__, metaclasses of bases, blocked methods, wrapped descriptors.
import functools


def attempt(fn):
    try:
        print(fn())
    except Exception as e:
        print(type(e).__name__ + ":", e)


class Meta(type):
    def __new__(mcls, name, bases, namespace):
        print("new", name)
        return super().__new__(mcls, name, bases, namespace)

    def __init__(cls, name, bases, namespace):
        print("init", name)
        super().__init__(name, bases, namespace)


class Base(metaclass=Meta):
    pass


Made = type("Made", (Base,), {"x": 1})
print(type(Made).__name__, Made.x)


class Passes:
    def __new__(cls, *args):
        return super().__new__(cls, *args)

    def __init__(self, *args):
        self.args = args


class OnlyInit:
    def __init__(self, *args):
        self.args = args


class Neither:
    pass


attempt(lambda: Passes().args)
attempt(lambda: Passes(1).args)
attempt(lambda: OnlyInit(1).args)
attempt(lambda: Neither(1))
attempt(lambda: object.__new__(Neither, 1))
attempt(lambda: super(5, 5, 5))


class Blocked:
    __contains__ = None
    __reversed__ = None

    def __len__(self):
        return 1

    def __getitem__(self, i):
        return [10][i]


attempt(lambda: 10 in Blocked())
attempt(lambda: reversed(Blocked()))
attempt(lambda: list(Blocked()))


class Got:
    def __get__(self, instance, owner):
        return instance.__name__, owner.__name__


class Registry:
    @classmethod
    @property
    def label(cls):
        return cls.__name__.lower()

    @classmethod
    @functools.lru_cache
    def cached(cls, n):
        return cls.__name__, n

    wrapped = classmethod(Got())


print(Registry.label, Registry().label, Registry.cached(2), Registry.wrapped)


class Open:
    def __init__(self):
        self.celsius = 5

    def __getattr__(self, name):
        raise AttributeError(f"nothing called {name}")


try:
    Open().celsiu
except AttributeError as e:
    print(e, e.name, type(e.obj).__name__)


class Noted:
    @property
    def broken(self):
        raise AttributeError("from the getter")


try:
    Noted().broken
except AttributeError as e:
    print(e, e.name, type(e.obj).__name__)
try:
    raise AttributeError("raised")
except AttributeError as e:
    print(e.name, e.obj)


class Noisy:
    def __init__(self, items, n):
        self.items, self.n = items, n

    def __lt__(self, other):
        self.items.append(0)
        self.items.pop()
        return self.n < other.n


values = []
values.extend(Noisy(values, n) for n in (2, 1))
attempt(lambda: values.sort())
print(len(values))


class Text(str):
    pass


t = Text("abc")
print(
    [
        type(x).__name__
        for x in (
            t.strip(),
            t.replace("z", ""),
            t.ljust(1),
            t.zfill(2),
            t.removeprefix("z"),
            t.center(3),
            t.removesuffix("z"),
        )
    ]
)

for fn in (
    lambda: "%(a)s %s" % {"a": 1},
    lambda: "a".replace(None, "b"),
    lambda: "a".removeprefix(None),
    lambda: format(1, None),
    lambda: [1].index(1, None),
    lambda: (1,).index(1, "x"),
    lambda: min(1, 2, colour=3),
    lambda: zip([], colour=1),
    lambda: enumerate([], colour=1),
    lambda: sum([], colour=1),
    lambda: int("1", base=2, colour=3),
    lambda: 2.0**5000,
    lambda: iter(1, 2),
    lambda: object.__init__(),
    lambda: type(None, (), {}),
    lambda: type("T", None, {}),
):
    attempt(fn)
try:
    10.0**400
except OverflowError as e:
    print(e.args)
Open().celsiu
