"""unittest.mock.patch: names replaced for as long as a test runs."""

from functools import wraps
from unittest._mock_calls import DEFAULT
from unittest._mock_autospec import create_autospec
from unittest._mock_kinds import InvalidSpecError, _callable, _is_typo
from unittest._mock_objects import AsyncMock, MagicMock, NonCallableMagicMock, NonCallableMock, _is_mock

__name__ = "unittest.mock"  # where its classes say they are from


def _import_target(path):
    """The module or class that a dotted path names."""
    import importlib

    name, *rest = path.split(".")
    found = importlib.import_module(name)
    for part in rest:
        name += "." + part
        if not hasattr(found, part):
            importlib.import_module(name)
        found = getattr(found, part)
    return found


def _split_target(target):
    try:
        path, attribute = target.rsplit(".", 1)
    except (TypeError, ValueError, AttributeError):
        raise TypeError(f"Need a valid target to patch. You supplied: {target!r}")
    return (lambda: _import_target(path)), attribute


class _patch:
    _active = []

    def __init__(self, getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, *, unsafe=False):
        if new_callable is not None:
            if new is not DEFAULT:
                raise ValueError("Cannot use 'new' and 'new_callable' together")
            if autospec is not None:
                raise ValueError("Cannot use 'autospec' and 'new_callable' together")
        if not unsafe:
            for name in kwargs:
                if _is_typo(name):
                    raise RuntimeError(f"{name!r} might be a typo; use unsafe=True if this is intended")
        if _is_mock(spec):
            raise InvalidSpecError(f"Cannot spec attr {attribute!r} as the spec has already been mocked out. [spec={spec!r}]")
        if _is_mock(spec_set):
            raise InvalidSpecError(f"Cannot spec attr {attribute!r} as the spec_set target has already been mocked out. [spec_set={spec_set!r}]")
        self.getter, self.attribute, self.new, self.new_callable = getter, attribute, new, new_callable
        self.spec, self.spec_set, self.autospec = (None if each is False else each for each in (spec, spec_set, autospec))
        self.create, self.kwargs = create, kwargs
        self.additional_patchers = []
        self.attribute_name = None  # patch.multiple gives its mocks by name

    def copy(self):
        made = _patch(self.getter, self.attribute, self.new, self.spec, self.create, self.spec_set, self.autospec, self.new_callable, self.kwargs)
        made.attribute_name = self.attribute_name
        made.additional_patchers = [each.copy() for each in self.additional_patchers]
        return made

    def __call__(self, item):
        if isinstance(item, type):
            return self._decorate_class(item)
        return _decorate(item, self)

    def _decorate_class(self, cls):
        for name in dir(cls):
            method = getattr(cls, name)
            if name.startswith(patch.TEST_PREFIX) and callable(method):
                setattr(cls, name, self.copy()(method))
        return cls

    def _original(self):
        target, name = self.target, self.attribute
        own = getattr(target, "__dict__", {})
        if name in own:
            return own[name], True
        original = getattr(target, name, DEFAULT)
        if original is DEFAULT and not self.create:
            import builtins
            from types import ModuleType

            if isinstance(target, ModuleType) and hasattr(builtins, name):
                self.create = True
            else:
                raise AttributeError(f"{target} does not have the attribute {name!r}")
        return original, False

    def __enter__(self):
        if self.spec is not None and self.autospec is not None:
            raise TypeError("Can't specify spec and autospec")
        if (self.spec is not None or self.autospec is not None) and self.spec_set not in (True, None):
            raise TypeError("Can't provide explicit spec_set *and* spec or autospec")
        self.target = self.getter()
        original, local = self._original()
        new, extra = self.new, []
        if new is DEFAULT and self.autospec is None:
            new = self._mock_in_place_of(original)
        elif self.autospec is not None:
            if new is not DEFAULT:
                raise TypeError("autospec creates the mock for you. Can't specify autospec and new.")
            if original is DEFAULT:
                raise TypeError("Can't use 'autospec' with create=True")
            spec = original if self.autospec is True else self.autospec
            if _is_mock(self.target):
                target_name = getattr(self.target, "__name__", self.target._extract_mock_name())
                raise InvalidSpecError(
                    f"Cannot autospec attr {self.attribute!r} from target {target_name!r} as it has already been mocked out. "
                    f"[target={self.target!r}, attr={spec!r}]"
                )
            if _is_mock(spec):
                raise InvalidSpecError(
                    f"Cannot autospec attr {self.attribute!r} as the patch target has already been mocked out. "
                    f"[target={self.target!r}, attr={spec!r}]"
                )
            new = create_autospec(spec, spec_set=bool(self.spec_set), _name=self.attribute, **self.kwargs)
        elif self.kwargs:
            raise TypeError("Can't pass kwargs to a mock we aren't creating")
        self.temp_original, self.is_local = original, local
        setattr(self.target, self.attribute, new)
        if self.attribute_name is None:
            return new
        entered = []
        extra = {self.attribute_name: new} if self.new is DEFAULT else {}
        try:
            for each in self.additional_patchers:
                given = each.__enter__()
                entered.append(each)
                if each.new is DEFAULT:
                    extra.update(given)
        except BaseException:
            for each in reversed(entered):
                each.__exit__(None, None, None)
            self._restore()
            raise
        return extra

    def _mock_in_place_of(self, original):
        spec, spec_set = self.spec, self.spec_set
        if original is DEFAULT and True in (spec, spec_set):
            raise TypeError("Can't use 'spec' with create=True")
        if spec is True:
            spec = original
        if spec_set is True:
            spec, spec_set = None, original if spec is None else spec
        model = spec if spec is not None else spec_set
        keywords = dict(self.kwargs)
        if spec is not None:
            keywords["spec"] = spec
        if spec_set is not None:
            keywords["spec_set"] = spec_set
        if self.new_callable is not None:
            cls = self.new_callable
        elif model is None and _is_coroutine(original) or model is not None and _is_coroutine(model):
            cls = AsyncMock
        elif model is not None and not isinstance(model, list) and not _callable(model):
            cls = NonCallableMagicMock
        elif isinstance(model, list) and "__call__" not in model:
            cls = NonCallableMagicMock
        else:
            cls = MagicMock
        if isinstance(cls, type) and issubclass(cls, NonCallableMock) and self.attribute:
            keywords.setdefault("name", self.attribute)
        made = cls(**keywords)
        if isinstance(model, type) and _is_mock(made):  # what calling the class gives is an instance of it
            keywords.pop("name", None)
            keywords["_new_parent"], keywords["_new_name"] = made, "()"
            instance = cls if any("__call__" in vars(each) for each in model.__mro__[:-1]) else NonCallableMagicMock
            made.return_value = instance(**keywords)
        return made

    def _restore(self):
        name = self.attribute
        if self.is_local and self.temp_original is not DEFAULT:
            setattr(self.target, name, self.temp_original)
            return
        delattr(self.target, name)
        if not self.create and (not hasattr(self.target, name) or name in ("__doc__", "__module__", "__defaults__", "__annotations__", "__kwdefaults__")):
            setattr(self.target, name, self.temp_original)

    def __exit__(self, *problem):
        if not hasattr(self, "target"):
            return
        for each in reversed(self.additional_patchers):
            each.__exit__(*problem)
        self._restore()
        del self.temp_original, self.is_local, self.target

    def start(self):
        result = self.__enter__()
        self._active.append(self)
        return result

    def stop(self):
        if self not in self._active:
            return None
        self._active.remove(self)
        return self.__exit__(None, None, None)


