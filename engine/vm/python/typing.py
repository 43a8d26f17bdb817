"""Names for annotations. They say what they are and do nothing else."""
import _types
import collections
import collections.abc as _abc

TYPE_CHECKING = False


def _shown(item):
    if item is None or item is type(None):
        return "None"
    if item is ...:
        return "..."
    if isinstance(item, type) and not isinstance(item, _types.GenericAlias):
        return item.__qualname__ if item.__module__ == "builtins" else item.__module__ + "." + item.__qualname__
    if isinstance(item, list):
        return "[" + ", ".join(_shown(part) for part in item) + "]"
    if isinstance(item, str):
        return f"ForwardRef({item!r})"
    return repr(item)


def _members(items):
    found = []
    for item in items:
        if item is None:
            item = type(None)
        for part in item.__args__ if isinstance(item, (_Union, _types.UnionType)) else (item,):
            if part not in found:
                found.append(part)
    return tuple(found)


class _Form:
    """Something that can be subscripted and combined by |."""

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __call__(self, *args, **keywords):
        raise TypeError(f"Cannot instantiate {self!r}")


class _Alias(_Form):
    def __init__(self, name, origin, args=None):
        self._name = name
        self.__origin__ = origin
        self.__args__ = args if args is not None else ()
        self.__parameters__ = tuple(a for a in self.__args__ if isinstance(a, TypeVar))

    def __getitem__(self, items):
        if self._name == "Callable" and (not isinstance(items, tuple) or len(items) != 2):
            raise TypeError("Callable must be used as Callable[[arg, ...], result].")
        if not isinstance(items, tuple):
            items = (items,)
        return _Alias(self._name, self.__origin__, items)

    def __call__(self, *args, **keywords):
        if self.__origin__ is None:
            raise TypeError(f"Type {self._name} cannot be instantiated")
        if self.__origin__.__module__ == "builtins":
            raise TypeError(f"Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead")
        return self.__origin__(*args, **keywords)

    def __repr__(self):
        if not self.__args__:
            return "typing." + self._name
        if self._name == "Callable" and len(self.__args__) == 2:
            parameters, result = self.__args__
            return f"typing.Callable[{_shown(parameters)}, {_shown(result)}]"
        shown = [_shown(a) if a is not None and a is not type(None) else "NoneType" for a in self.__args__]
        return "typing." + self._name + "[" + ", ".join(shown) + "]"

    def __eq__(self, other):
        return isinstance(other, _Alias) and self.__origin__ is other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self._name, len(self.__args__)))

    def __mro_entries__(self, bases):
        return (self.__origin__,)

    def __instancecheck__(self, instance):
        if self.__args__:
            raise TypeError("Subscripted generics cannot be used with class and instance checks")
        return isinstance(instance, self.__origin__)

    def __subclasscheck__(self, cls):
        if self.__args__:
            raise TypeError("Subscripted generics cannot be used with class and instance checks")
        return issubclass(cls, self.__origin__)


