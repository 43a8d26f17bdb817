# Nested containers as a flat list of leaves. What is no registered container is a leaf; classes
# of a program become containers by register_pytree_node().
import dataclasses
import json
from collections import OrderedDict, defaultdict, deque, namedtuple

PyTree = Context = object


class NodeDef:
    """How one type of container comes apart and together again."""

    def __init__(self, type, flatten_fn, unflatten_fn, flatten_with_keys_fn=None, serialized_name=None):
        self.type = type
        self.flatten_fn = flatten_fn
        self.unflatten_fn = unflatten_fn
        self.flatten_with_keys_fn = flatten_with_keys_fn
        self.serialized_name = serialized_name


SUPPORTED_NODES = {}


# --- places of leaves -------------------------------------------------------------------------
@dataclasses.dataclass(frozen=True)
class SequenceKey:
    idx: int

    def __str__(self):
        return f"[{self.idx!r}]"

    def get(self, sequence):
        return sequence[self.idx]


@dataclasses.dataclass(frozen=True)
class MappingKey:
    key: object

    def __str__(self):
        return f"[{self.key!r}]"

    def get(self, mapping):
        return mapping[self.key]


@dataclasses.dataclass(frozen=True)
class GetAttrKey:
    name: str

    def __str__(self):
        return f".{self.name}"

    def get(self, obj):
        return getattr(obj, self.name)


def keystr(path):
    return "".join([str(key) for key in path])


def key_get(obj, path):
    for key in path:
        obj = key.get(obj)
    return obj


# --- containers -------------------------------------------------------------------------------
def is_namedtuple_class(cls):
    return isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields") and cls.__module__ != "torch.return_types"


def is_namedtuple_instance(obj):
    return is_namedtuple_class(type(obj))


def is_namedtuple(obj):
    return is_namedtuple_class(obj if isinstance(obj, type) else type(obj))


def _is_structseq(cls):
    # What ops return (torch.return_types.max) is made from one sequence.
    return cls.__module__ == "torch.return_types"


def _flatten_sequence(values):
    return list(values), None


def _flatten_with_indices(values):
    return [(SequenceKey(i), value) for i, value in enumerate(values)], None


def _flatten_mapping(d):
    return list(d.values()), list(d.keys())


def _flatten_with_mapping_keys(d):
    return [(MappingKey(key), value) for key, value in d.items()], list(d.keys())


def _register(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn, serialized_name):
    SUPPORTED_NODES[cls] = NodeDef(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn, serialized_name)


_register(tuple, _flatten_sequence, lambda values, context: tuple(values), _flatten_with_indices, "builtins.tuple")
_register(list, _flatten_sequence, lambda values, context: list(values), _flatten_with_indices, "builtins.list")
_register(dict, _flatten_mapping, lambda values, context: dict(zip(context, values)), _flatten_with_mapping_keys, "builtins.dict")
_register(OrderedDict, _flatten_mapping, lambda values, context: OrderedDict(zip(context, values)), _flatten_with_mapping_keys,
          "collections.OrderedDict")
_register(defaultdict, lambda d: (list(d.values()), [d.default_factory, list(d.keys())]),
          lambda values, context: defaultdict(context[0], zip(context[1], values)),
          lambda d: ([(MappingKey(key), value) for key, value in d.items()], [d.default_factory, list(d.keys())]), "collections.defaultdict")
_register(deque, lambda d: (list(d), d.maxlen), lambda values, context: deque(values, maxlen=context),
          lambda d: ([(SequenceKey(i), value) for i, value in enumerate(d)], d.maxlen), "collections.deque")
_register(namedtuple, lambda d: (list(d), type(d)), lambda values, context: context(*values),
          lambda d: ([(GetAttrKey(name), value) for name, value in zip(d._fields, d)], type(d)), "collections.namedtuple")
BUILTIN_TYPES = frozenset(SUPPORTED_NODES)


