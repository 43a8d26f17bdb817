"""Enumerations: a class of classes that makes members of the values in a class body."""
import builtins
import sys

from _enum_parts import (
    _Body, _dataclass_repr, _is_descriptor, _is_single_bit, _value_format, _value_str, auto, bin, member, nonmember, property, show_flag_values,
)  # fmt: skip
from _types import MappingProxyType

_NATIVE = (int, str, float, complex, bytes, bytearray, tuple, list, dict, set, frozenset)
Enum = Flag = ReprEnum = None  # while this module makes them


class _Candidate:
    """A value of the body, until the class is there and makes a member of it."""

    def __init__(self, value):
        self.value = value

    def __set_name__(self, cls, name):
        delattr(cls, name)
        made = self._make(cls, name)
        value = made._value_
        if Flag is not None and issubclass(cls, Flag):
            cls._flag_mask_ |= value
            if _is_single_bit(value):
                cls._singles_mask_ |= value
            cls._all_bits_ = (1 << cls._flag_mask_.bit_length()) - 1
        known = _find_value(cls, value)
        if known is not None:
            made = known
        elif Flag is None or not issubclass(cls, Flag) or _is_single_bit(value):
            cls._member_names_.append(name)
        setattr(cls, name, _redirect(cls, name, made))
        cls._member_map_[name] = made
        try:
            cls._value2member_map_.setdefault(value, made)
        except TypeError:
            cls._unhashable_values_.append(value)

    def _make(self, cls, name):
        value = self.value
        arguments = value if isinstance(value, tuple) else (value,)
        if cls._member_type_ is tuple:
            arguments = (arguments,)
        made = cls._new_member_(cls, *arguments) if cls._use_args_ else cls._new_member_(cls)
        if not hasattr(made, "_value_"):
            made._value_ = value if cls._member_type_ is object else self._value_of(cls, arguments)
        made._name_ = name
        made.__init__(*arguments)
        made._sort_order_ = len(cls._member_names_)
        return made

    def _value_of(self, cls, arguments):
        try:
            return cls._member_type_(*arguments)
        except Exception as error:
            raise TypeError("_value_ not set in __new__, unable to create it") from error


def _find_value(cls, value):
    try:
        return cls._value2member_map_.get(value)
    except TypeError:  # it has no hash
        for made in cls._member_map_.values():
            if made._value_ == value:
                return made


def _redirect(cls, name, made):
    """The member as an attribute of its class: itself, or a property where members inherit another thing of that name."""
    found = owner = None
    for base in cls.__mro__[1:]:
        inherited = base.__dict__.get(name)
        if isinstance(inherited, property):
            found, owner = inherited, base
            break
        if found is None and (callable(inherited) or _is_descriptor(inherited)):
            found, owner = inherited, base
    if found is None:
        return made
    shown = property(getattr(found, "fget", None), getattr(found, "fset", None), getattr(found, "fdel", None))
    shown.member = made
    shown.__set_name__(cls, name)
    if not isinstance(found, property):
        shown._inherited = lambda instance: getattr(instance._value_, name)
    return shown


