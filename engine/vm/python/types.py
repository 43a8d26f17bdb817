"""Names of the classes that have none in builtins, and SimpleNamespace."""
from _types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
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
    namespace = {}
    if exec_body is not None:
        exec_body(namespace)
    return type(name, bases, namespace)


class DynamicClassAttribute(property):
    pass