def register_pytree_node(cls, flatten_fn, unflatten_fn, *, serialized_type_name=None, to_dumpable_context=None, from_dumpable_context=None,
                         flatten_with_keys_fn=None):
    if cls in SUPPORTED_NODES:
        raise ValueError(f"{cls} is already registered as pytree node.")
    _register(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn, serialized_type_name)


_register_pytree_node = register_pytree_node


def register_dataclass(cls, *, field_names=None, drop_field_names=None, serialized_type_name=None):
    """The fields of a dataclass become its children; those that are None are left out."""
    if field_names is None:
        field_names = [field.name for field in dataclasses.fields(cls) if field.init]
    field_names = [name for name in field_names if name not in (drop_field_names or ())]

    def flatten(obj):
        held = [(name, getattr(obj, name)) for name in field_names]
        given = [name for name, value in held if value is not None]
        return [value for _, value in held if value is not None], [given, [name for name, value in held if value is None]]

    def flatten_with_keys(obj):
        values, context = flatten(obj)
        return [(GetAttrKey(name), value) for name, value in zip(context[0], values)], context

    def unflatten(values, context):
        return cls(**dict(zip(context[0], values)), **{name: None for name in context[1]})

    register_pytree_node(cls, flatten, unflatten, serialized_type_name=serialized_type_name, flatten_with_keys_fn=flatten_with_keys)


def register_constant(cls):
    """Objects of the class are part of the structure, not leaves."""
    register_pytree_node(cls, lambda obj: ([], obj), lambda values, context: context, flatten_with_keys_fn=lambda obj: ([], obj))


def _node_type(tree):
    """What the container is registered as; None for a leaf."""
    kind = type(tree)
    if kind in SUPPORTED_NODES:
        return kind
    if isinstance(tree, tuple):
        if is_namedtuple_class(kind):
            return namedtuple
        if _is_structseq(kind) or kind.__name__ == "Size":
            return kind
    return None


def _taken_apart(tree, kind):
    return SUPPORTED_NODES[kind].flatten_fn(tree) if kind in SUPPORTED_NODES else _flatten_sequence(tree)


def tree_is_leaf(tree, is_leaf=None):
    return (is_leaf is not None and is_leaf(tree)) or _node_type(tree) is None


# --- structures -------------------------------------------------------------------------------
class TreeSpec:
    def __init__(self, kind, context, children):
        self.type = kind
        self.context = context
        self.children_specs = children
        self.num_children = len(children)
        self.num_leaves = 1 if kind is None else sum([c.num_leaves for c in children])
        self.num_nodes = 1 + sum([c.num_nodes for c in children])

    def __eq__(self, other):
        if not isinstance(other, TreeSpec):
            return NotImplemented
        return self.type == other.type and self.context == other.context and self.children_specs == other.children_specs

    def __hash__(self):
        return hash((self.type, str(self.context), tuple(self.children_specs)))

    def __repr__(self, indent=0):
        if self.type is None:
            return "*"
        indent += 2
        children = (",\n" + " " * indent).join([c.__repr__(indent) for c in self.children_specs])
        return f"TreeSpec({self.type.__name__}, {self.context}, [{children}])"

    def is_leaf(self):
        return self.type is None

    def children(self):
        return list(self.children_specs)

    def child(self, index):
        return self.children_specs[index]

    def unflatten(self, leaves):
        leaves = list(leaves)
        if len(leaves) != self.num_leaves:
            raise ValueError(f"treespec.unflatten(leaves): `leaves` has length {len(leaves)} but the spec refers to a pytree that holds "
                             f"{self.num_leaves} items ({self}).")
        return _unflatten(iter(leaves), self)

    def flatten_up_to(self, tree):
        """The parts of another tree where this one has its leaves."""
        found = []
        _flatten_up_to(self, tree, found)
        return found


class LeafSpec(TreeSpec):
    def __init__(self):
        super().__init__(None, None, [])


_leaf = LeafSpec()


def treespec_leaf():
    return _leaf


def treespec_tuple(children=()):
    return TreeSpec(tuple, None, list(children))


