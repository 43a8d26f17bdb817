"""Enumerations: the members are made when the class is."""
import _types

EnumType = EnumMeta = _types.EnumType


class auto:
    def __init__(self, value=None):
        self.value = value


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


def _is_member_name(name, value):
    if name.startswith("__") and name.endswith("__"):
        return False
    if name.startswith("_") and name.endswith("_"):
        return False
    if isinstance(value, nonmember) or (_is_descriptor(value) and not isinstance(value, (auto, member))):
        return False
    return not (isinstance(value, type) and not isinstance(value, auto))


def _make_member(cls, name, value):
    if "__new__" in cls.__dict__ or getattr(cls, "_makes_members_", None):
        maker = cls.__dict__.get("__new__") or cls._makes_members_
        maker = getattr(maker, "__func__", maker)
        made = maker(cls, *value) if isinstance(value, tuple) else maker(cls, value)
        if not hasattr(made, "_value_"):
            made._value_ = value
    else:
        made = object.__new__(cls)
        made._value_ = value
    made._name_ = name
    return made


class Enum:
    _member_map_ = {}
    _value2member_map_ = {}

    def __init_subclass__(cls, **keywords):
        _types.make_enum_class(cls)
        for base in cls.__mro__[1:]:
            if base.__dict__.get("_member_map_"):
                raise TypeError(f"<enum {cls.__name__!r}> cannot extend {base!r}")
        namespace = dict(cls.__dict__)
        own_new = namespace.get("__new__")
        cls._member_map_ = {}
        cls._value2member_map_ = {}
        found = [(name, value) for name, value in namespace.items() if _is_member_name(name, value)]
        if own_new is not None:
            cls._makes_members_ = getattr(own_new, "__func__", own_new)
        last_values = []
        for name, value in found:
            if isinstance(value, member):
                value = value.value
            if isinstance(value, auto):
                value = cls._generate_next_value_(name, 1, len(last_values), list(last_values))
            elif isinstance(value, tuple) and any(isinstance(v, auto) for v in value):
                value = tuple(cls._generate_next_value_(name, 1, len(last_values), list(last_values)) if isinstance(v, auto) else v for v in value)
            made = _make_member(cls, name, value)
            own_init = getattr(cls, "__init__", None)
            if own_init is not None and own_init is not object.__init__:
                if isinstance(value, tuple):
                    made.__init__(*value)
                else:
                    made.__init__(value)
            value = made._value_
            last_values.append(value)
            existing = cls._find_value_(value)
            if existing is not None:
                made = existing
            else:
                try:
                    cls._value2member_map_[value] = made
                except TypeError:
                    pass
            cls._member_map_[name] = made
            type.__setattr__(cls, name, made)
        cls.__members__ = dict(cls._member_map_)
        if own_new is not None:
            del cls.__new__

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        return max(v for v in last_values if isinstance(v, int)) + 1

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

    def __new__(cls, value, names=None):
        if isinstance(value, cls):
            return value
        if names is not None:
            return _functional(cls, value, names)
        found = cls._find_value_(value)
        if found is None:
            found = cls._missing_(value)
        if found is None:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        return found

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

    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

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

    def __reduce_copy__(self):
        return self


def _functional(cls, name, names):
    if isinstance(names, str):
        names = names.replace(",", " ").split()
    members = {}
    if isinstance(names, dict):
        members = dict(names)
    else:
        for index, item in enumerate(names):
            if isinstance(item, str):
                members[item] = index + 1
            else:
                members[item[0]] = item[1]
    return type(name, (cls,), members)


def _value_of(other):
    return other._value_ if isinstance(other, Enum) else other


class _Valued(Enum):
    """Members that act as their values: comparison, hashing and arithmetic."""

    def __eq__(self, other):
        return self._value_ == _value_of(other)

    def __ne__(self, other):
        return self._value_ != _value_of(other)

    def __lt__(self, other):
        return self._value_ < _value_of(other)

    def __le__(self, other):
        return self._value_ <= _value_of(other)

    def __gt__(self, other):
        return self._value_ > _value_of(other)

    def __ge__(self, other):
        return self._value_ >= _value_of(other)

    def __hash__(self):
        return hash(self._value_)

    def __add__(self, other):
        return self._value_ + _value_of(other)

    def __radd__(self, other):
        return other + self._value_

    def __mul__(self, other):
        return self._value_ * _value_of(other)

    def __rmul__(self, other):
        return other * self._value_

    def __mod__(self, other):
        return self._value_ % _value_of(other)

    def __str__(self):
        return str(self._value_)

    def __format__(self, spec):
        return format(self._value_, spec)

    def __bool__(self):
        return bool(self._value_)


class IntEnum(_Valued):
    def __sub__(self, other):
        return self._value_ - _value_of(other)

    def __rsub__(self, other):
        return other - self._value_

    def __floordiv__(self, other):
        return self._value_ // _value_of(other)

    def __truediv__(self, other):
        return self._value_ / _value_of(other)

    def __and__(self, other):
        return self._value_ & _value_of(other)

    def __or__(self, other):
        return self._value_ | _value_of(other)

    def __neg__(self):
        return -self._value_

    def __int__(self):
        return self._value_

    def __index__(self):
        return self._value_

    def __float__(self):
        return float(self._value_)


class StrEnum(_Valued):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self._value_, name)

    def __len__(self):
        return len(self._value_)

    def __iter__(self):
        return iter(self._value_)

    def __getitem__(self, key):
        return self._value_[key]

    def __contains__(self, item):
        return item in self._value_


class Flag(Enum):
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
        if value < 0:
            value = known & value
        if value & ~known:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        made = object.__new__(cls)
        made._value_ = value
        parts = [m._name_ for m in cls.__class_iter__() if m._value_ and m._value_ & value == m._value_]
        made._name_ = "|".join(parts) if parts else None
        cls._value2member_map_[value] = made
        return made

    def __class_iter__(cls):
        return [m for name, m in cls._member_map_.items() if m._name_ == name and m._value_ and m._value_ & (m._value_ - 1) == 0]

    __class_iter__ = classmethod(__class_iter__)

    def __iter__(self):
        for made in type(self).__class_iter__():
            if made._value_ & self._value_:
                yield made

    def __contains__(self, other):
        return other._value_ & self._value_ == other._value_

    def __or__(self, other):
        return type(self)(self._value_ | _value_of(other))

    def __and__(self, other):
        return type(self)(self._value_ & _value_of(other))

    def __xor__(self, other):
        return type(self)(self._value_ ^ _value_of(other))

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


class IntFlag(Flag):
    def __str__(self):
        return str(self._value_)

    def __format__(self, spec):
        return format(self._value_, spec)

    def __int__(self):
        return self._value_

    def __index__(self):
        return self._value_

    def __eq__(self, other):
        return self._value_ == _value_of(other)

    def __hash__(self):
        return hash(self._value_)
