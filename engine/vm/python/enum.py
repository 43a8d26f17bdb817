"""Enumerations: the members are made when the class is."""
import sys

import _types

EnumType = EnumMeta = _types.EnumType


class auto:
    """A value to be chosen when the class is made; operators on it wait until then."""

    def __init__(self, value=None):
        self.value = value

    def __or__(self, other):
        return _Later(lambda a, b: a | b, self, other)

    def __ror__(self, other):
        return _Later(lambda a, b: a | b, other, self)

    def __and__(self, other):
        return _Later(lambda a, b: a & b, self, other)

    def __xor__(self, other):
        return _Later(lambda a, b: a ^ b, self, other)

    def __invert__(self):
        return _Later(lambda a, b: ~a, self, None)


class _Later(auto):
    def __init__(self, operation, left, right):
        self.operation, self.left, self.right = operation, left, right

    def compute(self, values):
        sides = [side.compute(values) if isinstance(side, _Later) else values.get(id(side), side) for side in (self.left, self.right)]
        return self.operation(*sides)


class nonmember:
    def __init__(self, value):
        self.value = value


class member:
    def __init__(self, value):
        self.value = value


def unique(enumeration):
    aliases = [(name, m.name) for name, m in enumeration.__members__.items() if name != m.name]
    if aliases:
        listed = ", ".join(f"{alias} -> {name}" for alias, name in aliases)
        raise ValueError(f"duplicate values found in {enumeration!r}: {listed}")
    return enumeration


def _is_descriptor(value):
    return hasattr(type(value), "__get__") or isinstance(value, (property, classmethod, staticmethod))


def _is_member_name(cls, name, value):
    if name.startswith(f"_{cls.__name__.lstrip('_')}__") and not name.endswith("__"):
        return False  # private to the class
    if name.startswith("__") and name.endswith("__"):
        return False
    if name.startswith("_") and name.endswith("_"):
        return False
    if isinstance(value, member):
        return True
    if isinstance(value, nonmember) or (_is_descriptor(value) and not isinstance(value, (auto, member))):
        return False
    return not (isinstance(value, type) and not isinstance(value, auto))


def _data_type(cls):
    """The builtin type that members also are, as in class Name(str, Enum)."""
    for base in cls.__mro__:
        if base in (int, str, float, complex, bytes, tuple, list, dict, set, frozenset):
            return base


def _member_type(cls):
    """The class beside Enum that members are instances of: the builtin type, or the class that was made of it."""
    for base in cls.__bases__:
        candidate = None
        for each in base.__mro__[:-1]:
            if issubclass(each, Enum):
                if each._member_type_ is not object:
                    return each._member_type_
                break
            if each is _data_type(cls) or "__new__" in each.__dict__ or "__dataclass_fields__" in each.__dict__:
                return candidate or each
            candidate = candidate or each
    return object


def _value_repr(cls):
    """How values print where the members are of a class that says so; None for repr()."""
    for base in cls.__bases__:
        for each in base.__mro__[:-1]:
            if issubclass(each, Enum):
                return each._value_repr_
            if "__repr__" in each.__dict__:
                if "__dataclass_fields__" in each.__dict__ and each.__dataclass_params__.repr:
                    return _dataclass_repr
                return each.__dict__["__repr__"]
    return None


def _dataclass_repr(value):
    fields = value.__dataclass_fields__
    return ", ".join(f"{name}={getattr(value, name)!r}" for name in fields if fields[name].repr)


def _inherits(cls, name):
    """Whether a way to print is that of the members' type, or of any object: an enumeration has its own."""
    return getattr(cls, name) in (getattr(cls._member_type_, name), getattr(object, name))


