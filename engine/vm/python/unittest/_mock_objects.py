"""The mocks of unittest.mock: objects that take any call and remember it."""

import inspect
from types import FunctionType
from unittest._mock_calls import DEFAULT, _Call, _CallList, format_call
from unittest._mock_kinds import (
    _ALLOWED, _ASYNC_MAGICS, _MAGICS, _MISSING, _NOT_BY_DEFAULT, InvalidSpecError, _is_exception, _is_magic, _is_typo,
    _MagicProxy, _side_effects, _signature_of,
)  # fmt: skip

__name__ = "unittest.mock"  # where its classes say they are from

def _is_mock(item):
    return isinstance(type(item), type) and issubclass(type(item), NonCallableMock)


class NonCallableMock:
    """A mock that cannot be called: each attribute is another one, unless spec says that there is none."""

    def __new__(cls, /, *args, **kwargs):
        # A class of its own, so that magic methods can be set on one mock alone.
        return object.__new__(type(cls.__name__, (cls,), {"__doc__": cls.__doc__, "__module__": cls.__module__}))

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None, parent=None, _spec_state=None, _new_name="", _new_parent=None, _spec_as_instance=False, _eat_self=None, unsafe=False, **kwargs):
        if _new_parent is None:
            _new_parent = parent
        own = self.__dict__
        own["_mock_parent"] = parent
        own["_mock_name"] = name
        own["_mock_new_name"] = _new_name
        own["_mock_new_parent"] = _new_parent
        own["_mock_sealed"] = False
        self._mock_add_spec(spec_set if spec_set is not None else spec, spec_set is not None, _spec_as_instance, bool(_eat_self))
        own["_mock_children"] = {}
        own["_mock_wraps"] = wraps
        own["_mock_delegate"] = None
        own["_mock_unsafe"] = unsafe
        own["_mock_check_sig"] = None
        self._forget_calls()
        if kwargs:
            self.configure_mock(**kwargs)

    def _forget_calls(self):
        self.__dict__.update(called=False, call_count=0, call_args=None)
        self.__dict__.update(call_args_list=_CallList(), mock_calls=_CallList(), method_calls=_CallList())

    def _mock_add_spec(self, spec, spec_set, as_instance=False, skip_first=False):
        if _is_mock(spec):
            raise InvalidSpecError(f"Cannot spec a Mock object. [object={spec!r}]")
        own = self.__dict__
        own["_spec_class"] = own["_mock_methods"] = own["_spec_signature"] = None
        own["_spec_set"] = spec_set and spec is not None
        own["_spec_asyncs"] = []
        if spec is None:
            return
        if isinstance(spec, (list, tuple)):
            own["_mock_methods"] = list(spec)
            return
        own["_spec_class"] = spec if isinstance(spec, type) else type(spec)
        own["_spec_signature"] = _signature_of(spec, as_instance, skip_first)
        own["_mock_methods"] = dir(spec)
        for name in dir(spec):
            if inspect.iscoroutinefunction(inspect.getattr_static(spec, name, None)):
                own["_spec_asyncs"].append(name)

    def mock_add_spec(self, spec, spec_set=False):
        self._mock_add_spec(spec, spec_set)

    def attach_mock(self, mock, attribute):
        inner = _mock_of(mock)
        inner.__dict__.update(_mock_parent=None, _mock_new_parent=None, _mock_name="", _mock_new_name=None)
        setattr(self, attribute, mock)

    @property
    def __class__(self):
        return type(self) if self._spec_class is None else self._spec_class

    def _get_return_value(self):
        delegate = self.__dict__["_mock_delegate"]
        if delegate is not None:
            return delegate.return_value
        value = self.__dict__["_mock_return_value"]
        if value is DEFAULT and self._mock_wraps is None:
            value = self._get_child_mock(_new_parent=self, _new_name="()")
            self.return_value = value
        return value

    def _set_return_value(self, value):
        self.__dict__["_mock_return_value"] = value
        _adopt(self, value, None, "()")

    return_value = property(_get_return_value, _set_return_value)

    def _get_side_effect(self):
        delegate = self.__dict__["_mock_delegate"]
        if delegate is not None:
            delegate.side_effect = _side_effects(delegate.side_effect)
            return delegate.side_effect
        return self.__dict__["_mock_side_effect"]

    def _set_side_effect(self, value):
        self.__dict__["_mock_side_effect"] = _side_effects(value)

    side_effect = property(_get_side_effect, _set_side_effect)
    _mock_return_value = DEFAULT
    _mock_side_effect = None

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        visited = [] if visited is None else visited
        if id(self) in visited:
            return
        visited.append(id(self))
        self._forget_calls()
        if return_value:
            self.__dict__["_mock_return_value"] = DEFAULT
        if side_effect:
            self.__dict__["_mock_side_effect"] = None
        for child in self._mock_children.values():
            if child is not _MISSING:
                _mock_of(child).reset_mock(visited, return_value=return_value, side_effect=side_effect)
        given = self.__dict__.get("_mock_return_value", DEFAULT)
        if _is_mock(given) and given is not self:
            given.reset_mock(visited)

    def configure_mock(self, /, **kwargs):
        for path, value in sorted(kwargs.items(), key=lambda item: item[0].count(".")):
            *parents, name = path.split(".")
            target = self
            for each in parents:
                target = getattr(target, each)
            setattr(target, name, value)

    def __getattr__(self, name):
        own = self.__dict__
        if "_mock_methods" not in own or name in ("_mock_methods", "_mock_unsafe"):
            raise AttributeError(name)
        if own["_mock_methods"] is not None:
            if name not in own["_mock_methods"] or name in _MAGICS:
                raise AttributeError(f"Mock object has no attribute {name!r}")
        elif _is_magic(name):
            raise AttributeError(name)
        if not own["_mock_unsafe"] and (own["_mock_methods"] is None or name not in own["_mock_methods"]) and _is_typo(name):
            raise AttributeError(f"{name!r} is not a valid assertion. Use a spec for the mock if {name!r} is meant to be an attribute.")
        child = own["_mock_children"].get(name)
        if child is _MISSING:
            raise AttributeError(name)
        if child is None:
            wraps = None if own["_mock_wraps"] is None else getattr(own["_mock_wraps"], name)
            child = self._get_child_mock(parent=self, name=name, wraps=wraps, _new_name=name, _new_parent=self)
            own["_mock_children"][name] = child
        return child

    def __setattr__(self, name, value):
        if name in _ALLOWED or name in self.__dict__ and name not in self._mock_children:
            return object.__setattr__(self, name, value)
        if self._spec_set and self._mock_methods is not None and name not in self._mock_methods:
            raise AttributeError(f"Mock object has no attribute '{name}'")
        if name in _NOT_BY_DEFAULT or name in _MAGICS:
            self._set_magic(name, value)
            return None
        if name in ("__instancecheck__", "__subclasscheck__", "__getattr__", "__setattr__", "__init__", "__new__", "__prepare__", "__del__"):
            raise AttributeError(f"Attempting to set unsupported magic method {name!r}.")
        if name == "__class__":
            self.__dict__["_spec_class"] = value
            return None
        if self._mock_sealed and name not in self._mock_children:
            raise AttributeError(f"Cannot set {self._extract_mock_name()}.{name}")
        if _adopt(self, value, name, name):
            self._mock_children[name] = value
        elif self._mock_children.get(name) is not None:
            del self._mock_children[name]
        return object.__setattr__(self, name, value)

    def _set_magic(self, name, value):
        if self._mock_methods is not None and name not in self._mock_methods:
            raise AttributeError(f"Mock object has no attribute '{name}'")
        if _is_mock(value):
            _adopt(self, value, name, name)
            self._mock_children[name] = value
            setattr(type(self), name, _Given(value))
        else:
            # A function is called with the mock, as a method would be; other callables come as they are.
            setattr(type(self), name, value)

    def __delattr__(self, name):
        if (name in _MAGICS or name in _NOT_BY_DEFAULT) and name in type(self).__dict__:
            delattr(type(self), name)
            if name not in self.__dict__:
                return
        child = self._mock_children.get(name)
        if name in self.__dict__ and name not in _ALLOWED:
            object.__delattr__(self, name)
        elif child is _MISSING or name in self._mock_children and child is None:
            raise AttributeError(name)
        self._mock_children[name] = _MISSING

    def __dir__(self):
        spec = self._mock_methods or []
        children = [name for name, child in self._mock_children.items() if child is not _MISSING]
        plain = [name for name in self.__dict__ if not name.startswith("_")]
        from_type = [name for name in dir(type(self)) if not name.startswith("_")]
        return sorted({*spec, *children, *plain, *from_type})

    def _extract_mock_name(self):
        names, each = [], self
        while each._mock_new_parent is not None:
            names.append(each._mock_new_name)
            each = each._mock_new_parent
        return (each._mock_name or "mock") + "".join(name if name == "()" else f".{name}" for name in reversed(names))

    def __repr__(self):
        name = self._extract_mock_name()
        shown = "" if name in ("mock", "mock.") else f" name={name!r}"
        spec = ""
        if self._spec_class is not None:
            spec = f" {'spec_set' if self._spec_set else 'spec'}={self._spec_class.__name__!r}"
        return f"<{type(self).__name__}{shown}{spec} id='{id(self)}'>"

    def _get_child_mock(self, /, **kwargs):
        name = kwargs.get("_new_name") or kwargs.get("name")
        if self._mock_sealed:
            raise AttributeError(f"{self._extract_mock_name()}{'()' if name == '()' else '.' + kwargs.get('name', '')}")
        cls = next(c for c in type(self).__mro__ if c in _OWN_CLASSES or c is not type(self))
        if name in self.__dict__["_spec_asyncs"] or name in _ASYNC_MAGICS:
            return AsyncMock(**kwargs)
        if issubclass(cls, AsyncMock):
            sync = name in _MAGICS or self._mock_methods and name in self._mock_methods
            cls = MagicMock if sync else AsyncMock
        elif cls is NonCallableMagicMock:
            cls = MagicMock
        elif cls is NonCallableMock:
            cls = Mock
        elif not issubclass(cls, _CallableMixin):
            cls = MagicMock if issubclass(cls, MagicMixin) else Mock
        return cls(**kwargs)

    # What was called.

    def _format_mock_call_signature(self, args, kwargs):
        return format_call(self._mock_name or "mock", args, kwargs)

    def _format_mock_failure_message(self, args, kwargs, action="call"):
        last = self.await_args if action == "await" else self.call_args
        expected = self._format_mock_call_signature(args, kwargs)
        return f"expected {action} not found.\nExpected: {expected}\n  Actual: {self._format_mock_call_signature(*last)}"

    def _call_matcher(self, each):
        """A call in the form in which calls are compared: by parameter where the signature is known."""
        signature = self._signature_for(each[0]) if isinstance(each, tuple) and len(each) > 2 else self._spec_signature
        if signature is None:
            return each
        name = each[0] if len(each) > 2 else ""
        try:
            bound = signature.bind(*each[-2], **each[-1])
        except TypeError as problem:
            return problem.with_traceback(None)
        return _Call((name, bound.args, bound.kwargs)) if len(each) > 2 else _Call((bound.args, bound.kwargs), two=True)

    def _signature_for(self, name):
        """The signature of the child that a call's name leads to."""
        if not name:
            return self._spec_signature
        signature, children = None, self._mock_children
        for part in name.replace("()", "").split("."):
            child = children.get(part)
            if child is None or child is _MISSING:
                break
            child = _mock_of(child)
            children, signature = child._mock_children, child._spec_signature
        return signature

    def _calls_repr(self, prefix="Calls"):
        return f"\n{prefix}: {self.mock_calls!r}." if self.mock_calls else ""

    def _refuse_count(self, wanted):
        found = f"Called {self.call_count} times.{self._calls_repr()}"
        raise AssertionError(f"Expected '{self._mock_name or 'mock'}' to {wanted}. {found}")

    def assert_not_called(self):
        if self.call_count:
            self._refuse_count("not have been called")

    def assert_called(self):
        if not self.call_count:
            raise AssertionError(f"Expected '{self._mock_name or 'mock'}' to have been called.")

    def assert_called_once(self):
        if self.call_count != 1:
            self._refuse_count("have been called once")

    def assert_called_with(self, /, *args, **kwargs):
        if self.call_args is None:
            expected = self._format_mock_call_signature(args, kwargs)
            raise AssertionError(f"expected call not found.\nExpected: {expected}\n  Actual: not called.")
        expected = self._call_matcher(_Call((args, kwargs), two=True))
        if self._call_matcher(self.call_args) != expected:
            cause = expected if isinstance(expected, Exception) else None
            raise AssertionError(self._format_mock_failure_message(args, kwargs)) from cause

    def assert_called_once_with(self, /, *args, **kwargs):
        if self.call_count != 1:
            self._refuse_count("be called once")
        return self.assert_called_with(*args, **kwargs)

    def _missing_calls(self, calls, made, any_order, kind, actual):
        """What of the calls is not among those made, what of these is left over, and the error of a signature that may be why."""
        expected = [self._call_matcher(each) for each in calls]
        cause = next((each for each in expected if isinstance(each, Exception)), None)
        rest = _CallList(self._call_matcher(each) for each in made)
        if not any_order:
            if expected not in rest:
                errors = [each if isinstance(each, Exception) else None for each in expected]
                problem = f"{kind.capitalize()} not found." if cause is None else f"Error processing expected {kind}.\nErrors: {errors}"
                raise AssertionError(f"{problem}\nExpected: {_CallList(calls)}{actual()}") from cause
            return [], rest, cause
        missing = []
        for each in expected:
            if each in rest:
                rest.remove(each)
            else:
                missing.append(each)
        return missing, list(rest), cause

    def assert_has_calls(self, calls, any_order=False):
        actual = lambda: self._calls_repr(prefix="  Actual").rstrip(".")
        missing, rest, cause = self._missing_calls(calls, self.mock_calls, any_order, "calls", actual)
        if missing:
            raise AssertionError(f"{self._mock_name or 'mock'!r} does not contain all of {tuple(missing)!r} in its call list, found {rest!r} instead") from cause

    def assert_any_call(self, /, *args, **kwargs):
        expected = self._call_matcher(_Call((args, kwargs), two=True))
        cause = expected if isinstance(expected, Exception) else None
        if cause or expected not in [self._call_matcher(each) for each in self.call_args_list]:
            raise AssertionError(f"{self._format_mock_call_signature(args, kwargs)} call not found") from cause


