"""Enumerations: mixed with str and int, flags, auto, aliases, the functional form."""
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto, unique


class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1

    def describe(self):
        return f"{self.name} is {self.value}"

    @classmethod
    def first(cls):
        return list(cls)[0]

    @property
    def short(self):
        return self.name[0]


print(Color.RED, repr(Color.RED), Color(2), Color["RED"], list(Color), len(Color), Color.CRIMSON is Color.RED)
print(Color.GREEN.describe(), Color.first(), Color.RED.short, Color.RED in Color, list(Color.__members__.items()))
print(list(reversed(Color)), isinstance(Color.RED, Color), type(Color.RED), Color.RED == 1, Color.RED != Color.GREEN)
for bad in (lambda: Color(9), lambda: Color["BLUE"], lambda: Color.RED < Color.GREEN, lambda: Color.BLUE):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)


class Mode(str, Enum):
    TRAIN = "train"
    EVAL = "eval"


print(
    Mode.TRAIN == "train",
    Mode("eval"),
    Mode.TRAIN.upper(),
    repr(Mode.TRAIN),
    str(Mode.TRAIN),
    f"{Mode.EVAL}",
    isinstance(Mode.TRAIN, str),
)
print(
    {"train": 1}[Mode.TRAIN],
    Mode.TRAIN + "ing",
    "-".join([Mode.TRAIN, Mode.EVAL]),
    sorted(Mode),
    hash(Mode.TRAIN) == hash("train"),
)


class Level(IntEnum):
    LOW = 1
    HIGH = 10


print(
    Level.LOW + 1,
    Level.LOW < Level.HIGH,
    Level.HIGH == 10,
    repr(Level.LOW),
    str(Level.HIGH),
    f"{Level.LOW:03d}",
    isinstance(Level.LOW, int),
)
print(
    [0, 5, 6][Level.LOW],
    max(Level),
    sum(Level),
    list(range(Level.LOW, 3)),
    "%d %s" % (Level.LOW, Level.HIGH),
    Level(10),
    {1: "a"}[Level.LOW],
)


class Size(int, Enum):
    S = 1
    L = 3


print(Size.S, Size.L + 1, repr(Size.L), Size(3), f"{Size.S}", Size.S == 1)


class Name(StrEnum):
    ALPHA = auto()
    BETA = "b"


print(Name.ALPHA, Name.BETA, repr(Name.ALPHA), Name.ALPHA == "alpha", Name("b"), f"{Name.ALPHA:>8}", len(Name.ALPHA))


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W


print(
    Perm.R | Perm.X,
    Perm.RW,
    Perm.R in Perm.RW,
    Perm.RW & Perm.W,
    ~Perm.R,
    bool(Perm.R & Perm.W),
    Perm(3),
    list(Perm.RW),
    Perm(0),
)
print(repr(Perm.R | Perm.X), Perm.RW ^ Perm.R, [p.value for p in Perm], (Perm.R | Perm.X).name, Perm.R.value | 2)


class Bits(IntFlag):
    A = 1
    B = 2


print(
    Bits.A | Bits.B,
    repr(Bits.A | Bits.B),
    Bits.A | 8,
    repr(Bits.A | 8),
    Bits.A & 1,
    ~Bits.A,
    int(Bits.B),
    Bits.A + 1,
    Bits.B in Bits(3),
)


class Shape(Enum):
    SQUARE = (2, 3)
    ROW = (1, 9)

    def __init__(self, height, width):
        self.height = height
        self.width = width

    @property
    def area(self):
        return self.height * self.width


print(Shape.SQUARE.area, Shape((1, 9)), Shape.ROW.value, Shape.ROW.width)


class Planet(Enum):
    def __new__(cls, code, mass):
        made = object.__new__(cls)
        made._value_ = code
        made.mass = mass
        return made

    EARTH = ("e", 5.97)
    MARS = ("m", 0.64)


print(Planet("m"), Planet.MARS.mass, Planet.EARTH.value, list(Planet))


class Loose(Enum):
    A = 1
    OTHER = 99

    @classmethod
    def _missing_(cls, value):
        return cls.OTHER


print(Loose(5), Loose(1))


class Named(Enum):
    def _generate_next_value_(name, start, count, last_values):
        return name.lower() + str(count)

    ONE = auto()
    TWO = auto()


print([m.value for m in Named])
Animal = Enum("Animal", "CAT DOG")
print(list(Animal), Animal.DOG.value, Animal("x") if False else Animal(1), Enum("T", {"P": "p"}).P.value)
try:

    @unique
    class Twice(Enum):
        A = 1
        B = 1

except ValueError as e:
    print(e)
try:

    class More(Color):
        BLUE = 3

except TypeError as e:
    print(e)
try:
    Color.RED.value = 3
except AttributeError as e:
    print("AttributeError")
