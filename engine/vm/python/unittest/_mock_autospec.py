"""create_autospec: mocks whose attributes and calls are checked against what they stand for."""

import inspect
from types import FunctionType
from unittest._mock_kinds import InvalidSpecError, _callable, _is_magic, _signature_of
from unittest._mock_objects import AsyncMock, MagicMock, NonCallableMagicMock, _is_mock

__name__ = "unittest.mock"  # where its functions say they are from


def _autospec_function(spec, mock):
    """A function with the name and signature of spec that calls the mock."""
    signature = inspect.signature(spec)

    if inspect.iscoroutinefunction(spec):

        async def made(*args, **kwargs):
            signature.bind(*args, **kwargs)
            return await mock(*args, **kwargs)

    else:

        def made(*args, **kwargs):
            signature.bind(*args, **kwargs)
            return mock(*args, **kwargs)

    for name in ("__name__", "__qualname__", "__doc__", "__module__"):
        setattr(made, name, getattr(spec, name, None))
    made.__signature__ = signature
    made.mock = mock

    def reset_mock():
        mock.reset_mock()
        _show_calls(made, mock)

    for name in _OF_FUNCTIONS:
        setattr(made, name, getattr(mock, name))
    made.reset_mock = reset_mock
    made.return_value = mock.return_value
    made.side_effect = mock.side_effect
    _show_calls(made, mock)
    mock.__dict__["_mock_delegate"] = made
    return made


_OF_FUNCTIONS = (
    "assert_called_with assert_called_once_with assert_has_calls assert_any_call assert_called assert_not_called "
    "assert_called_once configure_mock attach_mock"
).split()


def _show_calls(made, mock):
    for name in ("called", "call_count", "call_args", "call_args_list", "mock_calls", "method_calls"):
        setattr(made, name, getattr(mock, name))


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, *, unsafe=False, **kwargs):
    """A mock of spec whose attributes and calls are checked against it."""
    if _is_mock(spec):
        raise InvalidSpecError(f"Cannot autospec a Mock object. [object={spec!r}]")
    is_type = isinstance(spec, type)
    if is_type is False and instance and inspect.iscoroutinefunction(spec):
        raise RuntimeError("Instance can not be True when create_autospec is mocking an async function")
    _name = kwargs.pop("name", _name)
    options = {"spec_set" if spec_set else "spec": spec}
    if instance:
        options["_spec_as_instance"] = True
    if _parent is None and isinstance(spec, FunctionType) and is_type is False:
        cls = AsyncMock if inspect.iscoroutinefunction(spec) else MagicMock
        mock = cls(name=_name, **options, **kwargs)
        return _autospec_function(spec, mock)
    if instance and is_type and "__call__" not in _names_of_class(spec) or not is_type and not _callable(spec):
        cls = NonCallableMagicMock
    else:
        cls = AsyncMock if inspect.iscoroutinefunction(spec) else MagicMock
    mock = cls(parent=_parent, _new_parent=_parent, _new_name=_name if _parent is not None else "", name=_name, unsafe=unsafe, **options, **kwargs)
    signature = _signature_of(spec, instance)
    if signature is not None and cls is not NonCallableMagicMock:
        mock.__dict__["_mock_check_sig"] = lambda *args, **kw: signature.bind(*args, **kw) and None
    if is_type and not instance and "return_value" not in kwargs:
        mock.return_value = create_autospec(spec, spec_set, instance=True, _name="()", _parent=mock)
    _autospec_children(spec, mock, spec_set, is_type, instance)
    return mock


def _names_of_class(cls):
    return {name for each in cls.__mro__[:-1] for name in vars(each)}


def _autospec_children(spec, mock, spec_set, is_type, instance):
    for name in dir(spec):
        if _is_magic(name) or name in mock.__dict__:
            continue
        try:
            original = getattr(spec, name)
        except AttributeError:
            continue
        if not callable(original):
            child = NonCallableMagicMock(parent=mock, name=name, _new_name=name, _new_parent=mock, **{"spec_set" if spec_set else "spec": original})
        else:
            static = inspect.getattr_static(spec, name, None)
            # A method that is read from a class has its self in the signature, which calls of the mock leave out.
            skip = is_type and isinstance(static, FunctionType)
            cls = AsyncMock if inspect.iscoroutinefunction(original) else MagicMock
            child = cls(parent=mock, name=name, _new_name=name, _new_parent=mock, _eat_self=skip, spec=original)
            signature = _signature_of(original, skip_first=skip)
            if signature is not None:
                child.__dict__["_mock_check_sig"] = lambda *args, _signature=signature, **kw: _signature.bind(*args, **kw) and None
        mock._mock_children[name] = child