def treespec_dict(mapping=()):
    mapping = dict(mapping)
    return TreeSpec(dict, list(mapping), list(mapping.values()))


def _flatten_up_to(spec, tree, found):
    if spec.type is None:
        found.append(tree)
        return
    kind = _node_type(tree)
    mapping = (dict, OrderedDict, defaultdict)
    if kind is not spec.type and not (spec.type in mapping and kind in mapping):
        raise ValueError(f"Node type mismatch; expected {spec.type!r}, but got {kind or type(tree)!r}.")
    children, context = _taken_apart(tree, kind)
    if len(children) != spec.num_children:
        raise ValueError(f"Node arity mismatch; expected {spec.num_children}, but got {len(children)}.")
    if spec.type in mapping:
        wanted = spec.context[1] if spec.type is defaultdict else spec.context
        if set(wanted) != set(tree):
            raise ValueError(f"Node keys mismatch; missing key(s): {[k for k in wanted if k not in tree]!r}; extra key(s): "
                             f"{[k for k in tree if k not in wanted]!r}.")
        children = [tree[key] for key in wanted]
    elif context != spec.context and spec.type is not deque:
        raise ValueError(f"Node context mismatch for custom node type {spec.type!r}.")
    for child_spec, child in zip(spec.children_specs, children):
        _flatten_up_to(child_spec, child, found)


def tree_flatten(tree, is_leaf=None):
    leaves = []
    spec = _flatten(tree, leaves, is_leaf)
    return leaves, spec


def _flatten(tree, leaves, is_leaf):
    kind = None if is_leaf is not None and is_leaf(tree) else _node_type(tree)
    if kind is None:
        leaves.append(tree)
        return _leaf
    children, context = _taken_apart(tree, kind)
    return TreeSpec(kind, context, [_flatten(child, leaves, is_leaf) for child in children])


def tree_unflatten(leaves, treespec):
    if not isinstance(treespec, TreeSpec):
        raise TypeError(f"Expected `treespec` to be an instance of PyTreeSpec but got item of type {type(treespec)}.")
    return treespec.unflatten(leaves)


def _unflatten(iterator, spec):
    if spec.type is None:
        return next(iterator)
    items = [_unflatten(iterator, child) for child in spec.children_specs]
    if spec.type in SUPPORTED_NODES:
        return SUPPORTED_NODES[spec.type].unflatten_fn(items, spec.context)
    return spec.type(items) if _is_structseq(spec.type) else tuple(items)


def tree_iter(tree, is_leaf=None):
    yield from tree_leaves(tree, is_leaf)


def tree_leaves(tree, is_leaf=None):
    return tree_flatten(tree, is_leaf)[0]


def arg_tree_leaves(*args, **kwargs):
    return tree_leaves((args, kwargs))


def tree_structure(tree, is_leaf=None):
    return tree_flatten(tree, is_leaf)[1]


def tree_map(func, tree, *rests, is_leaf=None):
    leaves, spec = tree_flatten(tree, is_leaf)
    others = [spec.flatten_up_to(rest) for rest in rests]
    return tree_unflatten([func(*group) for group in zip(leaves, *others)], spec)


def tree_map_(func, tree, *rests, is_leaf=None):
    """For what `func` does to the leaves; the tree comes back as it was."""
    tree_map(func, tree, *rests, is_leaf=is_leaf)
    return tree


def _tests(kind):
    """Types, or a function that says whether a leaf counts."""
    if isinstance(kind, (type, tuple)) or not callable(kind):
        return lambda x: isinstance(x, kind)
    return kind


def map_only(kind, /):
    counts = _tests(kind)

    def wrapper(func):
        return lambda x: func(x) if counts(x) else x

    return wrapper


def tree_map_only(kind, /, func, tree, is_leaf=None):
    return tree_map(map_only(kind)(func), tree, is_leaf=is_leaf)


