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
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        return name + "(" + ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items()) + ")"

    def __eq__(self, other):
        if isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented


def new_class(name, bases=(), kwds=None, exec_body=None):
    namespace = {}
    if exec_body is not None:
        exec_body(namespace)
    return type(name, bases, namespace)


class DynamicClassAttribute(property):
    pass
