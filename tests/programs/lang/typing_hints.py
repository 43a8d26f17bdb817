# feature: typing: hints resolved by name, origins and arguments, type variables, typed dicts, protocols;
# random's weights, json's options
import json
import random
import typing
from typing import *


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Tree(Generic[T]):
    left: "Optional[Tree[T]]" = None
    size: ClassVar[int] = 0
    note: "Annotated[list['Tree'], 'doc']"


class Leaf(Tree[int]):
    value: "int"


def visit(tree: "Tree", *rest: "Leaf", how: Callable[["Leaf"], str] = str) -> "dict[str, Tree]":
    ...


for hints in (get_type_hints(Leaf), get_type_hints(Leaf, include_extras=True), get_type_hints(visit)):
    print({k: str(v) for k, v in hints.items()})
for hint in (
    List[int],
    Optional[str],
    Annotated[int, "m"],
    Literal[1, "a"],
    Callable[[int], str],
    Tuple[()],
    ClassVar[int],
    list[int],
    int | None,
    Tree[int],
    int,
):
    print(hint, get_origin(hint), get_args(hint))
for f in (
    lambda: Dict[int],
    lambda: List[int, str],
    lambda: TypeVar("A", int),
    lambda: TypeVar("B", covariant=True, contravariant=True),
    lambda: Generic[int],
    lambda: Generic[T, T],
    lambda: isinstance(1, Tree[int]),
    lambda: get_type_hints(type("X", (), {"__annotations__": {"a": "Nowhere"}})),
):
    show(f)
print(Ts, Tuple[()], Generator[int, None, str])


class Movie(TypedDict):
    name: str
    year: NotRequired[int]


class Series(Movie, total=False):
    parts: int
    run: Required[bool]


print(
    sorted(Series.__required_keys__),
    sorted(Series.__optional_keys__),
    Series.__total__,
    Series(name="n", run=True),
    Series.__bases__,
    list(Series.__annotations__),
)
show(lambda: isinstance({}, Movie))
Loose = TypedDict("Loose", {"in": int})
print(Loose, is_typeddict(Loose), Loose.__module__)


class Point(NamedTuple):
    """A place."""

    x: int
    y: int = 0


print(Point(1), Point.__doc__, Point.__annotations__)


@runtime_checkable
class Closes(Protocol):
    def close(self):
        ...


class Door:
    def close(self):
        ...


print(isinstance(Door(), Closes), issubclass(Door, Closes), isinstance(1, Closes), Closes.__mro__[1:])
random.seed("text", 1)
print(
    random.random(),
    random.sample(range(10**12), 2),
    random.choices({0: "a", 1: "b"}, k=2),
    isinstance(random.SystemRandom().random(), float),
)
for f in (
    lambda: random.choices([1, 2], [0, 0]),
    lambda: random.choices([1, 2], [float("nan"), 1]),
    lambda: random.choices([1, 2], cum_weights=[1, 2], weights=[1, 2]),
    lambda: random.choices([1, 2], 3),
    lambda: random.choices([], []),
    lambda: random.choices([], k=0),
    lambda: random.choices({5}),
    lambda: random.seed([1]),
    lambda: random.sample({1}, 1),
    lambda: random.uniform("a", 1),
    lambda: random.random(1),
):
    show(f)
print(
    json.JSONDecoder(parse_int=float).decode("[1, NaN]"),
    json.JSONDecoder().raw_decode("[1] tail"),
    json.loads('"a\tb"', strict=False),
    json.loads("Infinity", parse_constant=str.lower),
)
for text in ("\ufeff[]", '"\\u12"', '"a\tb"', '["a" 1]'):
    show(lambda: json.loads(text))
