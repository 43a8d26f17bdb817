"""Classes whose fields are their annotations."""
import copy as _copy
import keyword as _keyword
import types as _types
from reprlib import recursive_repr as _recursive_repr


class FrozenInstanceError(AttributeError):
    pass


class _MISSING_TYPE:
    pass


MISSING = _MISSING_TYPE()


class _KW_ONLY_TYPE:
    pass


KW_ONLY = _KW_ONLY_TYPE()


class InitVar:
    def __init__(self, type):
        self.type = type

    def __class_getitem__(cls, type):
        return InitVar(type)

    def __repr__(self):
        named = isinstance(self.type, type) and type(self.type) is not type(list[int])
        return f"dataclasses.InitVar[{self.type.__name__ if named else repr(self.type)}]"


class Field:
    __class_getitem__ = classmethod(_types.GenericAlias)

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = _types.MappingProxyType(metadata if metadata is not None else {})
        self.kw_only = kw_only
        self._init_var = False

    def __repr__(self):
        return (
            f"Field(name={self.name!r},type={self.type!r},default={self.default!r},default_factory={self.default_factory!r},"
            f"init={self.init!r},repr={self.repr!r},hash={self.hash!r},compare={self.compare!r},metadata={self.metadata!r},"
            f"kw_only={self.kw_only!r},_field_type=_FIELD)"
        )

    def __set_name__(self, owner, name):
        named = getattr(type(self.default), "__set_name__", None)
        if named is not None:
            named(self.default, owner, name)


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


_FIELDS = "__dataclass_fields__"
_PARAMS = "__dataclass_params__"


class _DataclassParams:
    def __init__(self, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot):
        self.init, self.repr, self.eq, self.order = init, repr, eq, order
        self.unsafe_hash, self.frozen, self.match_args = unsafe_hash, frozen, match_args
        self.kw_only, self.slots, self.weakref_slot = kw_only, slots, weakref_slot

    def __repr__(self):
        return "_DataclassParams(" + ",".join(f"{key}={value!r}" for key, value in vars(self).items()) + ")"


def _is_class_var(annotation):
    if isinstance(annotation, str):
        return annotation.split("[")[0].split(".")[-1].strip() == "ClassVar"
    name = getattr(annotation, "_name", None)
    return name == "ClassVar"


def _own_fields(cls, kw_only):
    fields = []
    after = None  # the field that is KW_ONLY
    for name, annotation in cls.__dict__.get("__annotations__", {}).items():
        if annotation is KW_ONLY or (isinstance(annotation, str) and annotation.split(".")[-1].strip() == "KW_ONLY"):
            if after is not None:
                raise TypeError(f"{name!r} is KW_ONLY, but KW_ONLY has already been specified")
            kw_only, after = True, name
            continue
        if _is_class_var(annotation):
            shared = cls.__dict__.get(name)
            if isinstance(shared, Field):
                if shared.default_factory is not MISSING:
                    raise TypeError(f"field {name} cannot have a default factory")
                if shared.kw_only is not MISSING:
                    raise TypeError(f"field {name} is a ClassVar but specifies kw_only")
                if shared.default is MISSING:
                    delattr(cls, name)
                else:
                    setattr(cls, name, shared.default)
            continue
        default = getattr(cls, name, MISSING)  # a base may have it; a descriptor gives its own
        if type(default).__name__ == "member_descriptor":  # a slot has none
            default = MISSING
        if isinstance(default, Field):
            made = default
        else:
            made = field(default=default)
        made.name = name
        made.type = annotation
        made._init_var = isinstance(annotation, InitVar) or (isinstance(annotation, str) and annotation.startswith("InitVar"))
        if made._init_var and made.default_factory is not MISSING:
            raise TypeError(f"field {name} cannot have a default factory")
        if made.kw_only is MISSING:
            made.kw_only = kw_only
        if type(made.default).__hash__ is None and not made._init_var:
            raise ValueError(f"mutable default {type(made.default)} for field {name} is not allowed: use default_factory")
        if made.default is MISSING:
            if isinstance(cls.__dict__.get(name), Field):
                delattr(cls, name)
        elif isinstance(cls.__dict__.get(name), Field):
            setattr(cls, name, made.default)
        fields.append(made)
    for name, value in list(cls.__dict__.items()):
        if isinstance(value, Field) and name not in cls.__dict__.get("__annotations__", {}):
            raise TypeError(f"{name!r} is a field but has no type annotation")
    return fields