class EnumType(type):
    """The class of enumerations."""

    @classmethod
    def __prepare__(metacls, name, bases, **keywords):
        metacls._check_for_existing_members_(name, bases)
        body = _Body(name)
        _, enum = metacls._get_mixins_(name, bases)
        if enum is not None:
            body["_generate_next_value_"] = getattr(enum, "_generate_next_value_", None)
        return body

    def __new__(metacls, name, bases, body, *, boundary=None, **keywords):
        for ignored in (*body._ignore, "_ignore_"):
            body.pop(ignored, None)
        members = body._member_names
        invalid = [name for name in ("mro", "") if name in members]
        if invalid:
            raise ValueError(f"invalid enum member name(s) {','.join(map(repr, invalid))}")
        order = body.pop("_order_", None)
        namespace = dict(body.items())
        member_type, enum = metacls._get_mixins_(name, bases)
        own_new = namespace.get("__new__")
        own_new = getattr(own_new, "__func__", own_new)
        next_value = namespace.get("_generate_next_value_")
        if next_value is not None and not isinstance(next_value, staticmethod):
            namespace["_generate_next_value_"] = staticmethod(next_value)
        for each in members:
            namespace[each] = _Candidate(namespace[each])
        maker, takes_arguments = metacls._find_maker(own_new, member_type, enum)
        namespace.update(
            _new_member_=staticmethod(maker), _use_args_=takes_arguments, _member_names_=[], _member_map_={},
            _value2member_map_={}, _unhashable_values_=[], _member_type_=member_type,
            _value_repr_=_find_value_repr(bases),
        )
        if name == "Flag" and Flag is None or Flag is not None and any(issubclass(base, Flag) for base in bases):
            namespace.update(_boundary_=boundary or getattr(enum, "_boundary_", None), _flag_mask_=0, _singles_mask_=0, _all_bits_=0, _inverted_=None)
        try:
            cls = super().__new__(metacls, name, bases, namespace, **keywords)
        except Exception as error:  # a value that makes no member is the program's error, without a word of __set_name__
            del error.__notes__
            raise
        metacls._choose_printing(cls, bases, namespace, member_type, enum)
        if Enum is not None:
            if own_new is not None and enum is not None:
                cls.__new_member__ = staticmethod(own_new)
            cls.__new__ = Enum.__new__  # calling the class looks a member up
        metacls._check_order(cls, order)
        return cls

    @classmethod
    def _check_for_existing_members_(metacls, name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if isinstance(base, EnumType) and base._member_names_:
                    raise TypeError(f"<enum {name!r}> cannot extend {base!r}")

    @classmethod
    def _get_mixins_(metacls, name, bases):
        """The class beside Enum that members are instances of (object, a builtin type or one made of it), and the enumeration."""
        if not bases:
            return object, Enum
        if not isinstance(bases[-1], EnumType):
            raise TypeError("new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`")
        found = set()
        for chain in bases:
            candidate = None
            for base in chain.__mro__[:-1]:
                if isinstance(base, EnumType):
                    if base._member_type_ is not object:
                        found.add(base._member_type_)
                        break
                elif base in _NATIVE or "__new__" in base.__dict__ or "__dataclass_fields__" in base.__dict__:
                    found.add(candidate or base)
                    break
                else:
                    candidate = candidate or base
        if len(found) > 1:
            raise TypeError(f"too many data types for {name!r}: {found!r}")
        return (found.pop() if found else object), bases[-1]

    @classmethod
    def _find_maker(metacls, own_new, member_type, enum):
        """What makes a member, and whether it is given the value."""
        if own_new is not None:
            return own_new, enum is not None
        inherited = getattr(enum, "__new_member__", None)
        if inherited is not None and member_type in (object, enum._member_type_):
            return inherited, True
        if issubclass(member_type, _NATIVE) or member_type.__new__ != object.__new__:
            return member_type.__new__, True
        return object.__new__, False

    @classmethod
    def _choose_printing(metacls, cls, bases, namespace, member_type, enum):
        """Members print as those of an enumeration, not as values, unless the class says otherwise."""
        if ReprEnum is not None and ReprEnum in bases:
            if member_type is object:
                raise TypeError("ReprEnum subclasses must be mixed with a data type (i.e. int, str, float, etc.)")
            if "__format__" not in namespace:
                cls.__format__ = namespace["__format__"] = _value_format
            if "__str__" not in namespace:
                cls.__str__ = namespace["__str__"] = _value_str
        for name in ("__repr__", "__str__", "__format__", "__reduce_ex__"):
            if name not in namespace and getattr(cls, name) in (getattr(member_type, name), getattr(object, name)):
                setattr(cls, name, getattr(enum, name))
        if Flag is not None and issubclass(cls, Flag):
            for name in ("__or__", "__and__", "__xor__", "__ror__", "__rand__", "__rxor__", "__invert__"):
                if name not in namespace:
                    setattr(cls, name, getattr(Flag, name))

    @classmethod
    def _check_order(metacls, cls, order):
        if Flag is not None and issubclass(cls, Flag):
            values = [made._value_ for made in cls]
            if values != sorted(values):
                cls._iter_member_ = cls._iter_member_by_def_
        if order is None:
            return
        names = order.replace(",", " ").split() if isinstance(order, str) else order
        names = [name for name in names if name not in cls._member_map_ or name in cls._member_names_]
        if names != cls._member_names_:
            raise TypeError(f"member order does not match _order_:\n  {cls._member_names_!r}\n  {names!r}")

    def __bool__(cls):
        return True

    def __call__(cls, value, names=None, *values, module=None, qualname=None, type=None, start=1, boundary=None):
        if cls._member_map_:
            if names:
                value = (value, names, *values)
            return cls.__new__(cls, value)
        if names is None and type is None:
            raise TypeError(f"{cls} has no members; specify `names=()` if you meant to create a new, empty, enum")
        if module is None:
            module = sys._getframe(1).f_globals.get("__name__")
        return cls._create_(value, names, module=module, qualname=qualname, type=type, start=start, boundary=boundary)

    def _create_(cls, name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        body = metacls.__prepare__(name, bases)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            last_values = []
            for count, each in enumerate(names):
                last_values.append(cls._generate_next_value_(each, start, count, last_values[:]))
            names = list(zip(names, last_values))
        for item in names or ():
            each, value = (item, names[item]) if isinstance(item, str) else item
            body[each] = value
        if module is not None:
            body["__module__"] = module
        if qualname is not None:
            body["__qualname__"] = qualname
        return metacls.__new__(metacls, name, bases, body, boundary=boundary)

    def __contains__(cls, value):
        if isinstance(value, cls):
            return True
        try:
            return value in cls._value2member_map_
        except TypeError:
            return value in cls._unhashable_values_

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", ()):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def __delattr__(cls, name):
        if name in cls._member_map_:
            raise AttributeError(f"{cls.__name__!r} cannot delete member {name!r}.")
        super().__delattr__(name)

    def __dir__(cls):
        shown = "__class__ __contains__ __doc__ __getitem__ __iter__ __len__ __members__ __module__ __name__ __qualname__".split()
        shown += cls._member_names_
        if cls._use_args_ or cls._new_member_ != object.__new__:
            shown.append("__new__")
        if cls._member_type_ is not object:
            shown += dir(cls._member_type_)
        return sorted(set(shown))

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __len__(cls):
        return len(cls._member_names_)

    @builtins.property
    def __members__(cls):
        return MappingProxyType(cls._member_map_)

    def __repr__(cls):
        return f"<flag {cls.__name__!r}>" if Flag is not None and issubclass(cls, Flag) else f"<enum {cls.__name__!r}>"


EnumMeta = EnumType


def _find_value_repr(bases):
    """How values print where the members are of a class that says so; None for repr()."""
    for chain in bases:
        for base in chain.__mro__[:-1]:
            if isinstance(base, EnumType):
                return base._value_repr_
            if "__repr__" in base.__dict__ or base in _NATIVE:
                if "__dataclass_fields__" in base.__dict__ and base.__dict__["__dataclass_params__"].repr:
                    return _dataclass_repr
                return base.__repr__
    return None


class Enum(metaclass=EnumType):
    def __new__(cls, value):
        if type(value) is cls:
            return value
        found = _find_value(cls, value)
        if found is not None:
            return found
        if not cls._member_map_:
            raise TypeError(f"{cls!r} has no members defined")
        error = found = None
        try:
            found = cls._missing_(value)
        except Exception as raised:
            error = raised
        if isinstance(found, cls):
            return found
        if isinstance(found, int) and Flag is not None and issubclass(cls, Flag) and cls._boundary_ is EJECT:
            return found
        invalid = ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        if error is None and found is None:
            raise invalid
        if error is None:
            error = TypeError(f"error in {cls.__name__}._missing_: returned {found!r} instead of None or a valid member")
        if not isinstance(error, ValueError):
            error.__context__ = invalid
        raise error

    def __init__(self, *args, **keywords):
        pass

    @builtins.property
    def __objclass__(self):  # not kept: a text cannot be found unused while it holds its class
        return type(self)

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        last = last_values[-1]
        try:
            last_values.sort()
            if last == last_values[-1]:
                return last + 1
        except TypeError:
            pass
        for value in reversed(last_values):  # values that have no order: the last that can be counted on
            try:
                return value + 1
            except TypeError:
                pass
        return start

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {(type(self)._value_repr_ or repr)(self._value_)}>"

    def __str__(self):
        return f"{type(self).__name__}.{self._name_}"

    def __dir__(self):
        cls = type(self)
        shown = {"__class__", "__doc__", "__eq__", "__hash__", "__module__"}
        if cls._member_type_ is not object:
            shown.update(object.__dir__(self))
        shown.update(name for name in self.__dict__ if name[0] != "_" and name not in cls._member_map_)
        for base in cls.__mro__:
            for name, value in base.__dict__.items():
                if name[0] != "_" and (name not in cls._member_map_ or isinstance(value, property) and value.fget is not None):
                    shown.add(name)
        return sorted(shown)

    def __format__(self, spec):
        return str.__format__(str(self), spec)

    def __hash__(self):
        return hash(self._name_)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce_ex__(self, proto):
        return type(self), (self._value_,)

    @property
    def name(self):
        """The name of the Enum member."""
        return self._name_

    @property
    def value(self):
        """The value of the Enum member."""
        return self._value_


class ReprEnum(Enum):
    """Only changes the repr(), leaving str() and format() to the mixed-in type."""


class IntEnum(int, ReprEnum):
    """Enum where members are also (and must be) ints"""


class StrEnum(str, ReprEnum):
    """Enum where members are also (and must be) strings"""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError(f"too many arguments for str(): {values!r}")
        for wanted, value in zip(("{!r} is not a string", "encoding must be a string, not {!r}", "errors must be a string, not {!r}"), values):
            if not isinstance(value, str) and not (wanted[0] == "{" and len(values) > 1):
                raise TypeError(wanted.format(value))
        value = str(*values)
        made = str.__new__(cls, value)
        made._value_ = value
        return made

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class EnumCheck(StrEnum):
    """Constraints that verify() knows."""

    CONTINUOUS = "no skipped integer values"
    NAMED_FLAGS = "multi-flag aliases may not contain unnamed flags"
    UNIQUE = "one name per value"


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


class FlagBoundary(StrEnum):
    """What happens to bits that have no name."""

    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


class Flag(Enum, boundary=STRICT):
    """Support for flags"""

    _numeric_repr_ = repr

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not count:
            return start if start is not None else 1
        largest = max(last_values)
        try:
            return 1 << largest.bit_length()
        except Exception:
            raise TypeError(f"invalid flag value {largest!r}") from None

    @classmethod
    def _iter_member_by_value_(cls, value):
        for bit in show_flag_values(value & cls._flag_mask_):
            yield cls._value2member_map_.get(bit)

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        yield from sorted(cls._iter_member_by_value_(value), key=lambda made: made._sort_order_)

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        mask, bits, boundary = cls._flag_mask_, cls._all_bits_, cls._boundary_
        if not ~bits <= value <= bits or value & (bits ^ mask):
            if boundary is STRICT:
                width = max(value.bit_length(), mask.bit_length())
                raise ValueError(f"{cls!r} invalid value {value!r}\n    given {bin(value, width)}\n  allowed {bin(mask, width)}")
            if boundary is EJECT:
                return value
            if boundary is CONFORM:
                value &= mask
            elif boundary is not KEEP:
                raise ValueError(f"{cls!r} unknown flag boundary {boundary!r}")
            elif value < 0:
                value += max(bits + 1, 1 << value.bit_length())
        negative = None
        if value < 0:
            negative = value
            value += bits + 1
        unknown = value & ~mask
        if unknown and boundary is not KEEP:
            raise ValueError(f"{cls.__name__}({value!r}) -->  unknown values {unknown!r} [{bin(unknown)}]")
        made = cls._value2member_map_.setdefault(value, cls._combine(value))
        if negative is not None:
            cls._value2member_map_[negative] = made
        return made

    @classmethod
    def _combine(cls, value):
        """A member of several bits, or of none, named after those that it holds."""
        made = object.__new__(cls) if cls._member_type_ is object else cls._member_type_.__new__(cls, value)
        if not hasattr(made, "_value_"):
            made._value_ = value
        parts = list(cls._iter_member_(value & cls._singles_mask_))
        if value & ~cls._singles_mask_:
            parts += [each for each in cls._member_map_.values() if each not in parts and each._value_ and each._value_ & value == each._value_]
        covered = 0
        for each in parts:
            covered |= each._value_
        made._name_ = "|".join([each._name_ for each in parts]) if covered else None
        unknown = value ^ covered
        if covered and unknown:
            if cls._boundary_ is STRICT:
                raise ValueError(f"{cls!r}: no members with value {unknown!r}")
            made._name_ += f"|{cls._numeric_repr_(unknown)}"
        return made

    def __contains__(self, other):
        if not isinstance(other, type(self)):
            raise TypeError(f"unsupported operand type(s) for 'in': {type(other).__qualname__!r} and {type(self).__qualname__!r}")
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        name = "" if self._name_ is None else f".{self._name_}"
        return f"<{type(self).__name__}{name}: {(type(self)._value_repr_ or repr)(self._value_)}>"

    def __str__(self):
        return f"{type(self).__name__}({self._value_!r})" if self._name_ is None else f"{type(self).__name__}.{self._name_}"

    def __bool__(self):
        return bool(self._value_)

    def _bits(self, other):
        """The number that an operand stands for; None if it is none of ours."""
        if isinstance(other, type(self)):
            return other._value_
        return other if self._member_type_ is not object and isinstance(other, self._member_type_) else None

    def __or__(self, other):
        bits = self._bits(other)
        return NotImplemented if bits is None else type(self)(self._value_ | bits)

    def __and__(self, other):
        bits = self._bits(other)
        return NotImplemented if bits is None else type(self)(self._value_ & bits)

    def __xor__(self, other):
        bits = self._bits(other)
        return NotImplemented if bits is None else type(self)(self._value_ ^ bits)

    def __invert__(self):
        if self._inverted_ is None:
            mask = -1 if self._boundary_ in (EJECT, KEEP) else self._singles_mask_
            self._inverted_ = type(self)(mask & ~self._value_)
        return self._inverted_

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Support for integer-based Flags"""


def _simple_enum(etype=Enum, *, boundary=None, use_args=None):
    """Decorates a plain class: the enumeration with its body."""

    def convert(cls):
        body = type(etype).__prepare__(cls.__name__, (etype,))
        for name, value in cls.__dict__.items():
            if name not in ("__dict__", "__weakref__"):
                body[name] = value
        return type(etype)(cls.__name__, (etype,), body, boundary=boundary)

    return convert


from _enum_checks import global_enum, global_enum_repr, global_flag_repr, global_str, unique, verify
