"""Objects that stand for others in tests: they take any call, remember it, and are put in place for a while."""
import functools
import importlib


class _Sentinel:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"sentinel.{self.name}"


class _Sentinels:
    def __init__(self):
        self._made = {}

    def __getattr__(self, name):
        if name == "__bases__":
            raise AttributeError
        return self._made.setdefault(name, _Sentinel(name))


sentinel = _Sentinels()
DEFAULT = sentinel.DEFAULT
_missing = sentinel.MISSING


class _Any:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return "<ANY>"


ANY = _Any()


class InvalidSpecError(Exception):
    pass


def _call_text(name, args, kwargs):
    parts = [repr(a) for a in args] + [f"{k}={v!r}" for k, v in kwargs.items()]
    return f"{name}({', '.join(parts)})"


class _Call(tuple):
    """A call as (name, args, kwargs); equal to tuples that leave some of them out."""

    def __new__(cls, value=(), name="", parent=None, two=False, from_kall=True):
        args, kwargs = (), {}
        for item in value:
            if isinstance(item, str):
                name = item
            elif isinstance(item, dict):
                kwargs = item
            else:
                args = item
        return tuple.__new__(cls, (args, kwargs) if two else (name, args, kwargs))

    def __init__(self, value=(), name=None, parent=None, two=False, from_kall=True):
        self._mock_name = name
        self._mock_parent = parent
        self._mock_from_kall = from_kall

    def _parts(self):
        return ("",) + tuple(self) if len(self) == 2 else tuple(self)

    def __eq__(self, other):
        if not isinstance(other, tuple) or len(other) > 3:
            return False
        name, args, kwargs = self._parts()
        theirs = _Call(other)
        other_name, other_args, other_kwargs = theirs._parts()
        if name and other_name != name and (len(other) == 3 or any(isinstance(o, str) for o in other)):
            return False
        if not name and other_name:
            return False
        return (other_args, other_kwargs) == (args, kwargs)

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def __call__(self, *args, **kwargs):
        if self._mock_name is None:
            return _Call(("", args, kwargs), name="()")
        return _Call((self._mock_name, args, kwargs), name=self._mock_name + "()", parent=self)

    def __getattr__(self, attr):
        if attr.startswith("_"):
            raise AttributeError(attr)
        name = attr if not self._mock_name else f"{self._mock_name}.{attr}"
        return _Call(name=name, parent=self, from_kall=False)

    @property
    def args(self):
        return self._parts()[1]

    @property
    def kwargs(self):
        return self._parts()[2]

    def __repr__(self):
        if not self._mock_from_kall:
            name = self._mock_name or "call"
            return name if name.startswith("call") else f"call{name}" if name.startswith("()") else f"call.{name}"
        name, args, kwargs = self._parts()
        name = "call" if not name else f"call.{name}" if not name.startswith("()") else "call" + name
        return _call_text(name, args, kwargs)


call = _Call(from_kall=False)


class _CallList(list):
    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        return any(self[i:i + len(value)] == value for i in range(len(self) - len(value) + 1))


def _is_exception(value):
    return isinstance(value, BaseException) or (isinstance(value, type) and issubclass(value, BaseException))


_NOT_METHODS = ("return_value", "side_effect")
_ASSERTS = ("assert", "assret", "asert", "aseert", "assrt")


