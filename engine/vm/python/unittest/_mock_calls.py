"""Calls of mocks as values: unittest.mock.call, ANY, sentinel."""

__name__ = "unittest.mock"  # where its classes say they are from


class _Any:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return "<ANY>"


class _SentinelObject:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return "sentinel." + self.name

    def __reduce__(self):
        return "sentinel." + self.name


class _Sentinel:
    def __init__(self):
        self._sentinels = {}

    def __getattr__(self, name):
        if name == "__bases__":
            raise AttributeError
        return self._sentinels.setdefault(name, _SentinelObject(name))

    def __reduce__(self):
        return "sentinel"


ANY = _Any()
sentinel = _Sentinel()
DEFAULT = sentinel.DEFAULT


def format_call(name, args, kwargs):
    return f"{name}({', '.join([*map(repr, args), *(f'{k}={v!r}' for k, v in kwargs.items())])})"


def _parts(value):
    """(name, args, kwargs) of a call written as a tuple of any length; name is None where it is left out."""
    name, args, kwargs = None, (), {}
    named = False
    for part in value:
        if isinstance(part, str) and not named:
            name, named = part, True
        elif isinstance(part, tuple):
            args = part
        else:
            kwargs = part
    return name, args, kwargs


class _Call(tuple):
    """(name, args, kwargs), or (args, kwargs) where it is two; equal to tuples that leave out what is empty."""

    def __new__(cls, value=(), name="", parent=None, two=False, from_kall=True):
        given, args, kwargs = _parts(value)
        if given is not None:
            name = given
        return tuple.__new__(cls, (args, kwargs) if two else (name, args, kwargs))

    def __init__(self, value=(), name=None, parent=None, two=False, from_kall=True):
        self._mock_name = name
        self._mock_parent = parent
        self._mock_from_kall = from_kall

    def __eq__(self, other):
        try:
            if len(other) > 3:
                return False
        except TypeError:
            return NotImplemented
        if not isinstance(other, tuple):
            return False
        parents = self._mock_parent, getattr(other, "_mock_parent", None)
        if None not in parents and parents[0] != parents[1]:
            return False
        name, args, kwargs = ("", *self) if len(self) == 2 else self
        other_name, other_args, other_kwargs = _parts(other)
        if name and name != (other_name or ""):
            return False
        return (other_args, other_kwargs) == (args, kwargs)  # what other holds may be ANY, so it is asked first

    __ne__ = object.__ne__
    __hash__ = None

    def __call__(self, /, *args, **kwargs):
        if self._mock_name is None:
            return _Call(("", args, kwargs), name="()")
        return _Call((self._mock_name, args, kwargs), name=self._mock_name + "()", parent=self)

    def __getattr__(self, attr):
        if self._mock_name is None:
            return _Call(name=attr, from_kall=False)
        return _Call(name=f"{self._mock_name}.{attr}", parent=self, from_kall=False)

    def __getattribute__(self, attr):
        if attr in ("count", "index"):  # names of calls, though tuples have such methods
            raise AttributeError
        return tuple.__getattribute__(self, attr)

    @property
    def args(self):
        return self[-2]

    @property
    def kwargs(self):
        return self[-1]

    def __repr__(self):
        if not self._mock_from_kall:
            name = self._mock_name or "call"
            return "call" + name if name.startswith("()") else name
        name, args, kwargs = ("call", *self) if len(self) == 2 else self
        if not name:
            name = "call"
        elif not name.startswith("()") and name != "call":
            name = "call." + name
        elif name.startswith("()"):
            name = "call" + name
        return format_call(name, args, kwargs)

    def call_list(self):
        """The calls of a chain, call.a().b(), one after the other."""
        found = []
        each = self
        while each is not None:
            if each._mock_from_kall:
                found.append(each)
            each = each._mock_parent
        return _CallList(reversed(found))


call = _Call(from_kall=False)


class _CallList(list):
    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        size = len(value)
        return any(list(self[i : i + size]) == value for i in range(len(self) - size + 1))

    def __repr__(self):
        from pprint import pformat

        return pformat(list(self))
