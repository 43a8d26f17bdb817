# Nested containers as a flat list of leaves.
def _is_namedtuple(x):
    # What ops return (torch.return_types.max) is made from one sequence.
    return isinstance(x, tuple) and hasattr(x, "_fields") and type(x).__module__ != "torch.return_types"


class TreeSpec:
    def __init__(self, kind, context, children):
        self.type = kind
        self.context = context
        self.children_specs = children
        self.num_leaves = 1 if kind is None else sum([c.num_leaves for c in children])

    def __eq__(self, other):
        return self.type == other.type and self.context == other.context and self.children_specs == other.children_specs

    def __repr__(self, indent=0):
        if self.type is None:
            return "*"
        indent += 2
        children = (",\n" + " " * indent).join([c.__repr__(indent) for c in self.children_specs])
        return f"TreeSpec({self.type.__name__}, {self.context if self.context not in (True, False) else None}, [{children}])"


def tree_flatten(tree, is_leaf=None):
    leaves = []
    spec = _flatten(tree, leaves, is_leaf)
    return leaves, spec


def _flatten(tree, leaves, is_leaf):
    if is_leaf is not None and is_leaf(tree):
        leaves.append(tree)
        return TreeSpec(None, None, [])
    if isinstance(tree, dict):
        return TreeSpec(type(tree), list(tree.keys()), [_flatten(v, leaves, is_leaf) for v in tree.values()])
    if isinstance(tree, (list, tuple)):
        return TreeSpec(type(tree), _is_namedtuple(tree), [_flatten(v, leaves, is_leaf) for v in tree])
    leaves.append(tree)
    return TreeSpec(None, None, [])


def tree_unflatten(leaves, spec):
    iterator = iter(leaves)
    return _unflatten(iterator, spec)


def _unflatten(iterator, spec):
    if spec.type is None:
        return next(iterator)
    items = [_unflatten(iterator, child) for child in spec.children_specs]
    if issubclass(spec.type, dict):
        return spec.type(zip(spec.context, items))
    if spec.context is True:
        return spec.type(*items)
    return spec.type(items)


class _Dot:
    def __repr__(self):
        return "*"


def treespec_pprint(spec):
    return repr(tree_unflatten([_Dot() for _ in range(spec.num_leaves)], spec))


def tree_leaves(tree, is_leaf=None):
    return tree_flatten(tree, is_leaf)[0]


def tree_map(func, tree, *rests, is_leaf=None):
    leaves, spec = tree_flatten(tree, is_leaf)
    others = [tree_flatten(r)[0] for r in rests]
    return tree_unflatten([func(*group) for group in zip(leaves, *others)], spec)


def tree_map_only(kind, func, tree):
    return tree_map(lambda x: func(x) if isinstance(x, kind) else x, tree)
