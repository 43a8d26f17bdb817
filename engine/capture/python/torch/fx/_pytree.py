# Flattening along a known structure: what generated code calls for structured arguments.
def tree_flatten_spec(tree, spec):
    if spec.type is None:
        return [tree]
    if issubclass(spec.type, dict):
        return [leaf for key, child in zip(spec.context, spec.children_specs) for leaf in tree_flatten_spec(tree[key], child)]
    return [leaf for part, child in zip(tree, spec.children_specs) for leaf in tree_flatten_spec(part, child)]