class NonCallableMock:
    """Each attribute that is asked for is a mock of its own; which ones there are, `spec` may say."""

    def __new__(cls, *args, **kwargs):
        # A class for each object, so that special methods can be set on it alone.
        return object.__new__(type(cls.__name__, (cls,), {"__doc__": cls.__doc__}))

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None, parent=None, _new_name="", _new_parent=None, unsafe=False, **kwargs):
        own = self.__dict__
        fixed = spec_set if spec_set is not None else spec
        own["_mock_children"] = {}
        own["_mock_parent"] = _new_parent if _new_parent is not None else parent
        own["_mock_name"] = name
        own["_mock_new_name"] = _new_name
        own["_mock_wraps"] = wraps
        own["_mock_unsafe"] = unsafe
        own["_spec_set"] = spec_set is not None
        own["_spec_class"] = None
        own["_mock_methods"] = None
        if fixed is not None:
            listed = isinstance(fixed, (list, tuple))
            own["_mock_methods"] = list(fixed) if listed else dir(fixed)
            if not listed:
                own["_spec_class"] = fixed if isinstance(fixed, type) else type(fixed)
        own["_return_value"] = DEFAULT
        own["_side_effect"] = None
        own["_mock_sealed"] = False
        self._clear_calls()
        self.configure_mock(**kwargs)

    def _clear_calls(self):
        own = self.__dict__
        own["called"] = False
        own["call_count"] = 0
        own["call_args"] = None
        own["call_args_list"] = _CallList()
        own["mock_calls"] = _CallList()
        own["method_calls"] = _CallList()

    @property
    def __class__(self):
        return self._spec_class if self.__dict__.get("_spec_class") is not None else type(self)

    @property
    def return_value(self):
        if self._return_value is DEFAULT and self._mock_wraps is None:
            self.__dict__["_return_value"] = self._get_child_mock(_new_parent=self, _new_name="()")
        return self._return_value

    @return_value.setter
    def return_value(self, value):
        self.__dict__["_return_value"] = value
        _adopt(self, value, None, "()")

    @property
    def side_effect(self):
        return self._side_effect

    @side_effect.setter
    def side_effect(self, value):
        if value is not None and not callable(value) and not _is_exception(value):
            value = iter(value)
        self.__dict__["_side_effect"] = value

    def __getattr__(self, name):
        if name in ("_mock_methods", "_mock_children", "_mock_sealed"):
            raise AttributeError(name)
        methods = self._mock_methods
        if methods is not None:
            if name not in methods:
                raise AttributeError(f"Mock object has no attribute {name!r}")
        elif name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        if not self._mock_unsafe and (methods is None or name not in methods) and name.startswith(_ASSERTS):
            raise AttributeError(f"{name!r} is not a valid assertion. Use a spec for the mock if {name!r} is meant to be an attribute.")
        found = self._mock_children.get(name)
        if found is _missing:
            raise AttributeError(name)
        if found is None:
            if self._mock_sealed:
                raise AttributeError(f"{self._full_name()}.{name}")
            wraps = None if self._mock_wraps is None else getattr(self._mock_wraps, name)
            found = self._get_child_mock(parent=self, name=name, wraps=wraps, _new_name=name, _new_parent=self)
            self._mock_children[name] = found
        return found

    def __setattr__(self, name, value):
        if name in _NOT_METHODS or name in self.__dict__:
            return object.__setattr__(self, name, value)
        if self._spec_set and self._mock_methods is not None and name not in self._mock_methods:
            raise AttributeError(f"Mock object has no attribute '{name}'")
        if name.startswith("__") and name.endswith("__"):
            if not isinstance(value, NonCallableMock):
                return setattr(type(self), name, value)
            _adopt(self, value, name, name)
            self._mock_children[name] = value
            return setattr(type(self), name, _forwarder(value))
        if _adopt(self, value, name, name):
            self._mock_children[name] = value
            return
        if self._mock_sealed:
            raise AttributeError(f"Cannot set {self._full_name()}.{name}")
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        if name in self.__dict__:
            object.__delattr__(self, name)
        elif self._mock_children.get(name) is _missing:
            raise AttributeError(name)
        self._mock_children[name] = _missing

    def __dir__(self):
        return sorted(set(self._mock_methods or dir(type(self))) | set(self.__dict__) | set(self._mock_children))

    def _full_name(self):
        names, at, dot = [], self, ""
        while at is not None:
            part = at._mock_new_name
            if part:
                names.append(part + dot)
                dot = "" if part.startswith("()") else "."
            above = at._mock_parent
            if above is None:
                names.append((at._mock_name or "mock") + dot if not part else "" if names else "mock")
            at = above
        return "".join(reversed(names)) or "mock"

    def __repr__(self):
        shown = self._full_name()
        name = f" name={shown!r}" if shown not in ("mock", "mock.") or self._mock_name else ""
        spec = ""
        if self._spec_class is not None:
            spec = (" spec_set=" if self._spec_set else " spec=") + repr(self._spec_class.__name__)
        return f"<{type(self).__name__}{name}{spec} id='{id(self)}'>"

    def _get_child_mock(self, **kwargs):
        if self._mock_sealed:
            raise AttributeError(f"Cannot set {self._full_name()}.{kwargs.get('name', '()')}")
        kind = type(self).__mro__[1]
        if issubclass(kind, NonCallableMagicMock):
            kind = MagicMock
        elif issubclass(kind, NonCallableMock) and not issubclass(kind, CallableMixin):
            kind = Mock
        return kind(**kwargs)

    def attach_mock(self, mock, attribute):
        mock.__dict__.update(_mock_parent=None, _mock_name="", _mock_new_name="")
        setattr(self, attribute, mock)

    def configure_mock(self, **kwargs):
        for path, value in sorted(kwargs.items(), key=lambda entry: entry[0].count(".")):
            *way, last = path.split(".")
            target = self
            for step in way:
                target = getattr(target, step)
            setattr(target, last, value)

    def mock_add_spec(self, spec, spec_set=False):
        self.__dict__["_mock_methods"] = list(spec) if isinstance(spec, (list, tuple)) else dir(spec)
        self.__dict__["_spec_set"] = spec_set

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        visited = [] if visited is None else visited
        if any(self is seen for seen in visited):
            return
        visited.append(self)
        self._clear_calls()
        if return_value:
            self.__dict__["_return_value"] = DEFAULT
        if side_effect:
            self.__dict__["_side_effect"] = None
        for child in list(self._mock_children.values()) + [self._return_value]:
            if isinstance(child, NonCallableMock):
                child.reset_mock(visited, return_value=return_value, side_effect=side_effect)

    def _calls_text(self, prefix="Calls"):
        return f"\n{prefix}: {_shown(self.mock_calls)}." if self.mock_calls else ""

    def _own_name(self):
        return self._mock_name or "mock"

    def assert_not_called(self):
        if self.call_count:
            raise AssertionError(f"Expected '{self._own_name()}' to not have been called. Called {self.call_count} times.{self._calls_text()}")

    def assert_called(self):
        if self.call_count == 0:
            raise AssertionError(f"Expected '{self._own_name()}' to have been called.")

    def assert_called_once(self):
        if self.call_count != 1:
            raise AssertionError(f"Expected '{self._own_name()}' to have been called once. Called {self.call_count} times.{self._calls_text()}")

    def assert_called_with(self, /, *args, **kwargs):
        expected = _call_text(self._own_name(), args, kwargs)
        if self.call_args is None:
            raise AssertionError(f"expected call not found.\nExpected: {expected}\n  Actual: not called.")
        if tuple(self.call_args) != (args, kwargs):
            actual = _call_text(self._own_name(), *self.call_args)
            raise AssertionError(f"expected call not found.\nExpected: {expected}\n  Actual: {actual}")

    def assert_called_once_with(self, /, *args, **kwargs):
        if self.call_count != 1:
            raise AssertionError(f"Expected '{self._own_name()}' to be called once. Called {self.call_count} times.{self._calls_text()}")
        return self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, /, *args, **kwargs):
        if not any(tuple(made) == (args, kwargs) for made in self.call_args_list):
            raise AssertionError(f"{_call_text(self._own_name(), args, kwargs)} call not found")

    def assert_has_calls(self, calls, any_order=False):
        expected = [_Call(c) for c in calls]
        if not any_order:
            if expected not in self.mock_calls:
                raise AssertionError(f"Calls not found.\nExpected: {_shown(calls)}{self._calls_text('  Actual').rstrip('.')}")
            return
        left, missing = list(self.mock_calls), []
        for wanted in expected:
            if wanted in left:
                left.remove(wanted)
            else:
                missing.append(wanted)
        if missing:
            raise AssertionError(f"{self._own_name()!r} does not contain all of {tuple(missing)!r} in its call list, found {_shown(self.mock_calls)} instead")


