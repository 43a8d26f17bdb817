from torch.utils._pytree import tree_leaves, tree_map


def associative_scan(combine_fn, xs, dim, reverse=False, combine_mode="pointwise"):
    """All the partial results of combining the rows of `xs` by a function of two rows, along `dim`."""
    import torch
    if not callable(combine_fn):
        raise ValueError(f"Combine_fn must be a callable, but got {combine_fn}")
    if combine_mode not in ("pointwise", "generic"):
        raise ValueError(f"Combine_mode must either 'pointwise' or 'generic', but got {combine_mode}")
    moved = tree_map(lambda elem: torch.movedim(elem, dim, 0), xs)
    if reverse:
        moved = tree_map(lambda elem: torch.flip(elem, [0]), moved)
    rows = [tree_map(lambda elem: elem[0], moved)]
    for i in range(1, len(tree_leaves(moved)[0])):
        rows.append(combine_fn(rows[-1], tree_map(lambda elem: elem[i], moved)))
    out = tree_map(lambda *column: torch.stack(column), *rows)
    if reverse:
        out = tree_map(lambda elem: elem.flip([0]), out)
    return tree_map(lambda elem: torch.movedim(elem, 0, dim), out)