def _make_member(cls, name, value):
    maker = getattr(cls, "_makes_members_", None)
    data_type, member_type = _data_type(cls), cls._member_type_
    arguments = value if isinstance(value, tuple) and data_type is not tuple else (value,)
    if maker is not None:
        made = maker(cls, *arguments)
        if not hasattr(made, "_value_"):
            made._value_ = value if member_type is object else member_type(*arguments)
    else:
        plain = data_type is None and member_type.__new__ is object.__new__
        made = object.__new__(cls) if plain else member_type.__new__(cls, *arguments)
        if not hasattr(made, "_value_"):
            made._value_ = value if member_type is object else member_type(*arguments)
    made._name_ = name
    return made


_missing = object()


class _ReadOnly(property):
    """name and value: of members, not to be set."""

    def __init__(self, fget):
        super().__init__(fget)
        self._shown = fget.__name__

    def __set__(self, instance, value):
        raise AttributeError(f"<enum 'Enum'> cannot set attribute {self._shown!r}")

    def __delete__(self, instance):
        raise AttributeError(f"<enum 'Enum'> cannot delete attribute {self._shown!r}")


class Enum:
    _member_type_ = object
    _value_repr_ = None
    _member_map_ = {}
    _value2member_map_ = {}

    def __init_subclass__(cls, **keywords):
        _types.make_enum_class(cls)
        if "boundary" in keywords:
            cls._boundary_ = keywords["boundary"]
        for base in cls.__mro__[1:]:
            if base.__dict__.get("_member_map_"):
                raise TypeError(f"<enum {cls.__name__!r}> cannot extend {base!r}")
        namespace = dict(cls.__dict__)
        ignored = namespace.get("_ignore_", ())
        if isinstance(ignored, str):
            ignored = ignored.replace(",", " ").split()
        for name in (*ignored, "_ignore_"):
            if name in namespace:
                type.__delattr__(cls, name)
                del namespace[name]
        own_new = namespace.get("__new__")
        for name, value in namespace.items():
            if isinstance(value, nonmember):
                type.__setattr__(cls, name, value.value)
        cls._member_map_ = {}
        cls._value2member_map_ = {}
        found = [(name, value) for name, value in namespace.items() if _is_member_name(cls, name, value)]
        if any(name == "mro" for name, _ in found):
            raise ValueError("invalid enum member name(s) 'mro'")
        if own_new is not None:
            cls._makes_members_ = getattr(own_new, "__func__", own_new)
        cls._member_type_ = _member_type(cls)
        cls._value_repr_ = _value_repr(cls)
        if cls._member_type_ is not object:
            for special in ("__repr__", "__str__", "__format__"):
                if special in namespace:
                    continue
                if special != "__repr__" and ReprEnum in cls.__bases__:
                    setattr(cls, special, _as_value[special])
                elif _inherits(cls, special):
                    setattr(cls, special, getattr(cls._printing_(), special))
        cls.__members__ = _types.MappingProxyType(cls._member_map_)  # a __new__ may count those that are there
        last_values = []
        chosen = {}
        for name, value in found:
            if isinstance(value, member):
                value = value.value
            if isinstance(value, _Later):
                value = value.compute(chosen)
                last_values.append(value)
            elif isinstance(value, auto):
                if id(value) not in chosen:
                    chosen[id(value)] = cls._generate_next_value_(name, 1, len(cls._member_map_), list(last_values))
                value = chosen[id(value)]
                last_values.append(value)
            elif isinstance(value, tuple) and any(isinstance(v, auto) for v in value):
                parts = []
                for part in value:
                    if isinstance(part, auto):
                        part = cls._generate_next_value_(name, 1, len(cls._member_map_), list(last_values))
                        last_values.append(part)
                    parts.append(part)
                value = tuple(parts)
            else:
                last_values.append(value)
            made = _make_member(cls, name, value)
            own_init = getattr(cls, "__init__", None)
            if own_init is not None and own_init is not object.__init__:
                if isinstance(value, tuple):
                    made.__init__(*value)
                else:
                    made.__init__(value)
            value = made._value_
            existing = cls._find_value_(value)
            if existing is not None:
                made = existing
            else:
                try:
                    cls._value2member_map_[value] = made
                except TypeError:
                    pass
            type.__setattr__(cls, name, made)
            cls._member_map_[name] = made
        cls._member_names_ = [name for name, made in cls._member_map_.items() if made._name_ == name]
        if own_new is not None:
            del cls.__new__  # it made the members; calling the class looks one up

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        try:
            largest = max(last_values)
        except TypeError:  # values that have no order: the last that can be counted on
            for value in reversed(last_values):
                try:
                    return value + 1
                except TypeError:
                    pass
            return start
        try:
            return largest + 1
        except TypeError:
            raise TypeError(f"unable to increment {largest!r}") from None

    @classmethod
    def _find_value_(cls, value):
        try:
            return cls._value2member_map_.get(value)
        except TypeError:
            for made in cls._member_map_.values():
                if made._value_ == value:
                    return made

    @classmethod
    def _missing_(cls, value):
        return None

    @classmethod
    def _printing_(cls):
        return Enum

    @classmethod
    def __class_call__(cls, value=_missing, names=None, *rest, module=None, qualname=None, type=None, start=1):
        if value is _missing:
            raise TypeError("EnumType.__call__() missing 1 required positional argument: 'value'")
        if isinstance(value, cls):
            return value
        if names is not None and not cls._member_map_:
            return _functional(cls, value, names, start, type)
        if not cls._member_map_:
            raise TypeError(f"{cls} has no members; specify `names=()` if you meant to create a new, empty, enum")
        if names is not None:
            value = (value, names, *rest)
        found = cls._find_value_(value)
        if found is None:
            found = cls._missing_(value)
        if found is None:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        if not isinstance(found, cls) and not (isinstance(found, int) and getattr(cls, "_boundary_", None) is EJECT):
            raise TypeError(f"error in {cls.__name__}._missing_: returned {found!r} instead of None or a valid member")
        return found

    def __new__(cls, *args, **keywords):
        return cls.__class_call__(*args, **keywords)

    def __class_iter__(cls):
        seen = []
        for name, made in cls._member_map_.items():
            if made._name_ == name:
                seen.append(made)
        return seen

    def __class_len__(cls):
        return len(cls.__class_iter__())

    def __class_item__(cls, name):
        return cls._member_map_[name]

    def __class_contains__(cls, value):
        if isinstance(value, cls):
            return True
        return cls._find_value_(value) is not None

    def __class_repr__(cls):
        return f"<enum {cls.__name__!r}>"

    __class_iter__ = classmethod(__class_iter__)
    __class_len__ = classmethod(__class_len__)
    __class_item__ = classmethod(__class_item__)
    __class_contains__ = classmethod(__class_contains__)
    __class_repr__ = classmethod(__class_repr__)

    @_ReadOnly
    def name(self):
        return self._name_

    @_ReadOnly
    def value(self):
        return self._value_

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {(type(self)._value_repr_ or repr)(self._value_)}>"

    def __str__(self):
        return f"{type(self).__name__}.{self._name_}"

    def __format__(self, spec):
        return format(str(self), spec)

    def __hash__(self):
        return hash(self._name_)

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return self is not other

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce_ex__(self, proto):
        return type(self), (self._value_,)

    def __reduce_copy__(self):
        return self