class _Factory:
    def __repr__(self):
        return "<factory>"


_FACTORY = _Factory()


def _function(cls, name, parameters, body, names):
    """A method from its source, as if it stood in the class; `names` are its globals."""
    namespace = {"__name__": cls.__module__, **names}
    exec(f"def {name}({parameters}:\n" + "".join([f"    {line}\n" for line in body]), namespace)
    made = namespace[name]
    made.__qualname__ = f"{cls.__qualname__}.{name}"
    return made


def _make_init(cls, fields, params):
    self_name = "__dataclass_self__" if any(f.name == "self" for f in fields) else "self"
    names = {"__dataclass_factory__": _FACTORY, "__dataclass_object__": object}
    positional, keyword_only, body = [self_name], [], []
    seen_default = False
    for f in fields:
        has_default, has_factory = f.default is not MISSING, f.default_factory is not MISSING
        names[f"__dataclass_type_{f.name}__"] = f.type
        names[f"__dataclass_default_{f.name}__"] = f.default_factory if has_factory else f.default
        if f.init:
            default = "__dataclass_factory__" if has_factory else f"__dataclass_default_{f.name}__"
            parameter = f"{f.name}: __dataclass_type_{f.name}__" + (f" = {default}" if has_default or has_factory else "")
            (keyword_only if f.kw_only else positional).append(parameter)
            if not f.kw_only:
                if seen_default and not (has_default or has_factory):
                    raise TypeError(f"non-default argument {f.name!r} follows default argument")
                seen_default = seen_default or has_default or has_factory
        if f._init_var:
            continue
        made = f"__dataclass_default_{f.name}__" + ("()" if has_factory else "")
        if f.init:
            value = f"{made} if {f.name} is __dataclass_factory__ else {f.name}" if has_factory else f.name
        elif has_factory or (params.slots and has_default):
            value = made
        else:
            continue
        target = f"__dataclass_object__.__setattr__({self_name}, {f.name!r}, {value})"
        body.append(target if params.frozen else f"{self_name}.{f.name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append(f"{self_name}.__post_init__({', '.join([f.name for f in fields if f._init_var])})")
    parameters = ", ".join(positional + (["*", *keyword_only] if keyword_only else []))
    return _function(cls, "__init__", parameters + ") -> None", body or ["pass"], names)


def _make_repr(cls, fields):
    shown = ", ".join([f"{f.name}={{self.{f.name}!r}}" for f in fields if f.repr])
    body = [f'return f"{{self.__class__.__qualname__}}({shown})"']
    made = _function(cls, "__repr__", "self)", body, {})
    made.__qualname__ = "__create_fn__.<locals>.__repr__"  # pprint knows it by this
    shown_once = _recursive_repr()(made)
    shown_once.__qualname__ = f"{cls.__qualname__}.__repr__"
    return shown_once


def _make_comparison(cls, name, operator, fields):
    sides = [f"({''.join([f'{side}.{f.name}, ' for f in fields if f.compare])})" for side in ("self", "other")]
    body = ["if other.__class__ is self.__class__:", f"    return {sides[0]} {operator} {sides[1]}", "return NotImplemented"]
    return _function(cls, name, "self, other)", body, {})


def _make_hash(cls, fields):
    hashed = "".join([f"self.{f.name}, " for f in fields if (f.compare if f.hash is None else f.hash)])
    return _function(cls, "__hash__", "self)", [f"return hash(({hashed}))"], {})


def _frozen_setattr(cls):
    names = set(getattr(cls, _FIELDS))

    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    __setattr__.__qualname__ = f"{cls.__qualname__}.__setattr__"
    return __setattr__


def _frozen_delattr(cls):
    names = set(getattr(cls, _FIELDS))

    def __delattr__(self, name):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    __delattr__.__qualname__ = f"{cls.__qualname__}.__delattr__"
    return __delattr__


def _install(cls, name, function):
    if name in cls.__dict__:
        return False
    setattr(cls, name, function)
    return True


# A frozen object without a __dict__ is copied and unpickled by these: nothing else may set it.
def _get_slots_state(self):
    return [getattr(self, f.name) for f in fields(self)]


def _set_slots_state(self, state):
    for f, value in zip(fields(self), state):
        object.__setattr__(self, f.name, value)


def _with_slots(cls, collected, params):
    """The class made again with __slots__: an existing class cannot get them."""
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    inherited = set()
    for base in cls.__mro__[1:]:
        inherited.update(getattr(base, "__slots__", ()))
    members = {k: v for k, v in cls.__dict__.items() if k not in collected and k not in ("__dict__", "__weakref__")}
    members["__slots__"] = tuple(n for n, f in collected.items() if n not in inherited and not f._init_var)
    if params.weakref_slot and "__weakref__" not in inherited:
        members["__slots__"] += ("__weakref__",)
    if params.frozen:
        members.setdefault("__getstate__", _get_slots_state)
        members.setdefault("__setstate__", _set_slots_state)
    made = type(cls)(cls.__name__, cls.__bases__, members)
    made.__qualname__ = cls.__qualname__
    return made


def _signature_text(fields):
    positional = [f for f in fields if f.init and not f.kw_only]
    keyword_only = [f for f in fields if f.init and f.kw_only]
    parts = [_parameter_text(f) for f in positional]
    if keyword_only:
        parts += ["*"] + [_parameter_text(f) for f in keyword_only]
    return "(" + ", ".join(parts) + ")"


def _parameter_text(f):
    shown = repr(f.type).replace("typing.", "")
    if isinstance(f.type, type) and shown.startswith("<"):
        shown = f.type.__qualname__ if f.type.__module__ == "builtins" else f.type.__module__ + "." + f.type.__qualname__
    default = "<factory>" if f.default_factory is not MISSING else repr(f.default) if f.default is not MISSING else None
    return f"{f.name}: {shown}" + ("" if default is None else f" = {default}")


def _process(cls, params):
    collected = {}
    frozen_bases = []
    for base in reversed(cls.__mro__[1:]):
        base_fields = base.__dict__.get(_FIELDS)
        if base_fields is None:
            continue
        frozen_bases.append(base.__dict__[_PARAMS].frozen)
        collected.update(base_fields)
    for f in _own_fields(cls, params.kw_only):
        collected[f.name] = f
    if frozen_bases and any(frozen_bases) != params.frozen:
        if params.frozen:
            raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
        raise TypeError("cannot inherit non-frozen dataclass from a frozen one")
    if params.slots:
        cls = _with_slots(cls, collected, params)
    elif params.weakref_slot:
        raise TypeError("weakref_slot is True but slots is False")
    setattr(cls, _FIELDS, collected)
    setattr(cls, _PARAMS, params)
    has_own_hash = cls.__dict__.get("__hash__", None) is not None
    has_own_eq = "__eq__" in cls.__dict__
    everything = list(collected.values())
    values = [f for f in everything if not f._init_var]
    if params.init and "__init__" not in cls.__dict__:
        setattr(cls, "__init__", _make_init(cls, everything, params))
    if params.repr and "__repr__" not in cls.__dict__:
        setattr(cls, "__repr__", _make_repr(cls, values))
    if params.eq and not has_own_eq:
        setattr(cls, "__eq__", _make_comparison(cls, "__eq__", "==", values))
    if params.order:
        if not params.eq:
            raise ValueError("eq must be true if order is true")
        for name, operator in (("__lt__", "<"), ("__le__", "<="), ("__gt__", ">"), ("__ge__", ">=")):
            if not _install(cls, name, _make_comparison(cls, name, operator, values)):
                raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}. Consider using functools.total_ordering")
    if params.frozen:
        for name, function in (("__setattr__", _frozen_setattr(cls)), ("__delattr__", _frozen_delattr(cls))):
            if not _install(cls, name, function):
                raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}")
    if params.unsafe_hash and has_own_hash:
        raise TypeError(f"Cannot overwrite attribute __hash__ in class {cls.__name__}")
    if params.unsafe_hash or (params.eq and params.frozen and not has_own_hash):
        setattr(cls, "__hash__", _make_hash(cls, values))
    elif params.eq and not has_own_hash and not has_own_eq:
        setattr(cls, "__hash__", None)
    if params.match_args and "__match_args__" not in cls.__dict__:
        cls.__match_args__ = tuple(f.name for f in collected.values() if f.init and not f.kw_only)
    if cls.__doc__ is None:
        made = next((base for base in cls.__mro__ if getattr(base.__dict__.get(_PARAMS), "init", False)), None)
        cls.__doc__ = cls.__name__ + (_signature_text(getattr(made, _FIELDS).values()) if made else "()")
    return cls


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True,
              kw_only=False, slots=False, weakref_slot=False):  # fmt: skip
    params = _DataclassParams(init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot)
    if cls is None:
        return lambda c: _process(c, params)
    return _process(cls, params)


