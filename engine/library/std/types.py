"""Names of the classes that have none in builtins, and SimpleNamespace."""
import _types
from _types import (
    AsyncGeneratorType,
    BuiltinFunctionType,
    CellType,
    CodeType,
    CoroutineType,
    EllipsisType,
    FrameType,
    FunctionType,
    GeneratorType,
    GenericAlias,
    MappingProxyType,
    MethodType,
    ModuleType,
    NoneType,
    NotImplementedType,
    TracebackType,
    UnionType,
)

LambdaType = FunctionType
BuiltinMethodType = BuiltinFunctionType


class SimpleNamespace:
    def __init__(self, /, **keywords):
        self.__dict__.update(keywords)

    def __repr__(self):
        return _namespace_repr(self)

    def __eq__(self, other):
        if isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented


_shown_namespaces = set()


def _namespace_repr(self):
    name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
    if id(self) in _shown_namespaces:
        return name + "(...)"
    _shown_namespaces.add(id(self))
    try:
        return name + "(" + ", ".join([f"{k}={v!r}" for k, v in self.__dict__.items()]) + ")"
    finally:
        _shown_namespaces.discard(id(self))


def new_class(name, bases=(), kwds=None, exec_body=None):
    resolved = resolve_bases(bases)
    keywords = dict(kwds or {})
    meta = keywords.pop("metaclass", None) or (type(resolved[0]) if resolved else type)
    namespace = meta.__prepare__(name, resolved, **keywords) if hasattr(meta, "__prepare__") else {}
    if exec_body is not None:
        exec_body(namespace)
    if resolved is not bases:
        namespace["__orig_bases__"] = bases
    return meta(name, resolved, namespace, **keywords)


def resolve_bases(bases):
    """The classes that bases such as List[int] stand for; the same tuple where all are classes."""
    found = []
    for base in bases:
        if isinstance(base, type) or not hasattr(base, "__mro_entries__"):
            found.append(base)
        else:
            found.extend(base.__mro_entries__(bases))
    return bases if len(found) == len(bases) and all(a is b for a, b in zip(found, bases)) else tuple(found)


def get_original_bases(cls, /):
    try:
        return cls.__dict__.get("__orig_bases__", cls.__bases__)
    except AttributeError:
        raise TypeError(f"Expected an instance of type, not {type(cls).__name__!r}") from None


class DynamicClassAttribute(property):
    pass


def coroutine(func):
    """Lets `await` take the generators of a generator function."""
    if not callable(func):
        raise TypeError("types.coroutine() expects a callable")
    if isinstance(func, FunctionType):
        flags = func.__code__.co_flags
        if flags & 0x180:
            return func
        if flags & 0x20:
            return _types.iterable_coroutine(func)
    import _coroutines

    return _coroutines.wrap_generators(func)
