"""Names for annotations. They say what they are and do nothing else."""
import sys as _sys

import _types
import collections
import collections.abc as _abc
from typing._forms import (
    Annotated, Literal, ParamSpec, TypeVar, TypeVarTuple, Union, _Alias, _Annotated, _AnyForm, _Form, _make_optional, _make_union, _parameters_in, _shown, _subscript_builtin, _substitute,
    _Special, _wrapping,
)  # fmt: skip
from typing._records import NamedTuple, TypedDict

TYPE_CHECKING = False

Optional = _Special("Optional", _make_optional)
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
MappingView = _Alias("MappingView", _abc.MappingView)
Text = str


def __getattr__(name):
    """Names of classes whose modules are read when they are asked for."""
    if name in ("Pattern", "Match"):
        import re as module
        origin = name
    elif name in ("ContextManager", "AsyncContextManager"):
        import contextlib as module
        origin = "Abstract" + name
    else:
        raise AttributeError(f"module 'typing' has no attribute {name!r}")
    made = globals()[name] = _Alias(name, getattr(module, origin))
    return made


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

    def __instancecheck__(self, instance):
        raise TypeError("Subscripted generics cannot be used with class and instance checks")

    __subclasscheck__ = __instancecheck__

    def __getitem__(self, items):
        return _GenericOf(self.__origin__, _substitute(self, items))

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
        if cls is Generic:
            if not all(isinstance(item, (TypeVar, _Alias, _GenericOf)) for item in items):
                raise TypeError("Parameters to Generic[...] must all be type variables or parameter specification variables.")
            if len(set(map(id, items))) != len(items):
                raise TypeError("Parameters to Generic[...] must all be unique")
        expected = () if cls is Generic else getattr(cls, "__parameters__", ())
        variadic = any(isinstance(parameter, (TypeVarTuple, ParamSpec)) for parameter in expected)
        if expected and len(items) != len(expected) and not variadic:
            few = "few" if len(items) < len(expected) else "many"
            raise TypeError(f"Too {few} arguments for {cls!r}; actual {len(items)}, expected {len(expected)}")
        if cls is not Generic and not expected and "__parameters__" in cls.__dict__:
            raise TypeError(f"{cls!r} is not a generic class")
        return _GenericOf(cls, items)


class _ProtocolMeta(_abc.ABCMeta):
    pass


class Protocol(Generic, metaclass=_ProtocolMeta):
    __slots__ = ()
    _is_runtime_protocol = False

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)
        cls._is_protocol = Protocol in cls.__bases__

    def __class_getitem__(cls, items):
        return _GenericOf(cls, items if isinstance(items, tuple) else (items,))

    def __new__(cls, *args, **keywords):
        if cls.__dict__.get("_is_protocol", cls is Protocol):
            raise TypeError("Protocols cannot be instantiated")
        return super().__new__(cls)

    @classmethod
    def __class_check__(cls, subclass):
        if not cls.__dict__.get("_is_protocol"):
            return cls is not Protocol and _abc.ABCMeta.__class_check__(cls, subclass)
        names = cls._checked_members()
        if not all(callable(getattr(cls, name, None)) for name in names):
            raise TypeError("Protocols with non-method members don't support issubclass()")
        return all(getattr(subclass, name, None) is not None for name in names)

    @classmethod
    def __class_instance_check__(cls, instance):
        if not cls.__dict__.get("_is_protocol"):
            return cls.__class_check__(type(instance))
        own = getattr(instance, "__dict__", {})
        for name in cls._checked_members():
            found = getattr(type(instance), name, _absent) if name not in own else own[name]
            if found is _absent or found is None and callable(getattr(cls, name, None)):
                return False
        return True

    @classmethod
    def _checked_members(cls):
        if not cls.__dict__.get("_is_runtime_protocol"):
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        return _protocol_members(cls)


_absent = object()

# What a class holds without being asked for it.
_NO_MEMBERS = frozenset(
    "__abstractmethods__ __annotations__ __class_getitem__ __dict__ __doc__ __init__ __init_subclass__ __match_args__ __module__ __new__ "
    "__orig_bases__ __parameters__ __qualname__ __slots__ __subclasshook__ __type_params__ __weakref__ __hash__ _is_protocol _is_runtime_protocol".split()
)


def _protocol_members(cls):
    bases = [c for c in cls.__mro__[:-1] if c not in (Protocol, Generic)]
    return {name for c in bases for name in (*c.__dict__, *c.__dict__.get("__annotations__", ())) if name not in _NO_MEMBERS and not name.startswith("_abc_")}


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


