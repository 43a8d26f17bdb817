"""The decorators of enum: checks of an enumeration, and members among the names of a module."""
import sys
from enum import CONTINUOUS, NAMED_FLAGS, UNIQUE, Flag, ReprEnum

__name__ = "enum"  # where its classes say they are from


def unique(enumeration):
    aliases = [(name, m.name) for name, m in enumeration.__members__.items() if name != m.name]
    if aliases:
        listed = ", ".join(f"{alias} -> {name}" for alias, name in aliases)
        raise ValueError(f"duplicate values found in {enumeration!r}: {listed}")
    return enumeration


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
            kind, missing = "flag", [1 << i for i in range(low.bit_length(), high.bit_length() - 1) if 1 << i not in values]
        else:
            kind, missing = "enum", [i for i in range(low + 1, high) if i not in values]
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
