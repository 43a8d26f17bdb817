"""What of functools is native in CPython: its frames stay out of tracebacks."""

from _types import GenericAlias, MethodType

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
        cls = type(self)
        name = "functools.partial" if cls is partial else cls.__qualname__
        if id(self) in _being_shown:
            return "..."
        _being_shown.add(id(self))
        try:
            parts = [repr(self.func), *map(repr, self.args), *(f"{k}={v!r}" for k, v in self.keywords.items())]
        finally:
            _being_shown.discard(id(self))
        return name + "(" + ", ".join(parts) + ")"

    def __reduce__(self):
        own = {k: v for k, v in self.__dict__.items() if k not in ("func", "args", "keywords")}
        return type(self), (self.func,), (self.func, self.args, self.keywords, own or None)

    def __setstate__(self, state):
        if not isinstance(state, tuple):
            raise TypeError(f"argument 1 must be tuple, not {type(state).__name__}")
        if len(state) != 4:
            raise TypeError(f"function takes exactly 4 arguments ({len(state)} given)")
        func, args, keywords, attributes = state
        if not callable(func) or not isinstance(args, tuple) or keywords is not None and not isinstance(keywords, dict):
            raise TypeError("invalid partial state")
        self.func = func
        self.args = tuple(args)
        self.keywords = {} if keywords is None else dict(keywords)
        if attributes:
            self.__dict__.update(attributes)

    __class_getitem__ = classmethod(GenericAlias)


_being_shown = set()


_missing = object()


def reduce(*args):
    if not 2 <= len(args) <= 3:
        bound = "least 2" if len(args) < 2 else "most 3"
        raise TypeError(f"reduce expected at {bound} arguments, got {len(args)}")
    function, iterable = args[:2]
    initial = args[2] if len(args) == 3 else _missing
    cls = type(iterable)
    if not hasattr(cls, "__iter__") and not hasattr(cls, "__getitem__"):
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


class KeyWrapper:
    """What cmp_to_key(cmp) gives, and, called with an object, the key of that."""

    __slots__ = ["_cmp", "obj"]
    __module__ = "functools"
    __hash__ = None

    def __init__(self, cmp, obj=_missing):
        self._cmp = cmp
        if obj is not _missing:
            self.obj = obj

    def __call__(self, obj):
        return KeyWrapper(self._cmp, obj)

    def __lt__(self, other):
        return self._cmp(self.obj, other.obj) < 0

    def __gt__(self, other):
        return self._cmp(self.obj, other.obj) > 0

    def __eq__(self, other):
        return self._cmp(self.obj, other.obj) == 0

    def __le__(self, other):
        return self._cmp(self.obj, other.obj) <= 0

    def __ge__(self, other):
        return self._cmp(self.obj, other.obj) >= 0


def cmp_to_key(mycmp):
    return KeyWrapper(mycmp)


class CacheInfo(tuple):
    __slots__ = ()
    _fields = __match_args__ = ("hits", "misses", "maxsize", "currsize")

    def __new__(cls, hits, misses, maxsize, currsize):
        return tuple.__new__(cls, (hits, misses, maxsize, currsize))

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
        return key + tuple(type(v) for v in args) + tuple(type(v) for v in keywords.values())
    # One int or text is its own key, as in CPython, where f(1) and f(1.0) are two calls.
    return key[0] if len(key) == 1 and type(key[0]) in (int, str) else key


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

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return self.__qualname__  # pickled by name, as a function

    def cache_info(self):
        return CacheInfo(self._hits, self._misses, self._maxsize, len(self._results))

    def cache_clear(self):
        self._forget()


def lru_cache(maxsize=128, typed=False):
    if isinstance(maxsize, int):
        maxsize = max(maxsize, 0)
    elif callable(maxsize) and isinstance(typed, bool):
        return lru_cache()(maxsize)
    elif maxsize is not None:
        raise TypeError("Expected first argument to be an integer, a callable, or None")

    def decorate(function):
        made = _lru_cache_wrapper(function, maxsize, typed)
        made.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
        return made

    return decorate


def cache(function, /):
    return lru_cache(maxsize=None)(function)