_types.make_enum_class(Enum)


def _functional(cls, name, names, start=1, mixin=None):
    if isinstance(names, str):
        names = names.replace(",", " ").split()
    members = {}
    if isinstance(names, dict):
        members = dict(names)
    else:
        last_values = []
        for index, item in enumerate(names):
            if isinstance(item, str):
                item = item, cls._generate_next_value_(item, start, index, list(last_values))
            if item[0] in members:
                raise TypeError(f"{item[0]!r} already defined as {members[item[0]]!r}")
            members[item[0]] = item[1]
            last_values.append(list(members.values())[-1])
    return type(name, (cls,) if mixin is None else (mixin, cls), members)


_as_value = {"__str__": lambda self: str(self._value_), "__format__": lambda self, spec: format(self._value_, spec) if spec else str(self)}


class ReprEnum(Enum):
    """Members print as their values: only repr() is that of an enumeration."""


class IntEnum(int, ReprEnum):
    pass


class StrEnum(str, ReprEnum):
    def __new__(cls, *values):
        for value in values[:1]:
            if not isinstance(value, str):
                raise TypeError(f"{value!r} is not a string")
        made = str.__new__(cls, *values)
        made._value_ = str(*values)
        return made

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class Flag(Enum):
    _boundary_ = "strict"  # of FlagBoundary, whose members are these texts

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        highest = 0
        for value in last_values:
            highest = max(highest, value)
        return 1 << highest.bit_length() if last_values else start

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            return None
        known = 0
        for made in cls._member_map_.values():
            known |= made._value_
        boundary = cls._boundary_
        outside = value & ~known if value >= 0 else ~value & ~known
        if value < 0:
            value = max((1 << known.bit_length()), 1 << value.bit_length()) + value if boundary == "keep" and outside else known & value
            if value in cls._value2member_map_:
                return cls._value2member_map_[value]
        if outside and boundary == "eject":
            return value
        if outside and boundary == "conform":
            return cls(value & known)
        unknown = value & ~known
        if unknown and boundary == "strict":
            width = max(value.bit_length(), known.bit_length())
            raise ValueError(f"{cls!r} invalid value {value!r}\n    given 0b0 {value:0{width}b}\n  allowed 0b0 {known:0{width}b}")
        made = int.__new__(cls, value) if issubclass(cls, int) else object.__new__(cls)
        made._value_ = value
        parts = [m._name_ for m in cls.__class_iter__() if m._value_ and m._value_ & value == m._value_]
        if unknown and parts:
            parts.append(str(unknown))
        made._name_ = "|".join(parts) if parts else None
        cls._value2member_map_[value] = made
        return made

    @classmethod
    def _printing_(cls):
        return Flag

    @classmethod
    def __class_repr__(cls):
        return f"<flag {cls.__name__!r}>"

    def __class_iter__(cls):
        return [m for name, m in cls._member_map_.items() if m._name_ == name and m._value_ and m._value_ & (m._value_ - 1) == 0]

    __class_iter__ = classmethod(__class_iter__)

    def __iter__(self):
        for made in type(self).__class_iter__():
            if made._value_ & self._value_:
                yield made

    def __len__(self):
        return self._value_.bit_count()

    def __contains__(self, other):
        if not isinstance(other, type(self)):
            raise TypeError(f"unsupported operand type(s) for 'in': {type(other).__qualname__!r} and {type(self).__qualname__!r}")
        return other._value_ & self._value_ == other._value_

    def __or__(self, other):
        return type(self)(self._value_ | other._value_) if isinstance(other, type(self)) else NotImplemented

    def __and__(self, other):
        return type(self)(self._value_ & other._value_) if isinstance(other, type(self)) else NotImplemented

    def __xor__(self, other):
        return type(self)(self._value_ ^ other._value_) if isinstance(other, type(self)) else NotImplemented

    def __invert__(self):
        return type(self)(~self._value_)

    def __bool__(self):
        return bool(self._value_)

    def __repr__(self):
        if self._name_ is None:
            return f"<{type(self).__name__}: {self._value_!r}>"
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        if self._name_ is None:
            return f"{type(self).__name__}({self._value_!r})"
        return f"{type(self).__name__}.{self._name_}"


