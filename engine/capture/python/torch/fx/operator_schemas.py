# Calls in one form: defaults filled in, arguments by position or all by name.
import types
from typing import NamedTuple

import torch
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


def normalize_function(target, args, kwargs=None, arg_types=None, kwarg_types=None, normalize_to_only_use_kwargs=False):
    rows = _function_rows(target)
    return None if rows is None else _bound(rows, tuple(args), dict(kwargs or {}), normalize_to_only_use_kwargs)


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
