"""Names for annotations. They say what they are and do nothing else."""
import _types
import collections
import collections.abc as _abc
from typing._forms import (
    ParamSpec, TypeVar, TypeVarTuple, Union, _Alias, _Annotated, _AnyForm, _Form, _Literal, _make_optional, _make_union, _parameters_in, _shown,
    _Special, _wrapping,
)  # fmt: skip
from typing._records import NamedTuple, TypedDict

TYPE_CHECKING = False

Optional = _Special("Optional", _make_optional)
Literal = _Special("Literal", _Literal)
Annotated = _Special("Annotated", _Annotated)
Final = _wrapping("Final")
ClassVar = _wrapping("ClassVar")
Concatenate = _wrapping("Concatenate")
TypeGuard = _wrapping("TypeGuard")
TypeIs = _wrapping("TypeIs")
Unpack = _wrapping("Unpack")
Required = _wrapping("Required")
NotRequired = _wrapping("NotRequired")
NoReturn = _Special("NoReturn")
Never = _Special("Never")
Self = _Special("Self")
LiteralString = _Special("LiteralString")
TypeAlias = _Special("TypeAlias")
Any = _AnyForm("Any")

List = _Alias("List", list)
Dict = _Alias("Dict", dict)
Set = _Alias("Set", set)
FrozenSet = _Alias("FrozenSet", frozenset)
Tuple = _Alias("Tuple", tuple)
Type = _Alias("Type", type)
DefaultDict = _Alias("DefaultDict", collections.defaultdict)
OrderedDict = _Alias("OrderedDict", collections.OrderedDict)
Counter = _Alias("Counter", collections.Counter)
ChainMap = _Alias("ChainMap", collections.ChainMap)
Deque = _Alias("Deque", collections.deque)
Callable = _Alias("Callable", _abc.Callable)
Iterable = _Alias("Iterable", _abc.Iterable)
Iterator = _Alias("Iterator", _abc.Iterator)
Generator = _Alias("Generator", _abc.Generator)
Sequence = _Alias("Sequence", _abc.Sequence)
MutableSequence = _Alias("MutableSequence", _abc.MutableSequence)
Mapping = _Alias("Mapping", _abc.Mapping)
MutableMapping = _Alias("MutableMapping", _abc.MutableMapping)
AbstractSet = _Alias("AbstractSet", _abc.Set)
MutableSet = _Alias("MutableSet", _abc.MutableSet)
Collection = _Alias("Collection", _abc.Collection)
Container = _Alias("Container", _abc.Container)
Sized = _Alias("Sized", _abc.Sized)
Hashable = _Alias("Hashable", _abc.Hashable)
Reversible = _Alias("Reversible", _abc.Reversible)
KeysView = _Alias("KeysView", _abc.KeysView)
ValuesView = _Alias("ValuesView", _abc.ValuesView)
ItemsView = _Alias("ItemsView", _abc.ItemsView)
Awaitable = _Alias("Awaitable", _abc.Awaitable)
Coroutine = _Alias("Coroutine", _abc.Coroutine)
AsyncIterable = _Alias("AsyncIterable", _abc.AsyncIterable)
AsyncIterator = _Alias("AsyncIterator", _abc.AsyncIterator)
AsyncGenerator = _Alias("AsyncGenerator", _abc.AsyncGenerator)
Text = str


AnyStr = TypeVar("AnyStr", bytes, str)
T = TypeVar("T")


class _GenericOf(_Form):
    """Stack[int]: makes what the class makes."""

    def __init__(self, origin, args):
        self.__origin__ = origin
        self.__args__ = args
        self.__parameters__ = _parameters_in(args)

    def __call__(self, *args, **keywords):
        made = self.__origin__(*args, **keywords)
        try:
            made.__orig_class__ = self
        except AttributeError:
            pass
        return made

    def __getattr__(self, name):
        return getattr(self.__origin__, name)

    def __getitem__(self, items):
        return _GenericOf(self.__origin__, items if isinstance(items, tuple) else (items,))

    def __repr__(self):
        return self.__origin__.__module__ + "." + self.__origin__.__qualname__ + "[" + ", ".join(_shown(a) for a in self.__args__) + "]"

    def __eq__(self, other):
        return isinstance(other, _GenericOf) and self.__origin__ is other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, len(self.__args__)))

    def __mro_entries__(self, bases):
        return (self.__origin__,)


class Generic:
    __slots__ = ()

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)
        bases = cls.__dict__.get("__orig_bases__", ())
        cls.__parameters__ = _parameters_in([arg for base in bases for arg in getattr(base, "__args__", ())])

    def __class_getitem__(cls, items):
        items = items if isinstance(items, tuple) else (items,)
        expected = () if cls is Generic else getattr(cls, "__parameters__", ())
        variadic = any(isinstance(parameter, (TypeVarTuple, ParamSpec)) for parameter in expected)
        if expected and len(items) != len(expected) and not variadic:
            few = "few" if len(items) < len(expected) else "many"
            raise TypeError(f"Too {few} arguments for {cls!r}; actual {len(items)}, expected {len(expected)}")
        if cls is not Generic and not expected and "__parameters__" in cls.__dict__:
            raise TypeError(f"{cls!r} is not a generic class")
        return _GenericOf(cls, items)