class _Given:
    """A mock as a magic method: read through the class it is the mock itself, which is called without self."""

    def __init__(self, mock):
        self.mock = mock

    def __get__(self, obj, cls=None):
        return self.mock


def _mock_of(value):
    """The mock behind a function that create_autospec made."""
    return value.mock if isinstance(value, FunctionType) and hasattr(value, "mock") else value


def _adopt(parent, value, name, new_name):
    """Makes a mock without name and parent a child of this one."""
    value = _mock_of(value)
    if not _is_mock(value):
        return False
    if value._mock_name or value._mock_new_name or value._mock_parent is not None or value._mock_new_parent is not None:
        return False
    each = parent
    while each is not None:
        if each is value:
            return False
        each = each._mock_new_parent
    if new_name:
        value.__dict__.update(_mock_new_parent=parent, _mock_new_name=new_name)
    if name:
        value.__dict__.update(_mock_parent=parent, _mock_name=name)
    return True


class _CallableMixin(NonCallableMock):
    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT, wraps=None, name=None, spec_set=None, parent=None, _spec_state=None, _new_name="", _new_parent=None, **kwargs):
        self.__dict__["_mock_return_value"] = return_value
        self.__dict__["_mock_side_effect"] = None
        super().__init__(spec, wraps, name, spec_set, parent, _spec_state, _new_name, _new_parent, **kwargs)
        self.side_effect = side_effect

    def __call__(self, /, *args, **kwargs):
        check = self.__dict__["_mock_check_sig"]
        if check is not None:
            check(*args, **kwargs)
        self._note_call(args, kwargs)
        return self._answer(args, kwargs)

    def _note_call(self, args, kwargs):
        own = self.__dict__
        own["called"] = True
        own["call_count"] += 1
        own["call_args"] = made = _Call((args, kwargs), two=True)
        own["call_args_list"].append(made)
        own["mock_calls"].append(_Call(("", args, kwargs)))
        if self._mock_delegate is not None:
            self._mock_delegate.__dict__.update(called=True, call_count=own["call_count"], call_args=made)
        method, name = self._mock_name if self._mock_parent is not None else None, self._mock_new_name
        each = self._mock_new_parent
        while each is not None:
            if method is not None:
                each.method_calls.append(_Call((method, args, kwargs)))
                method = f"{each._mock_name}.{method}" if each._mock_parent is not None else None
            each.mock_calls.append(_Call((name, args, kwargs)))
            if each._mock_new_name:
                name = f"{each._mock_new_name}{'' if name.startswith('()') else '.'}{name}"
            each = each._mock_new_parent

    def _answer(self, args, kwargs):
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            if callable(effect):
                result = effect(*args, **kwargs)
            else:
                result = next(effect)
                if _is_exception(result):
                    raise result
            if result is not DEFAULT:
                return result
        if self._mock_delegate is not None or self._mock_return_value is not DEFAULT:
            return self.return_value
        if self._mock_wraps is not None:
            return self._mock_wraps(*args, **kwargs)
        return self.return_value


