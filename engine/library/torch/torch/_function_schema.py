# Operators' schemas as objects: names, types and defaults of arguments and results.
class _Argument:
    def __init__(self, name, type, has_default, default_value, kwarg_only):
        self.name, self.type, self.default_value, self.kwarg_only = name, type, default_value, kwarg_only
        self._has_default = has_default

    def has_default_value(self):
        return self._has_default


class FunctionSchema:
    def __init__(self, name, overload_name, text, is_mutable, arguments, returns):
        self.name, self.overload_name, self._text, self.is_mutable = name, overload_name, text, is_mutable
        self.arguments = [_Argument(*row) for row in arguments]
        self.returns = [_Argument(result, type, False, None, False) for result, type in returns]

    def __str__(self):
        return self._text

    __repr__ = __str__


FunctionSchema.__module__ = "torch"


def schemas_named(name):
    """The overloads of "aten::max", in the order to try them."""
    from _vitrine_script import operator_schemas
    return [FunctionSchema(name, *row) for row in operator_schemas(name)]


def schemas_of(packet):
    return schemas_named(f"{packet.namespace}::{packet.__name__}")
