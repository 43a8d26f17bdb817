"""The parts of enum that know no enumeration: what a class body may hold, and how values print."""
import builtins

__name__ = "enum"  # where its classes say they are from


class _Unset:
    def __repr__(self):
        return "_auto_null"


_unset = _Unset()


class auto:
    """A value to be chosen when it is stored in the class body."""

    def __init__(self, value=_unset):
        self.value = value

    def __repr__(self):
        return f"auto({self.value!r})"


class nonmember:
    def __init__(self, value):
        self.value = value


class member:
    def __init__(self, value):
        self.value = value


class property(builtins.property):
    """A property of members; read from the class, its name may be that of a member."""

    member = None
    name = clsname = None
    _inherited = None  # what a base class has under the name of a member

    def __set_name__(self, owner, name):
        self.name, self.clsname = name, owner.__name__

    def __get__(self, instance, owner=None):
        if instance is None:
            if self.member is not None:
                return self.member
            raise AttributeError(f"{owner!r} has no attribute {self.name!r}")
        if self.fget is not None:
            return self.fget(instance)
        if self._inherited is not None:
            return self._inherited(instance)
        if self.name in instance._member_map_:
            return instance._member_map_[self.name]
        raise AttributeError(f"{owner!r} has no attribute {self.name!r}")

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError(f"<enum {self.clsname!r}> cannot set attribute {self.name!r}")
        return self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError(f"<enum {self.clsname!r}> cannot delete attribute {self.name!r}")
        return self.fdel(instance)


def _is_descriptor(value):
    return any(hasattr(value, name) for name in ("__get__", "__set__", "__delete__"))


def _is_private(class_name, name):
    return name.startswith(f"_{class_name}__") and not name.endswith("__")


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == "__" and name[2] != "_" and name[-3] != "_"


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == "_" and name[1] != "_" and name[-2] != "_"


def _is_single_bit(value):
    return value != 0 and value & (value - 1) == 0


_SUNDERS = frozenset(
    "_order_ _generate_next_value_ _numeric_repr_ _missing_ _ignore_ _iter_member_ _iter_member_by_value_ _iter_member_by_def_".split()
)


class _Body(dict):
    """The names of a class body: which of them are members, in order, with the values that auto() takes."""

    def __init__(self, class_name):
        super().__init__()
        self._class_name = class_name
        self._member_names = {}
        self._last_values = []
        self._ignore = []
        self._auto_called = False

    def __setitem__(self, name, value):
        if _is_private(self._class_name, name) or (_is_dunder(name) and name != "__order__"):
            pass
        elif name == "__order__":
            name = "_order_"
        elif _is_sunder(name):
            value = self._special(name, value)
        elif name in self._member_names:
            raise TypeError(f"{name!r} already defined as {self[name]!r}")
        elif name in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif not _is_descriptor(value):
            value = self._add_member(name, value)
        super().__setitem__(name, value)

    def _special(self, name, value):
        if name not in _SUNDERS:
            raise ValueError(f"_sunder_ names, such as {name!r}, are reserved for future Enum use")
        if name == "_generate_next_value_":
            if self._auto_called:
                raise TypeError("_generate_next_value_ must be defined before members")
            self._next_value = value.__func__ if isinstance(value, staticmethod) else value
        elif name == "_ignore_":
            value = value.replace(",", " ").split() if isinstance(value, str) else list(value)
            self._ignore = value
            already = set(value) & set(self._member_names)
            if already:
                raise ValueError(f"_ignore_ cannot specify already set names: {already!r}")
        return value

    def _add_member(self, name, value):
        if name in self:
            raise TypeError(f"{name!r} already defined as {self[name]!r}")
        if isinstance(value, member):
            value = value.value
        if isinstance(value, auto):
            value = self._choose(name, value)
        elif type(value) is tuple and any(isinstance(part, auto) for part in value):
            value = tuple([self._choose(name, part) if isinstance(part, auto) else part for part in value])
        else:
            self._last_values.append(value)
        self._member_names[name] = None
        return value

    def _choose(self, name, wanted):
        if wanted.value is _unset:
            self._auto_called = True
            wanted.value = self._next_value(name, 1, len(self._member_names), self._last_values[:])
        self._last_values.append(wanted.value)
        return wanted.value

    def update(self, members, **more):
        for name, value in dict(members, **more).items():
            self[name] = value


def _dataclass_repr(value):
    fields = value.__dataclass_fields__
    return ", ".join(f"{name}={getattr(value, name)!r}" for name in fields if fields[name].repr)


def _value_str(self):
    return str(self._value_)


def _value_format(self, spec):
    return format(self._value_, spec) if spec else str(self)


def bin(value, max_bits=None):
    """Like bin(), with the sign apart: 0b0 1010, 0b1 0101."""
    ceiling = 1 << value.bit_length()
    digits = builtins.bin(value + ceiling if value >= 0 else (~value ^ (ceiling - 1)) + ceiling)[3:]
    sign = "0" if value >= 0 else "1"
    if max_bits is not None:
        digits = (sign * max_bits + digits)[-max(max_bits, len(digits)):]
    return f"0b{sign} {digits}"


def show_flag_values(value):
    return [1 << bit for bit in range(value.bit_length()) if value >> bit & 1]
