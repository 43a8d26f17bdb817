# Calls in one form: defaults filled in, arguments by position or all by name.
import inspect
import numbers
import types
import typing
from typing import Any, List, NamedTuple, Optional, Tuple

import torch
from torch._function_schema import schemas_named, schemas_of
from torch.fx._functional_signatures import parameters_of
from _vitrine_fx import function_parameters


class ArgsKwargsPair(NamedTuple):
    args: tuple
    kwargs: dict


def _bound(parameters, args, kwargs, only_kwargs):
    """`parameters` are (name, has default, default). None if the arguments do not fit."""
    if len(args) > len(parameters) or any([name not in [p[0] for p in parameters] for name in kwargs]):
        return None
    values = dict(zip([p[0] for p in parameters], args))
    if any([name in values for name in kwargs]):
        return None
    values.update(kwargs)
    for name, has_default, default in parameters:
        if name not in values:
            if not has_default:
                return None
            values[name] = default
    by_position = () if only_kwargs else tuple(args)
    return ArgsKwargsPair(by_position, {p[0]: values[p[0]] for p in parameters[len(by_position):]})


def _function_rows(target):
    """The parameters of a function of the language; None for operators, whose overloads decide."""
    name = getattr(target, "__name__", "")
    if target is torch.nn.functional.linear:
        return [("input", False, None), ("weight", False, None), ("bias", True, None)]
    if getattr(torch.nn.functional, name, None) is target and parameters_of(name) is not None:
        return parameters_of(name)
    if not isinstance(target, types.FunctionType):
        return None
    rows = function_parameters(target)
    return None if any([p[1] in ("*", "**") for p in rows]) else [(p[0], p[2], p[3]) for p in rows]


_TYPES = {"Tensor": torch.Tensor, "number": numbers.Number, "int": int, "float": float, "bool": bool, "str": str, "complex": complex,
          "Device": torch.device, "Any": Any, "NoneType": type(None), "t": typing.TypeVar("t")}


def _python_type(text):
    """The type that a schema names: "Optional[List[int]]"."""
    for head, made in (("Optional[", Optional), ("List[", List)):
        if text.startswith(head):
            return made[_python_type(text[len(head):-1])]
    return _TYPES.get(text, Any)


def _signature(schema):
    parameters = []
    for argument in schema.arguments:
        kind = inspect.Parameter.KEYWORD_ONLY if argument.kwarg_only else inspect.Parameter.POSITIONAL_OR_KEYWORD
        name = {"self": "input", "from": "from_"}.get(argument.name, argument.name)
        default = argument.default_value if argument.has_default_value() else inspect.Parameter.empty
        parameters.append(inspect.Parameter(name, kind, default=default, annotation=_python_type(argument.type)))
    returns = [_python_type(result.type) for result in schema.returns]
    returned = None if not returns else returns[0] if len(returns) == 1 else Tuple[tuple(returns)]
    return inspect.Signature(parameters, return_annotation=returned)


def _schemas(op):
    if type(op).__name__ == "OpOverload":
        return [op._schema]
    if type(op).__name__ == "OpOverloadPacket":
        return schemas_of(op)
    name = getattr(op, "__name__", "")
    homes = (torch, torch._C._nn, torch.nn.functional)
    known = isinstance(op, types.BuiltinFunctionType) and any([getattr(home, name, None) is op for home in homes])
    return schemas_named(f"aten::{name}") if known else []


def get_signature_for_torch_op(op, return_schemas=False):
    found = _schemas(op) or None
    signatures = [_signature(schema) for schema in found] if found else None
    return (signatures, found) if return_schemas else signatures


def check_for_mutable_operation(target, args, kwargs):
    signatures, schemas = get_signature_for_torch_op(target, return_schemas=True)
    fitting = [schema for signature, schema in zip(signatures or [], schemas or []) if _binds(signature, args, kwargs)]
    if fitting and fitting[0].is_mutable:
        raise RuntimeError(f"Tried to trace mutable operation {fitting[0]}. FX only supports functional code, so operations that mutate operands "
                           "in-place (e.g. via `out` arguments) are not supported")


def _binds(signature, args, kwargs):
    try:
        signature.bind(*args, **kwargs)
        return True
    except TypeError:
        return False


def type_matches(signature_type, argument_type):
    """Whether a value of the argument's type may stand where the signature has this one."""
    if signature_type is argument_type or signature_type is Any:
        return True
    origin, arguments = typing.get_origin(signature_type), typing.get_args(signature_type)
    if origin is typing.Union:
        return any([type_matches(member, argument_type) for member in arguments])
    if origin is list:
        if arguments[0] is int and argument_type is int:
            return True
        given = typing.get_args(argument_type)
        return typing.get_origin(argument_type) in (list, tuple) and all([type_matches(arguments[0], item) for item in given])
    if signature_type is numbers.Number and argument_type in (int, float):
        return True
    return isinstance(argument_type, type) and isinstance(signature_type, type) and issubclass(argument_type, signature_type)


def _types_fit(signature, arg_types, kwarg_types):
    bound = signature.bind(*(arg_types or ()), **(kwarg_types or {}))
    return all([type_matches(signature.parameters[name].annotation, given) for name, given in bound.arguments.items()])


def _fitting(target, args, kwargs, arg_types, kwarg_types):
    """The one signature of an operator that takes these arguments; None if there is none."""
    fitting = [signature for signature in get_signature_for_torch_op(target) or [] if _binds(signature, args, kwargs)]
    if len(fitting) > 1 and arg_types is None and kwarg_types is None:
        module = "torch._VariableFunctionsClass" if getattr(torch, getattr(target, "__name__", ""), None) is target else target.__module__
        texts = "\n".join([str(signature) for signature in fitting])
        raise RuntimeError(f"Tried to normalize arguments to {module}.{target.__name__} but the schema match was ambiguous! Please provide argument "
                           f"types to the normalize_arguments() call. Available schemas:\n{texts}")
    if len(fitting) > 1:
        fitting = [signature for signature in fitting if _types_fit(signature, arg_types, kwarg_types)]
    return fitting[0] if fitting else None


def normalize_function(target, args, kwargs=None, arg_types=None, kwarg_types=None, normalize_to_only_use_kwargs=False):
    args, kwargs = tuple(args), dict(kwargs or {})
    rows = _function_rows(target)
    if rows is None:
        signature = _fitting(target, args, kwargs, arg_types, kwarg_types)
        if signature is None:
            return None
        rows = [(p.name, p.default is not inspect.Parameter.empty, p.default) for p in signature.parameters.values()]
    return _bound(rows, args, kwargs, normalize_to_only_use_kwargs)


def normalize_module(root, target, args, kwargs=None, normalize_to_only_use_kwargs=False):
    try:
        module = root.get_submodule(target)
    except AttributeError as e:
        raise RuntimeError(f"Tried to normalize node with target {target} but root did not have that target!") from e
    if getattr(torch.nn, type(module).__name__, None) is not type(module):
        return None
    rows = [(p[0], p[2], p[3]) for p in function_parameters(module.forward) if p[1] in ("", "keyword")]
    return _bound(rows, tuple(args), dict(kwargs or {}), normalize_to_only_use_kwargs)


def normalized_arguments(node, root, arg_types=None, kwarg_types=None, normalize_to_only_use_kwargs=False):
    """Node.normalized_arguments."""
    if node.op == "call_function":
        return normalize_function(node.target, node.args, node.kwargs, arg_types, kwarg_types, normalize_to_only_use_kwargs)
    if node.op == "call_module":
        return normalize_module(root, node.target, node.args, node.kwargs, normalize_to_only_use_kwargs)
    return None