def fields(class_or_instance):
    try:
        found = getattr(class_or_instance, _FIELDS)
    except AttributeError:
        raise TypeError("must be called with a dataclass type or instance") from None
    return tuple(f for f in found.values() if not f._init_var)


def is_dataclass(obj):
    return hasattr(obj if isinstance(obj, type) else type(obj), _FIELDS)


def _convert(obj, make):
    if hasattr(type(obj), _FIELDS):
        return make([(f.name, _convert(getattr(obj, f.name), make)) for f in fields(obj)]) if make is not _as_tuple else tuple(
            _convert(getattr(obj, f.name), make) for f in fields(obj))  # fmt: skip
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[_convert(v, make) for v in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)([_convert(v, make) for v in obj])
    if isinstance(obj, dict):
        pairs = [(_convert(k, make), _convert(v, make)) for k, v in obj.items()]
        return type(obj)(obj.default_factory, pairs) if hasattr(obj, "default_factory") else type(obj)(pairs)
    return _copy.deepcopy(obj)


def _as_tuple(pairs):
    return tuple(value for _, value in pairs)


def asdict(obj, *, dict_factory=dict):
    if isinstance(obj, type) or not hasattr(type(obj), _FIELDS):
        raise TypeError("asdict() should be called on dataclass instances")
    return _convert(obj, dict_factory)


