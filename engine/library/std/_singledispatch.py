"""functools.singledispatch: the implementation is chosen by the class of the first argument."""

from _functools import update_wrapper

__name__ = "functools"  # where its functions say they are from


def _merge(sequences):
    """C3: the first head that stands in no tail comes next, until all are used up."""
    merged = []
    while sequences := [each for each in sequences if each]:
        heads = (each[0] for each in sequences)
        following = next((head for head in heads if not any(head in each[1:] for each in sequences)), None)
        if following is None:
            raise RuntimeError("Inconsistent hierarchy")
        merged.append(following)
        for each in sequences:
            if each[0] is following:
                del each[0]
    return merged


def _c3_mro(cls, abcs=()):
    """The order of lookup of cls with abstract classes put in behind the bases that are real subclasses of them."""
    bases = list(cls.__bases__)
    boundary = next((i + 1 for i in reversed(range(len(bases))) if hasattr(bases[i], "__abstractmethods__")), 0)
    added = [abc for abc in abcs if issubclass(cls, abc) and not any(issubclass(base, abc) for base in bases)]
    rest = [abc for abc in abcs if abc not in added]
    lists = [bases[:boundary], added, bases[boundary:]]
    return _merge([[cls], *(_c3_mro(base, rest) for each in lists for base in each), *map(list, lists)])


def _compose_mro(cls, types):
    """The order of lookup of cls, with those of types that it is a virtual subclass of."""
    bases = set(cls.__mro__)
    wanted = [t for t in types if t not in bases and hasattr(t, "__mro__") and not hasattr(t, "__origin__") and issubclass(cls, t)]
    # One that another of them derives from comes in with that one.
    wanted = [t for t in wanted if not any(t is not other and t in other.__mro__ for other in wanted)]
    known = set(wanted)
    abcs = []
    for wish in wanted:
        found = [[s for s in sub.__mro__ if s in known] for sub in wish.__subclasses__() if sub not in bases and issubclass(cls, sub)]
        if not found:
            abcs.append(wish)
        for chain in sorted(found, key=len, reverse=True):
            abcs.extend(s for s in chain if s not in abcs)
    return _c3_mro(cls, abcs)


def _find_implementation(cls, registry):
    match = None
    order = _compose_mro(cls, registry.keys())
    for each in order:
        if match is not None:
            real = cls.__mro__
            if each in registry and each not in real and match not in real and not issubclass(match, each):
                raise RuntimeError(f"Ambiguous dispatch: {match} or {each}")
            break
        if each in registry:
            match = each
    return registry.get(match)


def _is_union(cls):
    from typing import Union, get_origin
    from types import UnionType

    return get_origin(cls) in (Union, UnionType)


def _classes_of(cls):
    """The classes that cls names: itself or the members of a union; None if it names something else."""
    if isinstance(cls, type):
        return (cls,)
    if _is_union(cls) and all(isinstance(part, type) for part in cls.__args__):
        return cls.__args__
    return None


def _annotated_class(func):
    annotations = getattr(func, "__annotations__", {})
    if not annotations:
        raise TypeError(
            f"Invalid first argument to `register()`: {func!r}. Use either `@register(some_class)` or plain `@register` on an annotated function."
        )
    from typing import get_type_hints

    name, cls = next(iter(get_type_hints(func).items()))
    if _classes_of(cls) is None:
        problem = "not all arguments are classes" if _is_union(cls) else "is not a class"
        raise TypeError(f"Invalid annotation for {name!r}. {cls!r} {problem}.")
    return cls


def singledispatch(func):
    registry = {object: func}
    found = {}

    def dispatch(cls):
        implementation = found.get(cls)
        if implementation is None:
            implementation = registry.get(cls) or _find_implementation(cls, registry)
            found[cls] = implementation
        return implementation

    def register(cls, func=None):
        classes = _classes_of(cls)
        if classes is None:
            if func is not None:
                raise TypeError(f"Invalid first argument to `register()`. {cls!r} is not a class or union type.")
            func = cls
            classes = _classes_of(_annotated_class(func))
        elif func is None:
            return lambda f: register(cls, f)
        for each in classes:
            registry[each] = func
        found.clear()
        return func

    name = getattr(func, "__name__", "singledispatch function")

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f"{name} requires at least 1 positional argument")
        return dispatch(args[0].__class__)(*args, **kw)

    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    wrapper._clear_cache = found.clear
    update_wrapper(wrapper, func)
    return wrapper


class singledispatchmethod:
    def __init__(self, func):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, func=method)

    def __get__(self, obj, cls=None):
        dispatcher = self.dispatcher

        def _method(*args, **keywords):
            return dispatcher.dispatch(args[0].__class__).__get__(obj, cls)(*args, **keywords)

        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method.register = self.register
        update_wrapper(_method, self.func)
        return _method

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)