class Protocol:
    __slots__ = ()
    _is_runtime_protocol = False

    def __init_subclass__(cls, **keywords):
        cls._is_protocol = Protocol in cls.__bases__
        if cls._is_protocol:
            _types.make_checking_class(cls)

    def __class_getitem__(cls, items):
        return _GenericOf(cls, items if isinstance(items, tuple) else (items,))

    def __new__(cls, *args, **keywords):
        if cls.__dict__.get("_is_protocol", cls is Protocol):
            raise TypeError("Protocols cannot be instantiated")
        return super().__new__(cls)

    @classmethod
    def __class_check__(cls, subclass):
        if not cls.__dict__.get("_is_runtime_protocol"):
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        names = [n for c in cls.__mro__ if c not in (object, Protocol) for n in c.__dict__ if not n.startswith("_") or n in _PROTOCOL_DUNDERS]
        return all(hasattr(subclass, name) for name in names)


_PROTOCOL_DUNDERS = ("__call__", "__len__", "__iter__", "__next__", "__getitem__", "__contains__", "__enter__", "__exit__", "__add__", "__lt__")


def runtime_checkable(cls):
    cls._is_runtime_protocol = True
    return cls


class NewType(_Form):
    def __init__(self, name, tp):
        self.__name__ = self.__qualname__ = name
        self.__supertype__ = tp
        self.__module__ = "__main__"

    def __call__(self, x):
        return x

    def __repr__(self):
        return f"{self.__module__}.{self.__qualname__}"


class ForwardRef(_Form):
    def __init__(self, arg):
        self.__forward_arg__ = arg

    def __repr__(self):
        return f"ForwardRef({self.__forward_arg__!r})"

    def __eq__(self, other):
        return isinstance(other, ForwardRef) and self.__forward_arg__ == other.__forward_arg__

    def __hash__(self):
        return hash(self.__forward_arg__)


def cast(typ, val):
    return val


def overload(func):
    return func


def _marked(f, name):
    try:
        setattr(f, name, True)
    except (AttributeError, TypeError):
        pass  # not every object can carry the mark
    return f


def final(f):
    return _marked(f, "__final__")


def override(f):
    return _marked(f, "__override__")


def no_type_check(f):
    return f


def dataclass_transform(**keywords):
    return lambda cls: cls


def assert_type(val, typ, /):
    return val


def assert_never(arg, /):
    raise AssertionError(f"Expected code to be unreachable, but got: {arg!r}")


def reveal_type(obj, /):
    return obj


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    hints = {}
    if isinstance(obj, type):
        for base in reversed(obj.__mro__):
            hints.update(base.__dict__.get("__annotations__", {}))
    else:
        hints.update(getattr(obj, "__annotations__", {}))
    for name, value in hints.items():
        if isinstance(value, str):
            hints[name] = eval(value, globalns if globalns is not None else getattr(obj, "__globals__", {}))
        elif value is None:
            hints[name] = type(None)
    return hints


def get_origin(tp):
    if isinstance(tp, _types.UnionType):
        return _types.UnionType
    return getattr(tp, "__origin__", None)


def get_args(tp):
    return getattr(tp, "__args__", ())


class SupportsInt(Protocol):
    pass


class SupportsFloat(Protocol):
    pass


class SupportsIndex(Protocol):
    pass


class IO(Generic):
    pass


class TextIO(IO):
    pass


class BinaryIO(IO):
    pass


# ---- what `def f[T]`, `class C[T]` and `type X = ...` are compiled to ----


class _LazyTypeVar(TypeVar):
    """A type parameter with a bound: what follows the colon is evaluated when it is asked for."""

    def __init__(self, name, evaluate):
        self.__name__ = name
        self.__covariant__ = self.__contravariant__ = False
        self.__infer_variance__ = True
        self._evaluate = evaluate

    @property
    def __bound__(self):
        value = self._evaluate()
        return None if isinstance(value, tuple) else value

    @property
    def __constraints__(self):
        value = self._evaluate()
        return value if isinstance(value, tuple) else ()


def _type_parameter(stars, name, evaluate=None):
    if stars == "*":
        return TypeVarTuple(name, infer_variance=True)
    if stars == "**":
        return ParamSpec(name, infer_variance=True)
    return _LazyTypeVar(name, evaluate) if evaluate else TypeVar(name, infer_variance=True)


def _generic_base(parameters):
    return Generic[parameters]


class TypeAliasType(_Form):
    def __init__(self, name, value=None, *, type_params=()):
        self.__name__ = name
        self.__type_params__ = type_params
        self._evaluate = lambda: value

    @property
    def __value__(self):
        return self._evaluate()

    @property
    def __parameters__(self):
        return self.__type_params__

    def __repr__(self):
        return self.__name__

    def __getitem__(self, items):
        return _AliasOf(self, items if isinstance(items, tuple) else (items,))


class _AliasOf(_Form):
    def __init__(self, origin, args):
        self.__origin__ = origin
        self.__args__ = args
        self.__parameters__ = _parameters_in(args)

    def __repr__(self):
        return self.__origin__.__name__ + "[" + ", ".join(_shown(a) for a in self.__args__) + "]"


def _type_alias(name, parameters, evaluate):
    alias = TypeAliasType(name, type_params=parameters)
    alias._evaluate = evaluate
    return alias