def astuple(obj, *, tuple_factory=tuple):
    if isinstance(obj, type) or not hasattr(type(obj), _FIELDS):
        raise TypeError("astuple() should be called on dataclass instances")
    return tuple_factory(_convert(obj, _as_tuple))


def replace(obj, /, **changes):
    if isinstance(obj, type) or not hasattr(type(obj), _FIELDS):
        raise TypeError("replace() should be called on dataclass instances")
    for f in getattr(obj, _FIELDS).values():
        if not f.init:
            if f.name in changes:
                raise ValueError(f"field {f.name} is declared with init=False, it cannot be specified with replace()")
            continue
        if f.name not in changes:
            if f._init_var and f.default is MISSING:
                raise ValueError(f"InitVar {f.name!r} must be specified with replace()")
            if not f._init_var:
                changes[f.name] = getattr(obj, f.name)
    return type(obj)(**changes)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, module=None, **options):
    members = dict(namespace or {})
    annotations = {}
    for item in fields:
        if isinstance(item, str):
            name, kind = item, "typing.Any"
        elif len(item) in (2, 3):
            name, kind = item[:2]
            if len(item) == 3:
                members[name] = item[2]
        else:
            raise TypeError(f"Invalid field: {item!r}")
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError(f"Field names must be valid identifiers: {name!r}")
        if _keyword.iskeyword(name):
            raise TypeError(f"Field names must not be keywords: {name!r}")
        if name in annotations:
            raise TypeError(f"Field name duplicated: {name!r}")
        annotations[name] = kind
    members["__annotations__"] = annotations
    made = _types.new_class(cls_name, tuple(bases), {}, lambda namespace: namespace.update(members))
    made.__module__ = module or "__main__"
    return dataclass(made, **options)
