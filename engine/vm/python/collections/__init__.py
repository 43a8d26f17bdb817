"""Container classes: namedtuple, defaultdict, OrderedDict, Counter, ChainMap and deque."""
from _collections import deque

from collections import abc

__all__ = ["ChainMap", "Counter", "OrderedDict", "UserDict", "UserList", "UserString", "defaultdict", "deque", "namedtuple"]


def _is_keyword(name):
    return name in (
        "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
        "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
        "return", "try", "while", "with", "yield",
    )  # fmt: skip


class _Field(property):
    def __set__(self, instance, value):
        raise AttributeError("can't set attribute")

    def __delete__(self, instance):
        raise AttributeError("can't delete attribute")


def _field_getter(index):
    return _Field(lambda self: tuple.__getitem__(self, index), doc=f"Alias for field number {index}")


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
    return _make_namedtuple(typename, fields, field_defaults, {"__module__": module or "__main__"})


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


class defaultdict(dict):
    def __init__(self, default_factory=None, /, *args, **keywords):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        super().__init__(*args, **keywords)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value

    def __repr__(self):
        return f"defaultdict({self.default_factory!r}, {dict.__repr__(self)})"

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made


class OrderedDict(dict):
    def move_to_end(self, key, last=True):
        value = self[key]
        if last:
            dict.__delitem__(self, key)
            dict.__setitem__(self, key, value)
            return
        rest = [(k, v) for k, v in dict.items(self) if k != key]
        dict.clear(self)
        dict.__setitem__(self, key, value)
        for k, v in rest:
            dict.__setitem__(self, k, v)

    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        if last:
            return dict.popitem(self)
        key = next(iter(self))
        return key, dict.pop(self, key)

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and list(self) == list(other)
        return dict.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def __repr__(self):
        if not self:
            return type(self).__name__ + "()"
        return f"{type(self).__name__}({dict.__repr__(self)})"

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = type(self)(self)
        made.update(other)
        return made


class Counter(dict):
    def __init__(self, iterable=None, /, **keywords):
        super().__init__()
        self.update(iterable, **keywords)

    def __missing__(self, key):
        return 0

    def most_common(self, n=None):
        items = sorted(self.items(), key=lambda item: item[1], reverse=True)
        return items if n is None else items[: max(n, 0)]

    def elements(self):
        for key, count in self.items():
            for _ in range(count):
                yield key

    def total(self):
        return sum(self.values())

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def update(self, iterable=None, /, **keywords):
        if iterable is not None:
            if isinstance(iterable, dict):
                for key, count in iterable.items():
                    self[key] = count + self.get(key, 0)
            else:
                for key in iterable:
                    self[key] = self.get(key, 0) + 1
        for key, count in keywords.items():
            self[key] = count + self.get(key, 0)

    def subtract(self, iterable=None, /, **keywords):
        if iterable is not None:
            if isinstance(iterable, dict):
                for key, count in iterable.items():
                    self[key] = self.get(key, 0) - count
            else:
                for key in iterable:
                    self[key] = self.get(key, 0) - 1
        for key, count in keywords.items():
            self[key] = self.get(key, 0) - count

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    def __delitem__(self, key):
        if key in self:
            super().__delitem__(key)

    def __repr__(self):
        if not self:
            return type(self).__name__ + "()"
        try:
            items = dict(self.most_common())
        except TypeError:
            items = dict(self)
        return f"{type(self).__name__}({items!r})"

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] == other[e] for c in (self, other) for e in c)

    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    __hash__ = None

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] <= other[e] for c in (self, other) for e in c)

    def __lt__(self, other):
        return self <= other and self != other

    def __ge__(self, other):
        return other <= self

    def __gt__(self, other):
        return self >= other and self != other

    def _combine(self, other, operation):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for key, count in self.items():
            value = operation(count, other[key])
            if value > 0:
                result[key] = value
        for key, count in other.items():
            if key not in self:
                value = operation(0, count)
                if value > 0:
                    result[key] = value
        return result

    def __add__(self, other):
        return self._combine(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._combine(other, lambda a, b: a - b)

    def __or__(self, other):
        return self._combine(other, max)

    def __and__(self, other):
        return self._combine(other, min)

    def __pos__(self):
        return self + Counter()

    def __neg__(self):
        return Counter() - self

    def _keep_positive(self):
        for key in [key for key, count in self.items() if not count > 0]:
            del self[key]
        return self

    def __iadd__(self, other):
        for key, count in other.items():
            self[key] += count
        return self._keep_positive()

    def __isub__(self, other):
        for key, count in other.items():
            self[key] -= count
        return self._keep_positive()

    def __ior__(self, other):
        for key, count in other.items():
            if count > self[key]:
                self[key] = count
        return self._keep_positive()

    def __iand__(self, other):
        for key, count in list(self.items()):
            if other[key] < count:
                self[key] = other[key]
        return self._keep_positive()


class ChainMap(abc.MutableMapping):
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            try:
                return mapping[key]
            except KeyError:
                pass
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def _merged(self):
        merged = {}
        for mapping in reversed(self.maps):
            merged.update(mapping)
        return merged

    def __len__(self):
        return len(set().union(*self.maps))

    def __iter__(self):
        return iter(self._merged())

    def __contains__(self, key):
        return any(key in m for m in self.maps)

    def __bool__(self):
        return any(self.maps)

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(map(repr, self.maps))})"

    def keys(self):
        return self._merged().keys()

    def values(self):
        return abc.ValuesView(self)

    def items(self):
        return abc.ItemsView(self)

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items())

    def copy(self):
        return type(self)(self.maps[0].copy(), *self.maps[1:])

    def new_child(self, m=None, **keywords):
        if m is None:
            m = keywords
        elif keywords:
            m.update(keywords)
        return type(self)(m, *self.maps)

    @property
    def parents(self):
        return type(self)(*self.maps[1:])

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        try:
            del self.maps[0][key]
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}")

    def pop(self, key, *args):
        try:
            return self.maps[0].pop(key, *args)
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}")

    def popitem(self):
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError("No keys found in the first mapping.")

    def __or__(self, other):
        if not isinstance(other, abc.Mapping):
            return NotImplemented
        made = self.copy()
        made.maps[0].update(other)
        return made

    def update(self, *args, **keywords):
        self.maps[0].update(*args, **keywords)

    def setdefault(self, key, default=None):
        if key in self:
            return self[key]
        self[key] = default
        return default

    def clear(self):
        self.maps[0].clear()


