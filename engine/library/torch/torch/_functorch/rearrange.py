# torch.func.rearrange: axes by name, split and merged as a pattern says ("b (h s) c -> b h (s c)").
import re


def _parse(text):
    """A list of names and of lists of names."""
    tokens = re.findall(r"\.\.\.|[A-Za-z_]\w*|\d+|[()]", text)
    axes, group = [], None
    for token in tokens:
        if token == "(":
            if group is not None:
                raise ValueError("brackets are one inside another in the expression")
            group = []
        elif token == ")":
            if group is None:
                raise ValueError("brackets are not balanced")
            axes.append(group)
            group = None
        else:
            (axes if group is None else group).append(token)
    if group is not None:
        raise ValueError("brackets are not balanced")
    return axes


def _names(axes):
    found = []
    for axis in axes:
        found += axis if isinstance(axis, list) else [axis]
    return found


def rearrange(tensor, pattern, **axes_lengths):
    if isinstance(tensor, (list, tuple)):
        from torch import stack
        tensor = stack(list(tensor))
    sides = pattern.split("->")
    if len(sides) != 2:
        raise ValueError("Pattern must contain a single '->' separator")
    left, right = _parse(sides[0]), _parse(sides[1])
    if "..." in left:
        at = left.index("...")
        extra = [f"...{i}" for i in range(tensor.dim() - len(left) + 1)]
        left[at:at + 1] = extra
        spread = []
        for axis in right:
            if axis == "...":
                spread += extra
            elif isinstance(axis, list):
                spread.append([n for name in axis for n in (extra if name == "..." else [name])])
            else:
                spread.append(axis)
        right = spread
    lengths = {name: size for name, size in axes_lengths.items()}
    if len(left) != tensor.dim():
        raise ValueError(f"Number of dimensions in pattern ({len(left)}) and in tensor ({tensor.dim()}) must be equal")
    for axis, size in zip(left, tensor.shape):
        if not isinstance(axis, list):
            lengths[axis] = size
            continue
        known, missing = 1, None
        for name in axis:
            if name in lengths:
                known *= lengths[name]
            else:
                missing = name
        if missing is not None:
            lengths[missing] = size // known
    source, wanted = _names(left), _names(right)
    for name in wanted:
        if name == "1" or name in source:
            continue
        raise ValueError(f"Identifiers only on one side of expression (should be on both): {{'{name}'}}")
    source = [name for name in source if name != "1"]
    whole = tensor.reshape([lengths[name] for name in source])
    order = [source.index(name) for name in wanted if name != "1"]
    sizes = []
    for axis in right:
        size = 1
        for name in axis if isinstance(axis, list) else [axis]:
            size *= 1 if name == "1" else lengths[name]
        sizes.append(size)
    return whole.permute(order).reshape(sizes)