class Mock(_CallableMixin, NonCallableMock):
    """A mock that can be called."""


class MagicMixin(NonCallableMock):
    def __init__(self, /, *args, **kw):
        super().__init__(*args, **kw)
        self._mock_set_magics()

    def _mock_set_magics(self):
        methods = self.__dict__["_mock_methods"]
        own = type(self)
        for name in _MAGICS:
            if methods is not None and name not in methods:
                if name in own.__dict__:
                    delattr(own, name)
            elif name not in own.__dict__ and (name not in ("__aenter__", "__aexit__", "__anext__") or methods is None or name in methods):
                setattr(own, name, _MagicProxy(name, self))

    def mock_add_spec(self, spec, spec_set=False):
        self._mock_add_spec(spec, spec_set)
        self._mock_set_magics()


class NonCallableMagicMock(MagicMixin, NonCallableMock):
    """A mock that cannot be called, with the magic methods."""


class MagicMock(MagicMixin, Mock):
    """A mock with the magic methods."""

    def reset_mock(self, /, *args, return_value=False, **kwargs):
        super().reset_mock(*args, return_value=return_value, **kwargs)


class AsyncMock(MagicMixin, Mock):
    """A mock whose calls are awaited."""

    def __init__(self, /, *args, **kwargs):
        super().__init__(*args, **kwargs)

    def _forget_calls(self):
        super()._forget_calls()
        self.__dict__.update(await_count=0, await_args=None, await_args_list=_CallList())

    def __call__(self, /, *args, **kwargs):
        check = self.__dict__["_mock_check_sig"]
        if check is not None:
            check(*args, **kwargs)
        self._note_call(args, kwargs)
        return self._execute(args, kwargs)

    async def _execute(self, args, kwargs):
        own = self.__dict__
        own["await_count"] += 1
        own["await_args"] = made = _Call((args, kwargs), two=True)
        own["await_args_list"].append(made)
        effect = self.side_effect
        if effect is not None and not _is_exception(effect) and not callable(effect):
            try:
                result = next(effect)
            except StopIteration:
                raise StopAsyncIteration
            if _is_exception(result):
                raise result
            return result
        result = self._answer(args, kwargs)
        return await result if inspect.iscoroutine(result) else result

    _execute.__qualname__ = "AsyncMockMixin._execute_mock_call"  # as warnings name it

    def _refuse_awaits(self, wanted):
        raise AssertionError(f"Expected {self._mock_name or 'mock'} to {wanted}. Awaited {self.await_count} times.")

    def assert_awaited(self):
        if self.await_count == 0:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to have been awaited.")

    def assert_awaited_once(self):
        if self.await_count != 1:
            self._refuse_awaits("have been awaited once")

    def assert_awaited_with(self, /, *args, **kwargs):
        if self.await_args is None:
            raise AssertionError(f"Expected await: {self._format_mock_call_signature(args, kwargs)}\nNot awaited")
        if self._call_matcher(self.await_args) != self._call_matcher(_Call((args, kwargs), two=True)):
            raise AssertionError(self._format_mock_failure_message(args, kwargs, action="await"))

    def assert_awaited_once_with(self, /, *args, **kwargs):
        if self.await_count != 1:
            self._refuse_awaits("have been awaited once")
        return self.assert_awaited_with(*args, **kwargs)

    def assert_any_await(self, /, *args, **kwargs):
        expected = self._call_matcher(_Call((args, kwargs), two=True))
        if expected not in [self._call_matcher(each) for each in self.await_args_list]:
            raise AssertionError(f"{self._format_mock_call_signature(args, kwargs)} await not found")

    def assert_has_awaits(self, calls, any_order=False):
        actual = lambda: f"\nActual: {self.await_args_list}"
        missing, _, cause = self._missing_calls(calls, self.await_args_list, any_order, "awaits", actual)
        if missing:
            raise AssertionError(f"{tuple(missing)!r} not all found in await list") from cause

    def assert_not_awaited(self):
        if self.await_count != 0:
            self._refuse_awaits("not have been awaited")


class PropertyMock(Mock):
    """A mock to be set on a class as a property."""

    def _get_child_mock(self, /, **kwargs):
        return MagicMock(**kwargs)

    def __get__(self, obj, obj_type=None):
        return self()

    def __set__(self, obj, val):
        self(val)


_OWN_CLASSES = frozenset({NonCallableMock, NonCallableMagicMock, Mock, MagicMock, AsyncMock, PropertyMock})


def seal(mock):
    """No new attributes from here on, in the mock and its children."""
    mock.__dict__["_mock_sealed"] = True
    for name, child in list(mock._mock_children.items()):
        if _is_mock(child) and child._mock_new_parent is mock:
            seal(child)
    given = mock.__dict__.get("_mock_return_value", DEFAULT)
    if _is_mock(given) and given is not mock and given._mock_new_parent is mock:
        seal(given)
