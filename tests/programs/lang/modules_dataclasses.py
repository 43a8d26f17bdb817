from dataclasses import *
import dataclasses, typing


def t(f):
    try:
        print("->", f())
    except BaseException as e:
        print(type(e).__name__, e)


@dataclass
class A:
    x: int
    y: list = field(default_factory=list, repr=False)
    z: typing.ClassVar[int] = 3
    w: InitVar[int] = 5
    q: int = field(init=False, default=9)

    def __post_init__(self, w):
        self.q = w


print(
    A(1), A(1, [2], 7), A.z, fields(A)[1].name, [f.name for f in fields(A)], A(1) == A(1), asdict(A(1)), astuple(A(1))
)


@dataclass(order=True, frozen=True)
class B:
    a: int
    b: str = field(default="b", compare=False)


print(B(1) < B(2), sorted([B(3), B(1)]), hash(B(1)) == hash(B(1, "c")), B(1) == B(1, "c"), replace(B(1), a=5))
t(lambda: setattr(B(1), "a", 2))
t(lambda: delattr(B(1), "a"))
t(lambda: B())
t(lambda: B(1, 2, 3))
t(lambda: B(c=1))
t(lambda: replace(B(1), zz=2))
t(lambda: B(1) < 3)
t(lambda: fields(3))
t(lambda: asdict(3))
t(lambda: asdict(A))
t(lambda: replace(A(1), q=3))
t(lambda: hash(A(1)))


@dataclass(kw_only=True)
class C:
    a: int = 1
    b: int


print(C(b=2))
t(lambda: C(1))
t(lambda: C())


@dataclass
class D:
    a: int
    _: KW_ONLY
    b: int = 2


print(D(1, b=3), D.__match_args__)
t(lambda: D(1, 2))


@dataclass(slots=True)
class S:
    a: int = 1
    b: str = "x"


print(S(), S.__slots__)
t(lambda: setattr(S(), "zz", 1))


@dataclass
class P:
    a: int
    b: int = 2


@dataclass
class Q(P):
    c: int = 3
    a: str = "over"


print(Q(), Q.__init__.__annotations__ if False else "", Q(1, 2, 3))
X = (
    make_dataclass("X", [("a", int), ("b", int, field(default=4)), "c"], namespace={"m": lambda self: self.a})
    if False
    else make_dataclass("X", [("a", int), ("b", int, field(default=4))], namespace={"m": lambda self: self.a})
)
print(X(1), X(1).m(), is_dataclass(X), is_dataclass(X(1)), is_dataclass(3))
t(lambda: make_dataclass("Y", ["1a"]))
t(lambda: make_dataclass("Y", ["class"]))
t(lambda: make_dataclass("Y", [("a", int), ("a", int)]))


@dataclass
class N:
    v: int
    child: "N" = None
    d: dict = field(default_factory=dict)


n = N(1, N(2), {"k": [N(3)]})
print(asdict(n), astuple(n))
print(asdict(n, dict_factory=lambda kv: list(kv)))


@dataclass(eq=False)
class Id:
    a: int = 1


print(Id() == Id(), hash(Id()) is not None)


@dataclass(unsafe_hash=True)
class H:
    a: int = 1


print(hash(H()) == hash(H()), {H(): 1}[H()])


@dataclass(repr=False)
class R:
    a: int = 1


print("R object" in repr(R()))


@dataclass
class W:
    a: int = field(metadata={"u": "m"}, default=0)
    b: int = field(default=1, kw_only=True)


t(lambda: dataclass(type("Z", (), {"__annotations__": {"a": int, "b": int}, "a": 1})))
t(lambda: field(default=1, default_factory=list))
t(lambda: dataclass(frozen=True)(type("Fz", (P,), {"__annotations__": {}})))
t(lambda: dataclass(order=True, eq=False)(type("Oz", (), {})))
t(lambda: dataclass(order=True)(type("Oz", (), {"__lt__": lambda a, b: 1})))
t(lambda: dataclass(type("Mz", (), {"__annotations__": {"a": dict}, "a": {}})))


class Desc:
    def __set_name__(self, o, n):
        self.n = "_" + n

    def __get__(self, i, o):
        return 42 if i is None else getattr(i, self.n, 42)

    def __set__(self, i, v):
        setattr(i, self.n, v * 2)


@dataclass
class De:
    a: int = Desc()


print(De().a, De(3).a, De())
import inspect

print(
    inspect.signature(A),
    inspect.signature(C),
    inspect.signature(D),
    A.__init__.__qualname__,
    A.__eq__.__qualname__,
    A.__repr__.__qualname__,
)


def gen():
    @dataclass
    class Local:
        x: int

    return Local(1)


print(gen())


@dataclass
class V:
    v: int

    def __init__(self, v):
        self.v = v * 2

    def __eq__(self, o):
        return True

    def __repr__(self):
        return "V!"


print(V(3).v, V(1) == V(2), V(1))
