import enum, dataclasses
class HexInt(int):
    def __repr__(self): return hex(self)
class My(HexInt, enum.Enum):
    A = 1
    B = 20
print(repr(My.B), str(My.B), f"{My.A}", My.A + 1, My._member_type_.__name__)
class Huh(enum.Enum):
    ONE = enum.auto()
    TWO = enum.auto(), enum.auto()
    THREE = enum.auto(), "x", enum.auto()
print(list(Huh))
class Col(enum.Enum):
    red = enum.auto()
    blue = enum.auto()
    oxford = blue
    crimson = red
    @enum.property
    def shade(self): return self.value * 2
print(list(Col), Col.crimson is Col.red, Col.red.shade)
try: Col.shade
except AttributeError as e: print(e)
@dataclasses.dataclass
class Entry:
    a: int
    b: str = "q"
class E(Entry, enum.Enum):
    X = 1
    Y = 2, "z"
print(repr(E.X), E.Y.b, str(E.Y), E.Y.value)
@enum.global_enum
class G(enum.Enum):
    GA = 1
    GB = 2
print(repr(GA), GB)
@enum.global_enum
class F(enum.Flag):
    FA = 1
    FB = 2
print(str(FA), str(F.FB))
class S(str, enum.Enum):
    A = "a"
    def __str__(self): return "S:" + self.value
print(repr(S.A), S.A, f"{S.A}", S("a"))
class I(enum.IntEnum):
    P = 1
class Base(enum.Enum):
    def hello(self): return self.name
class Sub(Base):
    Z = 1
print(I.P, repr(I.P), Sub.Z.hello(), repr(Sub.Z))
class Fl(float, enum.Enum):
    H = 0.5
print(repr(Fl.H), str(Fl.H), Fl.H + 1)
class T(tuple, enum.Enum):
    AB = (1, 2)
print(repr(T.AB), T.AB[1])

import datetime
class D(datetime.date, enum.Enum):
    A = 2023, 12, 1
print(repr(D.A), D.A.year, str(D.A), D.A.value)
class Em(enum.Enum): pass
try: Em(7)
except TypeError as e: print(e)
class M(enum.IntEnum):
    first = 1
    second = 2
    def __str__(self): return f"{self.name} is first!"
print([str(m) for m in M], [f"{m}" for m in M], ["%s" % m for m in M])
class N(enum.IntEnum):
    first = 1
    def __repr__(self): return "rep"
    def __format__(self, spec): return "fmt"
print(N.first, repr(N.first), f"{N.first}")
print(Em("X", "a b"))
class Fl(enum.IntFlag):
    A = 1
    B = 2
print(~Fl.A, repr(~Fl.A), Fl.B is ~Fl.A, repr(Fl(7)), list(Fl(3)), Fl.A | 8)