class _Union(_Form):
    def __init__(self, args):
        self.__args__ = args
        self.__origin__ = Union

    def __repr__(self):
        rest = [a for a in self.__args__ if a is not type(None)]
        if len(rest) == 1 and len(self.__args__) == 2:
            return f"typing.Optional[{_shown(rest[0])}]"
        return "typing.Union[" + ", ".join("NoneType" if a is type(None) else _shown(a) for a in self.__args__) + "]"

    def __eq__(self, other):
        if not isinstance(other, (_Union, _types.UnionType)):
            return NotImplemented
        return set(self.__args__) == set(other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __instancecheck__(self, instance):
        return isinstance(instance, self.__args__)

    def __subclasscheck__(self, cls):
        return issubclass(cls, self.__args__)


class _Special(_Form):
    def __init__(self, name, subscript=None):
        self._name = name
        self._subscript = subscript

    def __getitem__(self, items):
        if self._subscript is None:
            raise TypeError(f"{self!r} is not subscriptable")
        return self._subscript(items)

    def __repr__(self):
        return "typing." + self._name

    def __mro_entries__(self, bases):
        return ()


def _make_union(items):
    if not isinstance(items, tuple):
        items = (items,)
    if not items:
        raise TypeError("Cannot take a Union of no types.")
    members = _members(items)
    return members[0] if len(members) == 1 else _Union(members)


def _wrapping(name):
    def subscript(items):
        return _Alias(name, None, items if isinstance(items, tuple) else (items,))

    return _Special(name, subscript)


class _Annotated(_Alias):
    def __init__(self, items):
        super().__init__("Annotated", items[0], items)
        self.__metadata__ = items[1:]

    def __repr__(self):
        return "typing.Annotated[" + ", ".join([_shown(self.__origin__)] + [repr(m) for m in self.__metadata__]) + "]"


class _Literal(_Alias):
    def __init__(self, items):
        super().__init__("Literal", None, items if isinstance(items, tuple) else (items,))

    def __repr__(self):
        return "typing.Literal[" + ", ".join(repr(a) for a in self.__args__) + "]"


Union = _Special("Union", _make_union)
def _make_optional(item):
    if isinstance(item, tuple):
        raise TypeError(f"typing.Optional requires a single type. Got {item!r}.")
    return Union[item, None]


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


class _AnyForm(_Special):
    def __call__(self, *args, **keywords):
        raise TypeError("Any cannot be instantiated")

    def __mro_entries__(self, bases):
        return (object,)


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
Text = str


class TypeVar(_Form):
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False, default=None, infer_variance=False):
        self.__name__ = name
        self.__constraints__ = constraints
        self.__bound__ = bound
        self.__covariant__ = covariant
        self.__contravariant__ = contravariant
        self.__infer_variance__ = infer_variance

    def __repr__(self):
        if self.__infer_variance__:
            return self.__name__
        return ("+" if self.__covariant__ else "-" if self.__contravariant__ else "~") + self.__name__


class ParamSpec(TypeVar):
    @property
    def args(self):
        return self

    @property
    def kwargs(self):
        return self


class TypeVarTuple(TypeVar):
    def __iter__(self):
        yield self


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


def _parameters_in(args):
    """The type variables among arguments, each once, in order."""
    found = []
    for arg in args:
        inner = (arg,) if isinstance(arg, TypeVar) else getattr(arg, "__parameters__", ()) if not isinstance(arg, type) else ()
        for parameter in inner:
            if parameter not in found:
                found.append(parameter)
    return tuple(found)


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


class _NamedTupleMaker(tuple):
    """`class P(NamedTuple)`: the fields are the annotations, the defaults their values."""

    def __init_subclass__(cls, **keywords):
        if _NamedTupleMaker not in cls.__bases__:
            return
        annotations = cls.__dict__.get("__annotations__", {})
        defaults = {}
        for name in annotations:
            if name in cls.__dict__:
                defaults[name] = cls.__dict__[name]
            elif defaults:
                raise TypeError(f"Non-default namedtuple field {name} cannot follow default field{'s' if len(defaults) > 1 else ''} {', '.join(defaults)}")
        members = collections._namedtuple_members(cls.__name__, tuple(annotations), defaults)
        for name, value in members.items():
            if name in annotations or name not in cls.__dict__ or name in ("__doc__", "__slots__"):
                setattr(cls, name, staticmethod(value) if name == "__new__" else value)


class _NamedTupleForm:
    def __mro_entries__(self, bases):
        return (_NamedTupleMaker,)

    def __call__(self, typename, fields=(), **keywords):
        fields = list(fields) + list(keywords.items())
        made = collections.namedtuple(typename, [name for name, _ in fields])
        made.__annotations__ = dict(fields)
        return made

    def __repr__(self):
        return "<function NamedTuple>"


NamedTuple = _NamedTupleForm()


class _TypedDict(dict):
    def __init_subclass__(cls, total=True):
        own = frozenset(cls.__dict__.get("__annotations__", ()))
        required = getattr(cls, "__required_keys__", frozenset())
        optional = getattr(cls, "__optional_keys__", frozenset())
        cls.__total__ = total
        cls.__required_keys__ = required | own if total else required
        cls.__optional_keys__ = optional if total else optional | own

    def __new__(cls, *args, **keywords):
        return dict(*args, **keywords)


class _TypedDictBase:
    def __mro_entries__(self, bases):
        return (_TypedDict,)

    def __call__(self, typename, fields=(), *, total=True):
        return type(typename, (_TypedDict,), {"__annotations__": dict(fields)}, total=total)


TypedDict = _TypedDictBase()


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
