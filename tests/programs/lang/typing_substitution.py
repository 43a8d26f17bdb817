# Names of typing that were subscripted already take items for their type variables.
from typing import *


def t(f):
    try:
        print(f())
    except BaseException as e:
        print(type(e).__name__, e)


T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")
P = ParamSpec("P")
Ts = TypeVarTuple("Ts")


class S(Generic[T]):
    pass


class Pair(Generic[K, V]):
    pass


class Sub(Pair[int, V]):
    pass


EXPRESSIONS = """
Dict[str, T][int]
List[T].__parameters__
Dict[K, List[V]][int, str]
list[T][int]
dict[str, T][int]
Union[T, int][str]
Optional[T][int]
(list[T] | None)[int]
Callable[[T], V][int, str]
S[T][int]
Pair[T, int][str]
Pair[K, List[V]][int, str]
Sub[str]
Sub.__parameters__
Pair[int, str][int]
List[int][str]
List[T][int, str]
Dict[K, V][int]
S[int][str]
S[S[T]][int]
Tuple[T, ...][int]
Tuple[T, K][int, str]
T()
P()
Annotated[T, "m"][int]
Type[T][int]
S[T].__parameters__
Pair[K, K][int]
Pair[K, V].__parameters__
Union[List[T], K].__parameters__
List[S[T]][int]
Literal["a"][0]
(T | None)[int]
T | int
list[list[T]][int]
Pair[K, V][int, str]().__orig_class__
List["X"]
List[None]
int[str]
Sub[str].__mro__ if 0 else Sub.__mro__
Sub.__orig_bases__
S[int] == S[int]
hash(S[int]) == hash(S[int])
isinstance(S(), S[int])
get_args(S[int])
S[Any]
S[...]
S[1]
S[()]
Iterator[T][int]
Generator[T, None, V][int, str]
ClassVar[List[T]]
type("Q", (S[int],), {})
List[int]([1])
Dict(a=1)
Tuple((1,))
isinstance([], List)
issubclass(dict, Dict)
isinstance({}, Mapping)
isinstance(5, Union[int, str])
isinstance(5, Optional[str])
List.__origin__
List[int].__name__
List._name
Optional[int].__args__
Union[int, str].__origin__
repr(List)
repr(Union)
str(Optional)
"""
for expression in EXPRESSIONS.strip().splitlines():
    t(lambda: eval(expression))

from functools import cache, lru_cache


@cache
def called(*args, **keywords):
    print("called", args, keywords)


called(1)
called(1.0)
called(True)
called("a")
called(1)
called(1, x=2)
print(called.cache_info())
