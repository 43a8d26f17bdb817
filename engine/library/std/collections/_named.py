"""namedtuple. typing.NamedTuple makes its classes of the same members."""
import sys
from keyword import iskeyword as _is_keyword


class _Field(property):
    def __repr__(self):
        return f"_tuplegetter({self.index}, {self.__doc__!r})"

    def __set__(self, instance, value):
        raise AttributeError("can't set attribute")

    def __delete__(self, instance):
        raise AttributeError("can't delete attribute")


def _field_getter(index):
    field = _Field(lambda self: tuple.__getitem__(self, index), doc=f"Alias for field number {index}")
    field.index = index
    return field


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    field_names = [str(name) for name in field_names]
    if rename:
        seen = set()
        for index, name in enumerate(field_names):
            if not name.isidentifier() or _is_keyword(name) or name.startswith("_") or name in seen:
                field_names[index] = f"_{index}"
            seen.add(name)
    for name in [typename] + field_names:
        if not name.isidentifier():
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
        if _is_keyword(name):
            raise ValueError(f"Type names and field names cannot be a keyword: {name!r}")
    seen = set()
    for name in field_names:
        if name.startswith("_") and not rename:
            raise ValueError(f"Field names cannot start with an underscore: {name!r}")
        if name in seen:
            raise ValueError(f"Encountered duplicate field name: {name!r}")
        seen.add(name)
    fields = tuple(field_names)
    field_defaults = {}
    if defaults is not None:
        defaults = tuple(defaults)
        if len(defaults) > len(fields):
            raise TypeError("Got more default values than field names")
        field_defaults = dict(zip(fields[len(fields) - len(defaults):], defaults))
    return _make_namedtuple(typename, fields, field_defaults, {"__module__": module or sys._getframe(1).f_globals.get("__name__", "__main__")})


def _missing_arguments(typename, missing):
    names = [repr(name) for name in missing]
    if len(names) == 1:
        listed = names[0]
    elif len(names) == 2:
        listed = names[0] + " and " + names[1]
    else:
        listed = ", ".join(names[:-1]) + ", and " + names[-1]
    plural = "s" if len(names) > 1 else ""
    return TypeError(f"{typename}.__new__() missing {len(names)} required positional argument{plural}: {listed}")


def _make_namedtuple(typename, fields, field_defaults, namespace):
    members = _namedtuple_members(typename, fields, field_defaults)
    members.update(namespace)
    return type(typename, (tuple,), members)


def _namedtuple_members(typename, fields, field_defaults):
    count = len(fields)

    def __new__(cls, *args, **keywords):
        given = len(args)
        if given == count and not keywords:
            return tuple.__new__(cls, args)
        if given > count:
            low = count + 1 - len(field_defaults)
            span = str(count + 1) if not field_defaults else f"from {low} to {count + 1}"
            raise TypeError(f"{typename}.__new__() takes {span} positional arguments but {given + 1} were given")
        values = list(args)
        missing = []
        for name in fields[given:]:
            if name in keywords:
                values.append(keywords.pop(name))
            elif name in field_defaults:
                values.append(field_defaults[name])
            else:
                missing.append(name)
        for name in keywords:
            if name in fields:
                raise TypeError(f"{typename}.__new__() got multiple values for argument {name!r}")
            raise TypeError(f"{typename}.__new__() got an unexpected keyword argument {name!r}")
        if missing:
            raise _missing_arguments(typename, missing)
        return tuple.__new__(cls, values)

    def _make(cls, iterable):
        values = tuple(iterable)
        if len(values) != count:
            raise TypeError(f"Expected {count} arguments, got {len(values)}")
        return tuple.__new__(cls, values)

    def _replace(self, /, **keywords):
        values = [keywords.pop(name, value) for name, value in zip(fields, self)]
        if keywords:
            raise ValueError(f"Got unexpected field names: {list(keywords)!r}")
        return self._make(values)

    def __repr__(self):
        return type(self).__name__ + "(" + ", ".join(f"{name}={value!r}" for name, value in zip(fields, self)) + ")"

    def _asdict(self):
        return dict(zip(fields, self))

    def __getnewargs__(self):
        return tuple(self)

    members = {
        "__doc__": typename + "(" + ", ".join(fields) + ")",
        "__slots__": (),
        "_fields": fields,
        "_field_defaults": field_defaults,
        "__new__": __new__,
        "_make": classmethod(_make),
        "_replace": _replace,
        "__repr__": __repr__,
        "_asdict": _asdict,
        "__getnewargs__": __getnewargs__,
        "__match_args__": fields,
    }
    for index, name in enumerate(fields):
        members[name] = _field_getter(index)
    return members