def _is_coroutine(item):
    import inspect

    return inspect.iscoroutinefunction(item)


def _decorate(function, patcher):
    """function with the patch around it; what several decorators bring is put on innermost first."""
    if hasattr(function, "patchings"):
        function.patchings.append(patcher)
        return function

    def entered(stack, args, keywords):
        more = []
        for each in patched.patchings:
            given = stack.enter_context(each)
            if each.attribute_name is not None:
                keywords.update(given)
            elif each.new is DEFAULT:
                more.append(given)
        return args + tuple(more)

    from contextlib import ExitStack

    if _is_coroutine(function):

        @wraps(function)
        async def patched(*args, **keywords):
            with ExitStack() as stack:
                args = entered(stack, args, keywords)
                return await function(*args, **keywords)

    else:

        @wraps(function)
        def patched(*args, **keywords):
            with ExitStack() as stack:
                args = entered(stack, args, keywords)
                return function(*args, **keywords)

    patched.patchings = [patcher]
    return patched


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *, unsafe=False, **kwargs):
    getter, attribute = _split_target(target)
    return _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *, unsafe=False, **kwargs):
    if isinstance(target, str):
        raise TypeError(f"{target!r} must be the actual object to be patched, not a str")
    return _patch(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_multiple(target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    getter = (lambda: _import_target(target)) if isinstance(target, str) else lambda: target
    if not kwargs:
        raise ValueError("Must supply at least one keyword argument with patch.multiple")
    patchers = []
    for name, new in kwargs.items():
        each = _patch(getter, name, new, spec, create, spec_set, autospec, new_callable, {})
        each.attribute_name = name
        patchers.append(each)
    patchers[0].additional_patchers = patchers[1:]
    return patchers[0]


class _patch_dict:
    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict = in_dict
        self.values = dict(values)
        self.values.update(kwargs)
        self.clear = clear
        self._saved = None

    def copy(self):
        return _patch_dict(self.in_dict, self.values, self.clear)

    def __call__(self, item):
        if isinstance(item, type):
            for name in dir(item):
                method = getattr(item, name)
                if name.startswith(patch.TEST_PREFIX) and callable(method):
                    setattr(item, name, self.copy()(method))
            return item

        @wraps(item)
        def patched(*args, **keywords):
            with self:
                return item(*args, **keywords)

        @wraps(item)
        async def patched_coroutine(*args, **keywords):
            with self:
                return await item(*args, **keywords)

        return patched_coroutine if _is_coroutine(item) else patched

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = _import_target(self.in_dict)
        target = self.in_dict
        self._saved = {key: target[key] for key in target}
        if self.clear:
            self._empty()
        for key, value in self.values.items():
            target[key] = value
        return target

    def _empty(self):
        for key in list(self.in_dict):
            del self.in_dict[key]

    def __exit__(self, *problem):
        if self._saved is not None:
            self._empty()
            for key, value in self._saved.items():
                self.in_dict[key] = value
            self._saved = None
        return False

    def start(self):
        result = self.__enter__()
        _patch._active.append(self)
        return result

    def stop(self):
        if self not in _patch._active:
            return None
        _patch._active.remove(self)
        return self.__exit__(None, None, None)


def _stop_all():
    for each in reversed(list(_patch._active)):
        each.stop()


patch.object = _patch_object
patch.dict = _patch_dict
patch.multiple = _patch_multiple
patch.stopall = _stop_all
patch.TEST_PREFIX = "test"
