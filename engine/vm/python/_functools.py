"""What of functools is native in CPython: its frames stay out of tracebacks."""

from _types import MethodType

__name__ = "functools"  # where its classes say they are from

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__", "__type_params__")
WRAPPER_UPDATES = ("__dict__",)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    for name in assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            continue
        setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)

    return decorate


class partial:
    def __init__(self, /, *args, **keywords):
        if not args:
            raise TypeError("type 'partial' takes at least one argument")
        func, *args = args
        args = tuple(args)
        if not callable(func):
            raise TypeError("the first argument must be callable")
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

    def __repr__(self):
        parts = [repr(self.func)]
        parts.extend(repr(a) for a in self.args)
        parts.extend(f"{k}={v!r}" for k, v in self.keywords.items())
        return "functools.partial(" + ", ".join(parts) + ")"

    def __reduce__(self):
        return type(self), (self.func,), (self.func, self.args, self.keywords, None)

    def __setstate__(self, state):
        self.func, self.args, self.keywords, attributes = state
        if attributes:
            self.__dict__.update(attributes)


_missing = object()


def reduce(*args):
    if not 2 <= len(args) <= 3:
        bound = "least 2" if len(args) < 2 else "most 3"
        raise TypeError(f"reduce expected at {bound} arguments, got {len(args)}")
    function, iterable = args[:2]
    initial = args[2] if len(args) == 3 else _missing
    if not hasattr(iterable, "__iter__") and not hasattr(iterable, "__getitem__"):
        raise TypeError("reduce() arg 2 must support iteration")
    it = iter(iterable)
    if initial is _missing:
        value = next(it, _missing)
        if value is _missing:
            raise TypeError("reduce() of empty iterable with no initial value")
    else:
        value = initial
    for item in it:
        value = function(value, item)
    return value


def cmp_to_key(mycmp):
    class K:
        __slots__ = ["obj"]

        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0

        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0

        __hash__ = None

    return K


class CacheInfo(tuple):
    _fields = ("hits", "misses", "maxsize", "currsize")
    hits = property(lambda self: self[0])
    misses = property(lambda self: self[1])
    maxsize = property(lambda self: self[2])
    currsize = property(lambda self: self[3])

    def __repr__(self):
        return "CacheInfo(hits=%r, misses=%r, maxsize=%r, currsize=%r)" % tuple(self)


def _make_key(args, keywords, typed):
    key = args
    if keywords:
        key = args + (_missing,) + tuple(x for item in keywords.items() for x in item)
    if typed:
        key = key + tuple(type(v) for v in args) + tuple(type(v) for v in keywords.values())
    return key


class _lru_cache_wrapper:
    def __init__(self, function, maxsize, typed):
        self._function = function
        self._maxsize = maxsize
        self._typed = typed
        self._results = {}  # links by key
        self._forget()
        update_wrapper(self, function)

    def _forget(self):
        self._results.clear()
        self._hits = self._misses = 0
        # A ring of [newer, older, key, value], from the latest back to the oldest. A hit moves its link
        # and leaves the dict alone: a key's __eq__ may be in the middle of a search of it.
        self._ends = ends = [None, None, None, None]
        ends[0] = ends[1] = ends

    def _make_latest(self, link):
        ends = self._ends
        link[0], link[1] = ends, ends[1]
        ends[1][0] = ends[1] = link

    def __call__(self, *args, **keywords):
        if self._maxsize == 0:
            self._misses += 1
            return self._function(*args, **keywords)
        results = self._results
        key = _make_key(args, keywords, self._typed)
        link = results.get(key)
        if link is not None:
            self._hits += 1
            if self._maxsize is not None:
                newer, older = link[0], link[1]
                newer[1], older[0] = older, newer
                self._make_latest(link)
            return link[3]
        self._misses += 1
        value = self._function(*args, **keywords)
        if key not in results:
            link = [None, None, key, value]
            if self._maxsize is not None:
                if len(results) >= self._maxsize:
                    oldest = self._ends[0]
                    self._ends[0] = oldest[0]
                    oldest[0][1] = self._ends
                    results.pop(oldest[2], None)
                self._make_latest(link)
            results[key] = link
        return value

    def __get__(self, obj, cls=None):
        if obj is None:
            return self
        return MethodType(self, obj)

    def __repr__(self):
        return "<functools._lru_cache_wrapper object at " + hex(id(self)) + ">"

    def cache_info(self):
        return CacheInfo((self._hits, self._misses, self._maxsize, len(self._results)))

    def cache_clear(self):
        self._forget()

    def cache_parameters(self):
        return {"maxsize": self._maxsize, "typed": self._typed}


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return _lru_cache_wrapper(maxsize, 128, False)
    if maxsize is not None and maxsize < 0:
        maxsize = 0

    def decorate(function):
        return _lru_cache_wrapper(function, maxsize, typed)

    return decorate


def cache(function, /):
    return lru_cache(maxsize=None)(function)
