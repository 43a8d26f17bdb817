"""What a subscripted name of typing is: List[int], Union[int, str], Literal["a"]."""
import _types

__name__ = "typing"  # where its classes say they are from


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


# How many arguments a name takes; one for those that are not here, and any number for None.
_ARITIES = dict.fromkeys("Dict DefaultDict OrderedDict ChainMap Mapping MutableMapping AsyncGenerator ItemsView".split(), 2)
_ARITIES.update(Generator=3, Coroutine=3, Callable=None, Tuple=None)


class _Alias(_Form):
    def __init__(self, name, origin, args=None):
        self._name = name
        self._subscripted = args is not None
        self.__origin__ = origin
        self.__args__ = args if args is not None else ()
        self.__parameters__ = _parameters_in(self.__args__)

    def __getitem__(self, items):
        if self._subscripted:
            return self._with(_substitute(self, items))
        if self._name == "Callable" and (not isinstance(items, tuple) or len(items) != 2):
            raise TypeError("Callable must be used as Callable[[arg, ...], result].")
        if not isinstance(items, tuple):
            items = (items,)
        expected = _ARITIES.get(self._name, 1)
        if expected is not None and len(items) != expected:
            few = "few" if len(items) < expected else "many"
            raise TypeError(f"Too {few} arguments for {self!r}; actual {len(items)}, expected {expected}")
        return self._with(items)

    @property
    def __name__(self):
        return self._name

    def _with(self, args):
        return _Alias(self._name, self.__origin__, args)

    def __call__(self, *args, **keywords):
        if isinstance(self.__origin__, _Special):
            raise TypeError(f"Type {self._name} cannot be instantiated")
        if self.__origin__.__module__ == "builtins":
            raise TypeError(f"Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead")
        return self.__origin__(*args, **keywords)

    def __repr__(self):
        if not self.__args__:
            return f"typing.{self._name}[()]" if self._subscripted else "typing." + self._name
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
        self.__parameters__ = _parameters_in(args)

    def __getitem__(self, items):
        return _make_union(_substitute(self, items))

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


Union = _Special("Union", _make_union)


def _wrapping(name):
    def subscript(items):
        return _Alias(name, special, items if isinstance(items, tuple) else (items,))

    special = _Special(name, subscript)
    return special


class _Annotated(_Alias):
    def __init__(self, items):
        super().__init__("Annotated", items[0], items)
        self.__metadata__ = items[1:]
        self.__parameters__ = _parameters_in(items[:1])

    def _with(self, args):
        return _Annotated(args)

    def __repr__(self):
        return "typing.Annotated[" + ", ".join([_shown(self.__origin__)] + [repr(m) for m in self.__metadata__]) + "]"


class _Literal(_Alias):
    def __init__(self, items):
        super().__init__("Literal", Literal, items if isinstance(items, tuple) else (items,))
        self.__parameters__ = ()

    def __repr__(self):
        return "typing.Literal[" + ", ".join(repr(a) for a in self.__args__) + "]"


Literal = _Special("Literal", _Literal)


class _ClassForm(_Special):
    """A form that CPython has as a class."""

    def __repr__(self):
        return f"<class 'typing.{self._name}'>"


Annotated = _ClassForm("Annotated", _Annotated)


def _make_optional(item):
    if isinstance(item, tuple):
        raise TypeError(f"typing.Optional requires a single type. Got {item!r}.")
    return _make_union((item, None))


class _AnyForm(_Special):
    def __call__(self, *args, **keywords):
        raise TypeError("Any cannot be instantiated")

    def __mro_entries__(self, bases):
        return (object,)


class TypeVar(_Form):
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False, default=None, infer_variance=False):
        if len(constraints) == 1:
            raise TypeError("A single constraint is not allowed")
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        self.__name__ = name
        self.__constraints__ = constraints
        self.__bound__ = bound
        self.__covariant__ = covariant
        self.__contravariant__ = contravariant
        self.__infer_variance__ = infer_variance

    def __call__(self, *args, **keywords):
        raise TypeError(f"'typing.{type(self).__name__}' object is not callable")

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
    def __repr__(self):
        return self.__name__

    def __iter__(self):
        yield self


def _parameters_of(arg):
    if isinstance(arg, TypeVar):
        return (arg,)
    if isinstance(arg, list):
        return _parameters_in(arg)
    return () if isinstance(arg, type) and not isinstance(arg, _types.GenericAlias) else getattr(arg, "__parameters__", ())


def _parameters_in(args):
    """The type variables among arguments, each once, in order."""
    found = []
    for arg in args:
        for parameter in _parameters_of(arg):
            if parameter not in found:
                found.append(parameter)
    return tuple(found)


def _replaced(arg, known):
    if isinstance(arg, TypeVar):
        return known.get(arg, arg)
    if isinstance(arg, list):
        return [_replaced(part, known) for part in arg]
    inner = _parameters_of(arg)
    return arg[tuple(known.get(parameter, parameter) for parameter in inner)] if inner else arg


def _substitute(form, items):
    """The arguments of `form[items]`, where the form was subscripted already: items for its type variables."""
    parameters = form.__parameters__
    if not parameters:
        raise TypeError(f"{form!r} is not a generic class")
    if not isinstance(items, tuple):
        items = (items,)
    if len(items) != len(parameters) and not any(isinstance(parameter, (TypeVarTuple, ParamSpec)) for parameter in parameters):
        few = "few" if len(items) < len(parameters) else "many"
        raise TypeError(f"Too {few} arguments for {form!r}; actual {len(items)}, expected {len(parameters)}")
    known = dict(zip(parameters, items))
    return tuple(_replaced(arg, known) for arg in form.__args__)


def _subscript_builtin(form, items):
    """list[T][int] and (list[T] | None)[int]."""
    args = _substitute(form, items)
    if isinstance(form, _types.GenericAlias):
        return _types.GenericAlias(form.__origin__, args)
    union = args[0]
    for arg in args[1:]:
        union = union | arg
    return union