def __getattr__(name):
    """Aliases of classes whose modules are read when a program asks for them."""
    if name in ("ContextManager", "AsyncContextManager"):
        import contextlib as module
    elif name in ("Pattern", "Match"):
        import re as module
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = _Alias(name, getattr(module, name if name in ("Pattern", "Match") else "Abstract" + name))
    globals()[name] = made
    return made


def cast(typ, val):
    return val


def _overload_stub(*args, **keywords):
    raise NotImplementedError(
        "You should not call an overloaded function. A series of @overload-decorated functions outside a stub module "
        "should always be followed by an implementation that is not @overload-ed."
    )


_overloads = {}


def overload(func):
    function = getattr(func, "__func__", func)
    key = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    _overloads.setdefault(key, {})[getattr(getattr(function, "__code__", None), "co_firstlineno", None)] = func
    return _overload_stub


def get_overloads(func):
    function = getattr(func, "__func__", func)
    return list(_overloads.get((getattr(function, "__module__", None), getattr(function, "__qualname__", None)), {}).values())


def clear_overloads():
    _overloads.clear()


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
    print(f"Runtime type is {type(obj).__name__!r}", file=_sys.stderr)
    return obj


def is_typeddict(tp):
    return isinstance(tp, type) and hasattr(tp, "__total__")


def _resolved(hint, globalns, localns, extras):
    """An annotation with the names in its texts looked up; what Annotated and its like add is dropped unless extras are wanted."""
    if isinstance(hint, ForwardRef):
        hint = hint.__forward_arg__
    if isinstance(hint, str):
        return _resolved(eval(hint, globalns, localns), globalns, localns, extras)
    if hint is None:
        return type(None)
    if isinstance(hint, _Annotated):
        inner = _resolved(hint.__origin__, globalns, localns, extras)
        return Annotated[(inner, *hint.__metadata__)] if extras else inner
    if isinstance(hint, _Alias) and hint._name in ("Required", "NotRequired") and not extras:
        return _resolved(hint.__args__[0], globalns, localns, extras)
    args = getattr(hint, "__args__", ())
    if not args or getattr(hint, "__origin__", None) is Literal:
        return hint
    made = tuple([[_resolved(part, globalns, localns, extras) for part in arg] if isinstance(arg, list) else arg if arg is ... else _resolved(arg, globalns, localns, extras) for arg in args])
    if made == args and all(old is new for old, new in zip(args, made)):
        return hint
    if isinstance(hint, _types.GenericAlias):
        return hint.__origin__[made]
    if isinstance(hint, _Alias):
        return _Alias(hint._name, hint.__origin__, made)
    return _GenericOf(hint.__origin__, made) if isinstance(hint, _GenericOf) else Union[made]


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    hints = {}
    if isinstance(obj, type):
        for base in reversed(obj.__mro__):
            names = globalns if globalns is not None else getattr(_sys.modules.get(base.__module__), "__dict__", {})
            within = localns if localns is not None else dict(vars(base))
            for name, hint in base.__dict__.get("__annotations__", {}).items():
                hints[name] = _resolved(hint, dict(names), within, include_extras)
        return hints
    if globalns is None:
        function = obj
        while hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        globalns = obj.__dict__ if isinstance(obj, type(_sys)) else getattr(function, "__globals__", {})
    for name, hint in (getattr(obj, "__annotations__", None) or {}).items():
        hints[name] = _resolved(hint, dict(globalns), localns, include_extras)
    return hints


def get_origin(tp):
    if isinstance(tp, _types.UnionType):
        return _types.UnionType
    if isinstance(tp, _Annotated):
        return Annotated
    return Generic if tp is Generic else getattr(tp, "__origin__", None)


def get_args(tp):
    return getattr(tp, "__args__", ())


@runtime_checkable
class SupportsInt(Protocol):
    def __int__(self) -> int: ...


@runtime_checkable
class SupportsFloat(Protocol):
    def __float__(self) -> float: ...


@runtime_checkable
class SupportsComplex(Protocol):
    def __complex__(self) -> complex: ...


@runtime_checkable
class SupportsBytes(Protocol):
    def __bytes__(self) -> bytes: ...


@runtime_checkable
class SupportsIndex(Protocol):
    def __index__(self) -> int: ...


@runtime_checkable
class SupportsAbs(Protocol):
    def __abs__(self): ...


@runtime_checkable
class SupportsRound(Protocol):
    def __round__(self, ndigits: int = 0): ...


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