def _shown(calls):
    return "[" + ", ".join([repr(c) for c in calls]) + "]"


def _adopt(parent, value, name, new_name):
    """A mock without a parent becomes a part of this one, and tells it of its calls."""
    if not isinstance(value, NonCallableMock):
        return False
    free = not value._mock_name and not value._mock_new_name and value._mock_parent is None
    if free and value is not parent:
        value.__dict__.update(_mock_parent=parent, _mock_name=name, _mock_new_name=new_name)
    return free


class CallableMixin:
    def __call__(self, *args, **kwargs):
        own = self.__dict__
        made = _Call((args, kwargs), two=True)
        own["called"] = True
        own["call_count"] += 1
        own["call_args"] = made
        self.call_args_list.append(made)
        self._tell_parents(args, kwargs)
        return self._answer(args, kwargs)

    def _tell_parents(self, args, kwargs):
        self.mock_calls.append(_Call(("", args, kwargs)))
        at, path, method = self, "", True
        while at._mock_parent is not None:
            part = at._mock_new_name
            path = part + ("." if path and not path.startswith("()") else "") + path
            method = method and not part.startswith("()")
            at = at._mock_parent
            made = _Call((path, args, kwargs))
            if method:
                at.method_calls.append(made)
            at.mock_calls.append(made)

    def _answer(self, args, kwargs):
        effect = self._side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            result = effect(*args, **kwargs) if callable(effect) else next(effect)
            if not callable(effect) and _is_exception(result):
                raise result
            if result is not DEFAULT:
                return result
        if self._return_value is not DEFAULT:
            return self._return_value
        if self._mock_wraps is not None:
            return self._mock_wraps(*args, **kwargs)
        return self.return_value


