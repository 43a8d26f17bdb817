import enum


class Fl(enum.Flag):
    A = enum.auto()
    B = enum.auto()
    C = A | B


class K(enum.Flag, boundary=enum.KEEP):
    A = 1
    B = 2


class Co(enum.Flag, boundary=enum.CONFORM):
    A = 1
    B = 2


class St(enum.Flag, boundary=enum.STRICT):
    A = 1
    B = 2


class Ej(enum.Flag, boundary=enum.EJECT):
    A = 1
    B = 2


class IF(enum.IntFlag):
    R = 4
    W = 2
    X = 1


def t(f):
    try:
        print("->", f())
    except BaseException as e:
        print(type(e).__name__, e)


for f in (
    lambda: Fl.C,
    lambda: list(Fl.C),
    lambda: ~Fl.A,
    lambda: Fl(0),
    lambda: bool(Fl(0)),
    lambda: Fl.A in Fl.C,
    lambda: len(Fl.C),
    lambda: K(7),
    lambda: K(7).value,
    lambda: list(K(7)),
    lambda: Co(7),
    lambda: Co(4),
    lambda: St(7),
    lambda: Ej(7),
    lambda: IF(8),
    lambda: IF(7),
    lambda: IF.R | 8,
    lambda: ~IF.R,
    lambda: IF.R + 1,
    lambda: repr(IF.R | IF.W),
    lambda: str(IF.R | IF.W),
    lambda: f"{IF.R}",
    lambda: IF["R"],
    lambda: Fl.A.name,
    lambda: (Fl.A | Fl.B).name,
    lambda: Fl(3) is Fl.C,
    lambda: Fl.A ^ Fl.C,
    lambda: K.A | 4,
    lambda: Fl.__members__,
    lambda: Fl["Z"],
    lambda: Fl("A"),
):
    t(f)


class S(enum.StrEnum):
    RED = enum.auto()
    BLUE = "b"


print(S.RED, repr(S.RED), S("red"), S.RED == "red", f"{S.BLUE:>4}", S.RED.upper())


class Planet(enum.Enum):
    EARTH = (1, 2)
    MARS = (3, 4)

    def __init__(self, m, r):
        self.m, self.r = m, r

    @property
    def g(self):
        return self.m / self.r

    @classmethod
    def _missing_(cls, v):
        return cls.EARTH if v == "e" else None


print(Planet.EARTH.g, Planet("e"), Planet((3, 4)))
t(lambda: Planet(5))


class Auto(enum.Enum):
    def _generate_next_value_(name, start, count, last):
        return name.lower()

    X = enum.auto()
    Y = enum.auto()


print(
    [a.value for a in Auto],
    Auto.X._name_,
    Auto.X is Auto["X"],
    isinstance(Auto.X, Auto),
    Auto.X in Auto,
    "x" in Auto,
    len(Auto),
    list(reversed(Auto)),
)


@enum.unique
class U(enum.IntEnum):
    A = 1
    B = 2


print(
    U.A < U.B,
    U.A + 1,
    sorted([U.B, U.A]),
    U.A == 1,
    {U.A: 1}[1],
    "%d" % U.A,
    f"{U.A}",
    str(U.A),
    repr(U.A),
    U(2),
    int(U.B),
    [10, 20, 30][U.A],
)
t(lambda: enum.unique(enum.Enum("D", {"A": 1, "B": 1})))


class N(enum.Enum):
    A = 1

    @enum.nonmember
    class Inner:
        pass

    z = enum.nonmember(3)
    m = enum.member(lambda: 1)


print(N.z, [m.name for m in N], N.Inner.__name__)
t(lambda: setattr(N, "A", 2))
t(lambda: N.A.value.foo)
t(lambda: delattr(N, "A"))
t(lambda: setattr(N.A, "value", 3))
print(enum.Enum("Animal", "CAT DOG").DOG, enum.Enum("Q", ["x", "y"]).y.value, enum.Enum("W", [("a", 5)]).a)
print(hash(U.A) == hash(1), Planet.EARTH.__class__, Planet.EARTH != Planet.MARS)
import dataclasses


@dataclasses.dataclass
class DC:
    x: int


class E2(DC, enum.Enum):
    A = 1


print(E2.A, E2.A.x)
