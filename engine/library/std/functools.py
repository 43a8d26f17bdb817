"""Functions about functions: wraps, partial, reduce, caches, ordering, single dispatch."""
from _functools import (
    WRAPPER_ASSIGNMENTS, WRAPPER_UPDATES, CacheInfo as _CacheInfo, _lru_cache_wrapper, _make_key, _missing, cache, cmp_to_key, lru_cache, partial, reduce,
    update_wrapper, wraps,
)  # fmt: skip
from _singledispatch import singledispatch, singledispatchmethod
from _types import GenericAlias as _GenericAlias


class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        if isinstance(func, partialmethod):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __repr__(self):
        args = ", ".join(map(repr, self.args))
        keywords = ", ".join(f"{k}={v!r}" for k, v in self.keywords.items())
        return f"{type(self).__module__}.{type(self).__qualname__}({self.func!r}, {args}, {keywords})"

    def _as_function(self):
        def _method(cls_or_self, /, *args, **keywords):
            return self.func(cls_or_self, *self.args, *args, **{**self.keywords, **keywords})

        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method._partialmethod = self
        return _method

    def __get__(self, obj, cls=None):
        get = getattr(self.func, "__get__", None)
        if get is not None:
            bound = get(obj, cls)
            if bound is not self.func:
                result = partial(bound, *self.args, **self.keywords)
                if hasattr(bound, "__self__"):
                    result.__self__ = bound.__self__
                return result
        return self._as_function().__get__(obj, cls)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)

    __class_getitem__ = classmethod(_GenericAlias)


class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError(f"Cannot assign the same cached_property to two different names ({self.attrname!r} and {name!r}).")

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        values = getattr(instance, "__dict__", None)
        if values is None:
            raise TypeError(f"No '__dict__' attribute on {type(instance).__name__!r} instance to cache {self.attrname!r} property.")
        value = values.get(self.attrname, _missing)
        if value is _missing:
            value = self.func(instance)
            if not hasattr(values, "__setitem__"):
                raise TypeError(
                    f"The '__dict__' attribute on {type(instance).__name__!r} instance does not support item assignment "
                    f"for caching {self.attrname!r} property."
                )
            values[self.attrname] = value
        return value

    __class_getitem__ = classmethod(_GenericAlias)


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
    given = {name for name in ("__lt__", "__le__", "__gt__", "__ge__") if getattr(cls, name, None) is not getattr(object, name, None)}
    for root, make in (("__lt__", _from_lt), ("__le__", _from_le), ("__gt__", _from_gt), ("__ge__", _from_ge)):
        if root in given:
            for name, function in make(cls).items():
                if name not in given:
                    function.__qualname__ = cls.__qualname__ + "." + name
                    setattr(cls, name, function)
            return cls
    raise ValueError("must define at least one ordering operation: < > <= >=")