class UserDict:
    def __init__(self, dict=None, /, **keywords):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if keywords:
            self.update(keywords)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(type(self), "__missing__"):
            return self.__missing__(key)
        raise KeyError(key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __repr__(self):
        return repr(self.data)

    def __eq__(self, other):
        return self.data == (other.data if isinstance(other, UserDict) else other)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def keys(self):
        return self.data.keys()

    def values(self):
        return self.data.values()

    def items(self):
        return self.data.items()

    def pop(self, key, *default):
        return self.data.pop(key, *default)

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, other=(), /, **keywords):
        for key, value in other.items() if hasattr(other, "items") else other:
            self[key] = value
        for key, value in keywords.items():
            self[key] = value


class UserList:
    def __init__(self, initlist=None):
        self.data = list(initlist) if initlist is not None else []

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return type(self)(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, item):
        return item in self.data

    def __repr__(self):
        return repr(self.data)

    def __eq__(self, other):
        return self.data == (other.data if isinstance(other, UserList) else other)

    def __add__(self, other):
        return type(self)(self.data + list(other))

    def append(self, item):
        self.data.append(item)

    def extend(self, other):
        self.data.extend(other)

    def insert(self, i, item):
        self.data.insert(i, item)

    def pop(self, i=-1):
        return self.data.pop(i)

    def remove(self, item):
        self.data.remove(item)

    def index(self, item, *args):
        return self.data.index(item, *args)

    def count(self, item):
        return self.data.count(item)

    def sort(self, **keywords):
        self.data.sort(**keywords)

    def reverse(self):
        self.data.reverse()


class UserString(abc.Sequence):
    """A text in a class of one's own: methods that make a text make one of the class."""

    def __init__(self, seq):
        self.data = seq.data if isinstance(seq, UserString) else str(seq)

    def __str__(self):
        return self.data

    def __repr__(self):
        return repr(self.data)

    def __hash__(self):
        return hash(self.data)

    def __int__(self):
        return int(self.data)

    def __float__(self):
        return float(self.data)

    def __eq__(self, other):
        return self.data == _plain(other)

    def __lt__(self, other):
        return self.data < _plain(other)

    def __le__(self, other):
        return self.data <= _plain(other)

    def __gt__(self, other):
        return self.data > _plain(other)

    def __ge__(self, other):
        return self.data >= _plain(other)

    def __contains__(self, part):
        return _plain(part) in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return type(self)(self.data[index])

    def __add__(self, other):
        return type(self)(self.data + str(other))

    def __radd__(self, other):
        return type(self)(str(other) + self.data)

    def __mul__(self, n):
        return type(self)(self.data * n)

    __rmul__ = __mul__

    def __mod__(self, args):
        return type(self)(self.data % args)


def _plain(value):
    return value.data if isinstance(value, UserString) else value


def _text_method(name):
    def method(self, *args, **keywords):
        found = getattr(self.data, name)(*[_plain(a) for a in args], **keywords)
        return type(self)(found) if isinstance(found, str) and name not in ("format", "join") else found

    method.__name__ = name
    return method


for _name in dir(str):
    if not _name.startswith("_") and _name not in ("maketrans",):
        setattr(UserString, _name, _text_method(_name))
