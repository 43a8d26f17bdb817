import types
from typing import Any

from _vitrine_fx import Node, map_leaves

Argument = Target = Any

base_types = (str, int, float, bool)


def map_aggregate(a, fn):
    return map_leaves(a, fn)


def _type_repr(obj):
    if isinstance(obj, type) and not hasattr(obj, "__args__"):
        return obj.__qualname__ if obj.__module__ == "builtins" else f"{obj.__module__}.{obj.__qualname__}"
    if obj is ...:
        return "..."
    return obj.__name__ if isinstance(obj, types.FunctionType) else repr(obj)


def map_arg(a, fn):
    if not callable(fn):
        raise AssertionError("torch.fx.map_arg(a, fn): fn must be a callable")
    return map_leaves(a, lambda x: fn(x) if isinstance(x, Node) else x)


_side_effectful_functions = set()


def has_side_effect(fn):
    _side_effectful_functions.add(fn)
    return fn
