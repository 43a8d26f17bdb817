"""Variables with a value per context; every task of asyncio runs in a copy of its maker's."""

_MISSING = object()


class Token:
    MISSING = _MISSING

    def __init__(self, context, var, old_value):
        self._context = context
        self.var = var
        self.old_value = old_value
        self._used = False

    def __repr__(self):
        return f"<Token{' used' if self._used else ''} var={self.var!r} at {id(self):#x}>"


class Context:
    def __init__(self):
        self._values = {}
        self._previous = None
        self._entered = False

    def run(self, callable, /, *args, **keywords):
        global _current
        if self._entered:
            raise RuntimeError(f"cannot enter context: {self!r} is already entered")
        previous, _current, self._entered = _current, self, True
        try:
            return callable(*args, **keywords)
        finally:
            _current, self._entered = previous, False

    def copy(self):
        made = Context()
        made._values = dict(self._values)
        return made

    def __getitem__(self, var):
        if not isinstance(var, ContextVar):
            raise TypeError(f"a ContextVar key was expected, got {var!r}")
        return self._values[var]

    def __contains__(self, var):
        if not isinstance(var, ContextVar):
            raise TypeError(f"a ContextVar key was expected, got {var!r}")
        return var in self._values

    def get(self, var, default=None):
        return self._values.get(var, default)

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def __eq__(self, other):
        return self._values == other._values if isinstance(other, Context) else NotImplemented

    __hash__ = None

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()


_current = Context()
_current._entered = True


def copy_context():
    return _current.copy()


class ContextVar:
    def __init__(self, name, *, default=_MISSING):
        if not isinstance(name, str):
            raise TypeError("context variable name must be a str")
        self._name = name
        self._default = default

    def __class_getitem__(cls, item):
        from _types import GenericAlias

        return GenericAlias(cls, item)

    @property
    def name(self):
        return self._name

    def get(self, default=_MISSING, /):
        found = _current._values.get(self, _MISSING)
        if found is not _MISSING:
            return found
        if default is not _MISSING:
            return default
        if self._default is not _MISSING:
            return self._default
        raise LookupError(self)

    def set(self, value, /):
        token = Token(_current, self, _current._values.get(self, _MISSING))
        _current._values[self] = value
        return token

    def reset(self, token, /):
        if not isinstance(token, Token):
            raise TypeError(f"expected an instance of Token, got {token!r}")
        if token._used:
            raise RuntimeError(f"{token!r} has already been used once")
        if token.var is not self:
            raise ValueError(f"{token!r} was created by a different ContextVar")
        if token._context is not _current:
            raise ValueError(f"{token!r} was created in a different Context")
        token._used = True
        if token.old_value is _MISSING:
            _current._values.pop(self, None)
        else:
            _current._values[self] = token.old_value

    def __repr__(self):
        default = "" if self._default is _MISSING else f" default={self._default!r}"
        return f"<ContextVar name={self._name!r}{default} at {id(self):#x}>"
