"""Which names a mock treats as what, questions about what is mocked, and magic methods that become mocks."""

import inspect
from types import FunctionType
from unittest._mock_calls import DEFAULT

__name__ = "unittest.mock"  # where its classes say they are from

_MISSING = object()
_ALLOWED = frozenset(
    "return_value _mock_return_value side_effect _mock_side_effect _mock_parent _mock_new_parent _mock_name _mock_new_name "
    "called call_count call_args call_args_list mock_calls method_calls await_count await_args await_args_list".split()
)
_TYPOS = ("assert", "assret", "asert", "aseert", "assrt")
_TYPO_NAMES = frozenset("called_once called_with called_once_with has_calls not_called any_call".split())
_NUMERICS = "add sub mul matmul truediv floordiv mod lshift rshift and xor or pow".split()
_PLAIN = (
    "lt gt le ge eq ne getitem setitem delitem len contains str enter exit divmod rdivmod neg pos abs invert "
    "complex int float index round trunc floor ceil bool next fspath aiter iter hash aenter aexit anext"
).split()
_MAGICS = frozenset(f"__{prefix}{name}__" for prefix, names in (("", _PLAIN + _NUMERICS), ("i", _NUMERICS), ("r", _NUMERICS)) for name in names)
_NOT_BY_DEFAULT = frozenset(
    f"__{name}__"
    for name in "get set delete reversed missing reduce reduce_ex getinitargs getnewargs getnewargs_ex getstate setstate getformat repr dir subclasses format".split()
)
_ASYNC_MAGICS = frozenset({"__aenter__", "__aexit__", "__anext__"})
_RETURNS = {
    **dict.fromkeys(("__lt__", "__gt__", "__le__", "__ge__"), NotImplemented),
    **{"__int__": 1, "__contains__": False, "__len__": 0, "__exit__": False, "__complex__": 1j, "__float__": 1.0},
    **{"__bool__": True, "__index__": 1, "__aexit__": False},
}
_COMPUTED = {
    "__hash__": object.__hash__,
    "__str__": object.__str__,
    "__fspath__": lambda self: f"{type(self).__name__}/{self._extract_mock_name()}/{id(self)}",
}


class InvalidSpecError(Exception):
    """A mock was to be made after another mock."""


def _is_typo(name):
    return name.startswith(_TYPOS) or name in _TYPO_NAMES


def _is_exception(item):
    return isinstance(item, BaseException) or isinstance(item, type) and issubclass(item, BaseException)


def _is_magic(name):
    return name.startswith("__") and name.endswith("__") and len(name) > 4


def _callable(item):
    if isinstance(item, type):
        return True
    if isinstance(item, (staticmethod, classmethod)):
        return _callable(item.__func__)
    return callable(item)


def _signature_of(spec, as_instance=False, skip_first=False):
    """The signature of calls to spec, None if it tells none."""
    if isinstance(spec, (staticmethod, classmethod)):
        skip_first = isinstance(spec, classmethod)
        spec = spec.__func__
    if isinstance(spec, type):
        if as_instance:
            spec, skip_first = getattr(spec, "__call__", None), True
            if not isinstance(spec, FunctionType):
                return None
    elif not callable(spec):
        return None
    try:
        signature = inspect.signature(spec)
    except (ValueError, TypeError):
        return None
    if skip_first:
        signature = inspect.Signature(list(signature.parameters.values())[1:])
    return signature


def _side_effects(value):
    if value is None or callable(value) or _is_exception(value):
        return value
    return iter(value) if not hasattr(value, "__next__") else value


class _MagicProxy:
    """A magic method that becomes a mock when it is first asked for."""

    def __init__(self, name, parent):
        self.name = name
        self.parent = parent

    def __get__(self, obj, cls=None):
        parent, name = self.parent, self.name
        made = parent._get_child_mock(name=name, _new_name=name, _new_parent=parent)
        setattr(parent, name, made)
        if name in _RETURNS:
            made.return_value = _RETURNS[name]
        elif name in _COMPUTED:
            made.return_value = _COMPUTED[name](parent)
        elif name in ("__eq__", "__ne__"):
            made.side_effect = _compares(parent, made, name == "__eq__")
        elif name in ("__iter__", "__aiter__"):
            made.side_effect = _iterates(made, name == "__aiter__")
        return made


def _compares(parent, made, equal):
    def compare(other):
        if made._mock_return_value is not DEFAULT:
            return made._mock_return_value
        return equal if parent is other else NotImplemented

    return compare


def _iterates(made, as_async):
    def iterate():
        given = made._mock_return_value
        found = iter([] if given is DEFAULT else given)
        return _AsyncIterator(found) if as_async else found

    return iterate


class _AsyncIterator:
    def __init__(self, iterator):
        self.iterator = iterator

    def __aiter__(self):
        return self

    async def __anext__(self):
        for value in self.iterator:
            return value
        raise StopAsyncIteration