def tree_map_only_(kind, /, func, tree, is_leaf=None):
    return tree_map_(map_only(kind)(func), tree, is_leaf=is_leaf)


def tree_all(pred, tree, is_leaf=None):
    return all([pred(leaf) for leaf in tree_leaves(tree, is_leaf)])


def tree_any(pred, tree, is_leaf=None):
    return any([pred(leaf) for leaf in tree_leaves(tree, is_leaf)])


def tree_all_only(kind, /, pred, tree, is_leaf=None):
    counts = _tests(kind)
    return all([pred(leaf) for leaf in tree_leaves(tree, is_leaf) if counts(leaf)])


def tree_any_only(kind, /, pred, tree, is_leaf=None):
    counts = _tests(kind)
    return any([pred(leaf) for leaf in tree_leaves(tree, is_leaf) if counts(leaf)])


def _leaves_with_path(path, tree, is_leaf):
    kind = None if is_leaf is not None and is_leaf(tree) else _node_type(tree)
    if kind is None:
        return [(path, tree)]
    if kind not in SUPPORTED_NODES:
        rows = _flatten_with_indices(tree)[0]
    elif SUPPORTED_NODES[kind].flatten_with_keys_fn is None:
        raise ValueError(f"Did not find a flatten_with_keys_fn for type: {kind}. Please pass a flatten_with_keys_fn argument to register_pytree_node.")
    else:
        rows = SUPPORTED_NODES[kind].flatten_with_keys_fn(tree)[0]
    return [found for key, child in rows for found in _leaves_with_path(path + (key,), child, is_leaf)]


def tree_leaves_with_path(tree, is_leaf=None):
    return _leaves_with_path((), tree, is_leaf)


def tree_flatten_with_path(tree, is_leaf=None):
    return tree_leaves_with_path(tree, is_leaf), tree_structure(tree, is_leaf)


def tree_map_with_path(func, tree, *rests, is_leaf=None):
    rows, spec = tree_flatten_with_path(tree, is_leaf)
    others = [spec.flatten_up_to(rest) for rest in rests]
    return spec.unflatten([func(*row, *group) for row, *group in zip(rows, *others)])


def _broadcast_to_and_flatten(tree, treespec, is_leaf=None):
    """The leaves of a tree that may stop short of the structure; None where it does not fit."""
    if tree_is_leaf(tree, is_leaf):
        return [tree] * treespec.num_leaves
    kind = _node_type(tree)
    children, context = _taken_apart(tree, kind)
    if kind is not treespec.type or len(children) != treespec.num_children or context != treespec.context:
        return None
    parts = [_broadcast_to_and_flatten(child, spec, is_leaf) for child, spec in zip(children, treespec.children_specs)]
    return None if any([part is None for part in parts]) else [leaf for part in parts for leaf in part]


class _Dot:
    def __repr__(self):
        return "*"


def treespec_pprint(spec):
    return repr(tree_unflatten([_Dot() for _ in range(spec.num_leaves)], spec))


# --- structures as text -----------------------------------------------------------------------
def _dumped(spec):
    if spec.type is None:
        return {"type": None, "context": None, "children_spec": []}
    name = SUPPORTED_NODES[spec.type].serialized_name if spec.type in SUPPORTED_NODES else None
    if name is None:
        raise NotImplementedError(f"No registered serialization name for {spec.type} found. Please update your _register_pytree_node call with a "
                                  "`serialized_type_name` kwarg.")
    return {"type": name, "context": json.dumps(spec.context), "children_spec": [_dumped(child) for child in spec.children_specs]}


def _loaded(record):
    if record["type"] is None:
        return _leaf
    kind = [node.type for node in SUPPORTED_NODES.values() if node.serialized_name == record["type"]][0]
    return TreeSpec(kind, json.loads(record["context"]), [_loaded(child) for child in record["children_spec"]])


def treespec_dumps(treespec, protocol=None):
    return json.dumps([1, _dumped(treespec)])


def treespec_loads(serialized):
    return _loaded(json.loads(serialized)[1])
