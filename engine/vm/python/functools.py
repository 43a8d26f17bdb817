"""Functions about functions: wraps, partial, reduce, caches, ordering, single dispatch."""
from _functools import (
    WRAPPER_ASSIGNMENTS, WRAPPER_UPDATES, CacheInfo as _CacheInfo, _lru_cache_wrapper, _make_key, _missing, cache, cmp_to_key, lru_cache, partial, reduce,
    update_wrapper, wraps,
)  # fmt: skip
from _types import UnionType as _UnionType


class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        self.func = func
        self.args = args
        self.keywords = keywords

    def __get__(self, obj, cls=None):
        method = self.func
        args = self.args
        keywords = self.keywords

        def call(*rest, **more):
            return method(obj, *args, *rest, **{**keywords, **more})

        return call


class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        values = instance.__dict__
        value = values.get(self.attrname, _missing)
        if value is _missing:
            value = self.func(instance)
            values[self.attrname] = value
        return value


def _from_lt(cls):
    def __gt__(self, other):
        result = type(self).__lt__(self, other)
        if result is NotImplemented:
            return result
        return not result and self != other

    def __le__(self, other):
        result = type(self).__lt__(self, other)
        if result is NotImplemented:
            return result
        return result or self == other

    def __ge__(self, other):
        result = type(self).__lt__(self, other)
        return result if result is NotImplemented else not result

    return {"__gt__": __gt__, "__le__": __le__, "__ge__": __ge__}


def _from_le(cls):
    def __ge__(self, other):
        result = type(self).__le__(self, other)
        if result is NotImplemented:
            return result
        return not result or self == other

    def __lt__(self, other):
        result = type(self).__le__(self, other)
        if result is NotImplemented:
            return result
        return result and self != other

    def __gt__(self, other):
        result = type(self).__le__(self, other)
        return result if result is NotImplemented else not result

    return {"__ge__": __ge__, "__lt__": __lt__, "__gt__": __gt__}


def _from_gt(cls):
    def __lt__(self, other):
        result = type(self).__gt__(self, other)
        if result is NotImplemented:
            return result
        return not (result or self == other)

    def __ge__(self, other):
        result = type(self).__gt__(self, other)
        if result is NotImplemented:
            return result
        return result or self == other

    def __le__(self, other):
        result = type(self).__gt__(self, other)
        return result if result is NotImplemented else not result

    return {"__lt__": __lt__, "__ge__": __ge__, "__le__": __le__}


def _from_ge(cls):
    def __le__(self, other):
        result = type(self).__ge__(self, other)
        if result is NotImplemented:
            return result
        return not result or self == other

    def __gt__(self, other):
        result = type(self).__ge__(self, other)
        if result is NotImplemented:
            return result
        return result and self != other

    def __lt__(self, other):
        result = type(self).__ge__(self, other)
        return result if result is NotImplemented else not result

    return {"__le__": __le__, "__gt__": __gt__, "__lt__": __lt__}


def total_ordering(cls):
    for root, make in (("__lt__", _from_lt), ("__le__", _from_le), ("__gt__", _from_gt), ("__ge__", _from_ge)):
        if any(root in c.__dict__ for c in cls.__mro__[:-1]):
            for name, function in make(cls).items():
                if not any(name in c.__dict__ for c in cls.__mro__[:-1]):
                    function.__qualname__ = cls.__qualname__ + "." + name
                    setattr(cls, name, function)
            return cls
    raise ValueError("must define at least one ordering operation: < > <= >=")


def singledispatch(func):
    registry = {object: func}

    def dispatch(cls):
        order = cls.__mro__
        best = place = None
        for each in registry:
            if not issubclass(cls, each):
                continue
            # An abstract class stands behind the last base that is one of it already.
            found = (order.index(each), 0) if each in order else (max(i for i, base in enumerate(order) if issubclass(base, each)), 1)
            if best is None or found < place or (found == place and issubclass(each, best)):
                best, place = each, found
            elif found == place and not issubclass(best, each):
                raise RuntimeError(f"Ambiguous dispatch: {best} or {each}")
        return registry[best]

    def register(cls, function=None):
        if function is None:
            if isinstance(cls, (type, _UnionType)):
                return lambda f: register(cls, f)
            function = cls
            annotations = getattr(cls, "__annotations__", {})
            if not annotations:
                raise TypeError(
                    f"Invalid first argument to `register()`: {cls!r}. "
                    "Use either `@register(some_class)` or plain `@register` on an annotated function."
                )
            cls = list(annotations.values())[0]
        parts = cls.__args__ if isinstance(cls, _UnionType) or getattr(cls, "__origin__", None) is not None and hasattr(cls, "__args__") else (cls,)
        if not all(isinstance(part, type) for part in parts):
            raise TypeError(f"Invalid annotation for {function.__name__!r}. {cls!r} is not a class.")
        for part in parts:
            registry[part] = function
        return function

    def wrapper(*args, **keywords):
        if not args:
            raise TypeError(f"{func.__name__} requires at least 1 positional argument")
        return dispatch(type(args[0]))(*args, **keywords)

    update_wrapper(wrapper, func)
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    return wrapper


class singledispatchmethod:
    def __init__(self, func):
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, method)

    def __get__(self, obj, cls=None):
        dispatcher = self.dispatcher

        def method(*args, **keywords):
            return dispatcher.dispatch(type(args[0]))(obj, *args, **keywords)

        method.register = self.register
        return method