class IntFlag(int, ReprEnum, Flag):
    _boundary_ = "keep"

    def __or__(self, other):
        return self._with(self._value_ | other) if isinstance(other, int) else NotImplemented

    def __and__(self, other):
        return self._with(self._value_ & other) if isinstance(other, int) else NotImplemented

    def __xor__(self, other):
        return self._with(self._value_ ^ other) if isinstance(other, int) else NotImplemented

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self):
        return self._with(~self._value_)

    def _with(self, value):
        return type(self)(int(value))


def global_enum_repr(self):
    return f"{type(self).__module__.split('.')[-1]}.{self._name_}"


def global_flag_repr(self):
    module = type(self).__module__.split(".")[-1]
    if self._name_ is None:
        return f"{module}.{type(self).__name__}({self._value_!r})"
    return "|".join(name if name[0].isdigit() else f"{module}.{name}" for name in self._name_.split("|"))


def global_str(self):
    if self._name_ is None:
        return f"{type(self).__name__}({self._value_!r})"
    return self._name_


def global_enum(cls, update_str=False):
    """Puts the members among the names of the module that the class is in, and prints them as such."""
    cls.__repr__ = global_flag_repr if issubclass(cls, Flag) else global_enum_repr
    if not issubclass(cls, ReprEnum) or update_str:
        cls.__str__ = global_str
    sys.modules[cls.__module__].__dict__.update(cls.__members__)
    return cls


