from typing import Any

from _vitrine_fx import Node, map_leaves

Argument = Target = Any

base_types = (str, int, float, bool)


def map_aggregate(a, fn):
    return map_leaves(a, fn)


def map_arg(a, fn):
    return map_leaves(a, lambda x: fn(x) if isinstance(x, Node) else x)


_side_effectful_functions = set()


def has_side_effect(fn):
    _side_effectful_functions.add(fn)
    return fn