class Mock(CallableMixin, NonCallableMock):
    pass


def _forwarder(mock):
    def method(self, *args, **kwargs):
        return mock(*args, **kwargs)

    return method


_DEFAULTS = {
    "__len__": 0, "__int__": 1, "__float__": 1.0, "__bool__": True, "__contains__": False, "__index__": 1, "__exit__": False,
    "__lt__": NotImplemented, "__gt__": NotImplemented, "__le__": NotImplemented, "__ge__": NotImplemented,
}
_MAGIC = list(_DEFAULTS) + ["__iter__", "__enter__", "__getitem__", "__setitem__", "__delitem__"] + [
    f"__{kind}{name}__" for name in ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and", "xor", "or")
    for kind in ("", "r", "i")] + ["__neg__", "__pos__", "__invert__", "__abs__", "__round__"]


def _magic_method(name):
    def method(self, *args, **kwargs):
        return getattr(self, name)(*args, **kwargs)

    method.__name__ = name
    return method


class _MagicMixin:
    def __getattribute__(self, name):
        if name.startswith("__") and name in _MAGIC:
            return self._magic(name)
        return object.__getattribute__(self, name)

    def _magic(self, name):
        found = self._mock_children.get(name)
        if found is None:
            found = MagicMock(parent=self, name=name, _new_name=name, _new_parent=self)
            self._mock_children[name] = found
            if name in _DEFAULTS:
                found.return_value = _DEFAULTS[name]
            elif name == "__iter__":
                found.side_effect = lambda: iter([] if found._return_value is DEFAULT else found._return_value)
        return found


class NonCallableMagicMock(_MagicMixin, NonCallableMock):
    pass


class MagicMock(_MagicMixin, Mock):
    pass


for _name in _MAGIC:
    setattr(_MagicMixin, _name, _magic_method(_name))


class PropertyMock(Mock):
    def __get__(self, instance, owner=None):
        return self()

    def __set__(self, instance, value):
        self(value)


def seal(mock):
    mock.__dict__["_mock_sealed"] = True
    for child in mock._mock_children.values():
        if isinstance(child, NonCallableMock) and child._mock_new_name:
            seal(child)


class _patch:
    """Puts something in the place of an attribute, for a block, a function or the tests of a class."""

    def __init__(self, getter, attribute, new, spec, create, spec_set, new_callable, kwargs):
        self.getter = getter
        self.attribute = attribute
        self.new = new
        self.spec = spec
        self.spec_set = spec_set
        self.create = create
        self.new_callable = new_callable
        self.kwargs = kwargs
        self.others = []  # patch.multiple

    def copy(self):
        made = _patch(self.getter, self.attribute, self.new, self.spec, self.create, self.spec_set, self.new_callable, self.kwargs)
        made.others = [other.copy() for other in self.others]
        return made

    def __call__(self, target):
        if isinstance(target, type):
            for name in dir(target):
                value = getattr(target, name)
                if name.startswith(patch.TEST_PREFIX) and callable(value):
                    setattr(target, name, self.copy()(value))
            return target
        if hasattr(target, "patchings"):
            target.patchings.append(self)
            return target

        @functools.wraps(target)
        def patched(*args, **kwargs):
            entered = []
            try:
                for patching in patched.patchings:
                    made = patching.__enter__()
                    entered.append(patching)
                    if patching.named():
                        kwargs.update(made)
                    elif patching.new is DEFAULT:
                        args += (made,)
                return target(*args, **kwargs)
            finally:
                for patching in reversed(entered):
                    patching.__exit__(None, None, None)

        patched.patchings = [self]
        return patched

    def named(self):
        return False

    def _original(self):
        here = self.target.__dict__ if hasattr(self.target, "__dict__") else {}
        if self.attribute in here:
            return here[self.attribute], True
        found = getattr(self.target, self.attribute, DEFAULT)
        if found is DEFAULT and not self.create:
            import builtins
            if not (hasattr(builtins, self.attribute) and type(self.target).__name__ == "module"):
                raise AttributeError(f"{self.target} does not have the attribute {self.attribute!r}")
        return found, False

    def _replacement(self, original):
        if self.new is not DEFAULT:
            return self.new
        spec, spec_set = self.spec, self.spec_set
        spec = original if spec is True else spec
        spec_set = original if spec_set is True else spec_set
        kwargs = dict(self.kwargs)
        if spec is not None:
            kwargs["spec"] = spec
        if spec_set is not None:
            kwargs["spec_set"] = spec_set
        if self.new_callable is None:
            return MagicMock(name=self.attribute, **kwargs)
        mock = isinstance(self.new_callable, type) and issubclass(self.new_callable, NonCallableMock)
        return self.new_callable(name=self.attribute, **kwargs) if mock else self.new_callable(**kwargs)

    def __enter__(self):
        self.target = self.getter()
        self.original, self.local = self._original()
        made = self._replacement(self.original)
        setattr(self.target, self.attribute, made)
        self.entered = list(self.others)
        if not self.named():
            return made
        result = {self.attribute: made} if self.new is DEFAULT else {}
        for other in self.entered:
            result.update(other.__enter__())
        return result

    def __exit__(self, *exc_info):
        for other in reversed(self.entered):
            other.__exit__(*exc_info)
        if self.local or (self.original is not DEFAULT and not hasattr(self.target, "__dict__")):
            setattr(self.target, self.attribute, self.original)
            return
        delattr(self.target, self.attribute)
        kept = hasattr(self.target, self.attribute) and self.attribute not in _DELETED_TO_NONE
        if self.original is not DEFAULT and not kept:
            setattr(self.target, self.attribute, self.original)

    def start(self):
        _started.append(self)
        return self.__enter__()

    def stop(self):
        if self not in _started:
            return None
        _started.remove(self)
        return self.__exit__(None, None, None)