CONTINUOUS, NAMED_FLAGS, UNIQUE = "no skipped integer values", "multi-flag aliases may not contain unnamed flags", "one name per value"


def _joined_bits(values):
    out = 0
    for value in values:
        out |= value
    return out


class verify:
    """A class decorator that checks an enumeration against the constraints given."""

    def __init__(self, *constraints):
        self.constraints = constraints

    def __call__(self, enumeration):
        for constraint in self.constraints:
            if constraint is UNIQUE:
                self._unique(enumeration)
            elif constraint is CONTINUOUS:
                self._continuous(enumeration)
            elif constraint is NAMED_FLAGS:
                self._named(enumeration)
        return enumeration

    def _unique(self, enumeration):
        aliases = [(name, m.name) for name, m in enumeration.__members__.items() if name != m.name]
        if aliases:
            listed = ", ".join(f"{alias} -> {name}" for alias, name in aliases)
            raise ValueError(f"aliases found in {enumeration!r}: {listed}")

    def _continuous(self, enumeration):
        values = {m.value for m in enumeration}
        if len(values) < 2:
            return
        low, high = min(values), max(values)
        if issubclass(enumeration, Flag):
            missing = [1 << i for i in range(low.bit_length(), high.bit_length() - 1) if 1 << i not in values]
            kind = "flag"
        elif issubclass(enumeration, IntEnum):
            missing = [i for i in range(low + 1, high) if i not in values]
            kind = "enum"
        else:
            raise Exception(f"verify: unknown type {type(enumeration)!r}")
        if missing:
            listed = ", ".join(str(m) for m in missing)
            raise ValueError(f"invalid {kind} {enumeration.__name__!r}: missing values {listed}"[:256])

    def _named(self, enumeration):
        single = _joined_bits(m.value for m in enumeration if m.value & (m.value - 1) == 0)
        names, missing = [], 0
        for name, alias in enumeration.__members__.items():
            if alias.value >= 0 and alias.value & ~single:
                names.append(name)
                missing |= alias.value & ~single
        if not names:
            return
        bits = [1 << i for i in range(missing.bit_length()) if missing >> i & 1]
        owner = f"alias {names[0]} is missing" if len(names) == 1 else f"aliases {', '.join(names[:-1])} and {names[-1]} are missing"
        value = "value 0x%x" % missing if len(bits) == 1 else "combined values of 0x%x" % missing
        raise ValueError(f"invalid Flag {enumeration.__name__!r}: {owner} {value} [use enum.show_flag_values(value) for details]")


def show_flag_values(value):
    return [1 << i for i in range(value.bit_length()) if value >> i & 1]


class FlagBoundary(StrEnum):
    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


class property(property):
    """A property of members; read from the class, its name may be that of a member."""

    def __get__(self, instance, owner=None):
        if instance is not None:
            return super().__get__(instance, owner)
        if self.name in owner._member_map_:
            return owner._member_map_[self.name]
        raise AttributeError(f"{owner!r} has no attribute {self.name!r}")

    def __set_name__(self, owner, name):
        self.name, self.clsname = name, owner.__name__
