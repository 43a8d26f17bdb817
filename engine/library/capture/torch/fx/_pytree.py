# Flattening along a known structure: what generated code calls for structured arguments.
from collections import OrderedDict, defaultdict, namedtuple

from torch.utils._pytree import SUPPORTED_NODES

_flatten_specs = {}


def register_pytree_flatten_spec(cls, flatten_fn_spec, flatten_fn_exact_match_spec=None):
    _flatten_specs[cls] = flatten_fn_spec


def _children(tree, spec):
    if spec.type in _flatten_specs:
        return _flatten_specs[spec.type](tree, spec)
    if spec.type in (dict, OrderedDict):
        return [tree[key] for key in spec.context]
    if spec.type is defaultdict:
        return [tree[key] for key in spec.context[1]]
    if spec.type in (list, tuple, namedtuple) or spec.type not in SUPPORTED_NODES:
        return [tree[i] for i in range(spec.num_children)]  # a trace has proxies here
    return SUPPORTED_NODES[spec.type].flatten_fn(tree)[0]


def tree_flatten_spec(tree, spec):
    if spec.type is None:
        return [tree]
    return [leaf for part, child in zip(_children(tree, spec), spec.children_specs) for leaf in tree_flatten_spec(part, child)]