_DELETED_TO_NONE = ("__doc__", "__module__", "__defaults__", "__annotations__", "__kwdefaults__")
_started = []


class _MultiplePatch(_patch):
    def named(self):
        return True

    def copy(self):
        made = _MultiplePatch(self.getter, self.attribute, self.new, self.spec, self.create, self.spec_set, self.new_callable, self.kwargs)
        made.others = [other.copy() for other in self.others]
        return made


def _resolve(path):
    parts = path.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ImportError:
            if end == 1:
                raise
            continue
        for name in parts[end:]:
            found = getattr(found, name)
        return found


def _getter(target):
    return (lambda: _resolve(target)) if isinstance(target, str) else (lambda: target)


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *, unsafe=False, **kwargs):
    place, dot, attribute = target.rpartition(".")
    if not dot:
        raise TypeError(f"Need a valid target to patch. You supplied: {target!r}")
    return _patch(_getter(place), attribute, new, spec if autospec is None else autospec, create, spec_set, new_callable, kwargs)


def _patch_object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *, unsafe=False, **kwargs):
    if type(target) is str:
        raise TypeError(f"{target!r} must be the actual object to be patched, not a str")
    return _patch(_getter(target), attribute, new, spec if autospec is None else autospec, create, spec_set, new_callable, kwargs)


def _patch_multiple(target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    if not kwargs:
        raise ValueError("Must supply at least one keyword argument with patch.multiple")
    made = [_MultiplePatch(_getter(target), name, new, spec, create, spec_set, new_callable, {}) for name, new in kwargs.items()]
    made[0].others = made[1:]
    return made[0]


class _patch_dict:
    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict = in_dict
        self.values = dict(values)
        self.values.update(kwargs)
        self.clear = clear

    def __call__(self, fn):
        if isinstance(fn, type):
            for name in dir(fn):
                value = getattr(fn, name)
                if name.startswith(patch.TEST_PREFIX) and callable(value):
                    setattr(fn, name, _patch_dict(self.in_dict, self.values, self.clear)(value))
            return fn

        @functools.wraps(fn)
        def patched(*args, **kwargs):
            with self:
                return fn(*args, **kwargs)

        return patched

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = _resolve(self.in_dict)
        self.original = {key: self.in_dict[key] for key in self.in_dict}
        if self.clear:
            self._empty()
        for key, value in self.values.items():
            self.in_dict[key] = value
        return self.in_dict

    def _empty(self):
        for key in list(self.in_dict):
            del self.in_dict[key]

    def __exit__(self, *exc_info):
        self._empty()
        for key, value in self.original.items():
            self.in_dict[key] = value
        return False

    start = __enter__

    def stop(self):
        return self.__exit__()


def _stop_all():
    while _started:
        _started[-1].stop()


patch.object = _patch_object
patch.dict = _patch_dict
patch.multiple = _patch_multiple
patch.stopall = _stop_all
patch.TEST_PREFIX = "test"
