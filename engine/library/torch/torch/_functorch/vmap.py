# torch.vmap: the function runs once per example, its results are stacked.
import functools

import torch._C as _C
from torch._functorch import captured, levels
from torch.utils._pytree import tree_flatten, tree_unflatten


def is_compiling():
    """Answered by the tracer."""
    return False


def _name(func):
    return getattr(func, "__name__", None) or repr(func)


def _spread(value, spec):
    """A value for every leaf of spec: itself, or from a tree of the same form; None if the forms differ."""
    if not isinstance(value, (tuple, list, dict)):
        return [value] * spec.num_leaves
    if spec.type is None or type(value) is not spec.type or len(value) != len(spec.children_specs):
        return None
    flat = []
    for item, child in zip(value.values() if isinstance(value, dict) else value, spec.children_specs):
        part = _spread(item, child)
        if part is None:
            return None
        flat.extend(part)
    return flat


def _check(dim, tensor, where):
    if dim is None:
        return
    if not isinstance(dim, int):
        raise ValueError(f"{where}Got in_dim={dim} for an input but in_dim must be either an integer dimension or None.")
    if not isinstance(tensor, _C.Tensor):
        raise ValueError(f"{where}Got in_dim={dim} for an input but the input is of type {type(tensor)}. We cannot vmap over non-Tensor arguments, "
                         "please use None as the respective in_dim")
    if not -tensor.dim() <= dim < tensor.dim():
        raise ValueError(f"{where}Got in_dim={dim} for some input, but that input is a Tensor of dimensionality {tensor.dim()} so expected in_dim to satisfy "
                         f"-{tensor.dim()} <= in_dim < {tensor.dim()}.")


def _inputs(func, in_dims, args):
    """The leaves of the arguments, their dimensions, their form and the number of examples."""
    name = _name(func)
    if not isinstance(in_dims, (int, tuple, list)):
        raise ValueError(f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): expected `in_dims` to be int or a (potentially nested) tuple matching the structure "
                         f"of inputs, got: {type(in_dims)}.")
    if len(args) == 0:
        raise ValueError(f"vmap({name})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over a function with no inputs. "
                         "The latter is unsupported.")
    leaves, spec = tree_flatten(args)
    dims = _spread(tuple(in_dims) if isinstance(in_dims, list) else in_dims, spec)
    where = f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): "
    if dims is None:
        raise ValueError(f"{where}in_dims is not compatible with the structure of `inputs`. in_dims has structure {tree_flatten(in_dims)[1]!r} but inputs has "
                         f"structure {spec!r}.")
    for dim, leaf in zip(dims, leaves):
        _check(dim, leaf, where)
    sizes = [leaf.shape[dim] for dim, leaf in zip(dims, leaves) if dim is not None]
    if not sizes:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    for size in sizes:
        if size != sizes[0]:
            raise ValueError(f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for the mapped dimension")
    return leaves, dims, spec, sizes[0]


def _stacked(func, outs, out_dims):
    if type(out_dims) is int and all([type(out) is _C.Tensor for out in outs]):
        return _C.stack(outs, out_dims)
    flat = [tree_flatten(out) for out in outs]
    spec = flat[0][1]
    dims = _spread(out_dims, spec)
    if dims is None and isinstance(out_dims, tuple) and len(out_dims) == 1:
        dims = _spread(out_dims[0], spec) if spec.type is None else None
    name = _name(func)
    if dims is None:
        raise ValueError(f"vmap({name}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure of `outputs`. out_dims has structure "
                         f"{tree_flatten(out_dims)[1]!r} but outputs has structure {spec!r}.")
    results = []
    for k, dim in enumerate(dims):
        column = [leaves[k] for leaves, _ in flat]
        if dim is None:
            if isinstance(column[0], _C.Tensor) and len(column) > 1 and column[1] is not column[0]:
                raise ValueError(f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None")
            results.append(column[0])
        elif isinstance(column[0], _C.Tensor):
            results.append(_C.stack(column, dim))
        else:
            raise ValueError(f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(column[0])}. Did you mean to set out_dims= to None for output?")
    return tree_unflatten(results, spec)


def _examples(func, leaves, dims, spec, size, kwargs, randomness):
    outs = []
    state = _C.get_rng_state() if randomness == "same" else None
    before = _C._refuse_reads(True)
    levels.vmaps[0] += 1
    plain = all([child.type is None for child in spec.children_specs])  # each argument is a leaf
    pairs = list(zip(leaves, dims))
    try:
        for i in range(size):
            if state is not None:
                _C.set_rng_state(state)
            args = [leaf if dim is None else leaf.select(dim, i) for leaf, dim in pairs]
            outs.append(func(*(args if plain else tree_unflatten(args, spec)), **kwargs))
    finally:
        levels.vmaps[0] -= 1
        _C._refuse_reads(before)
    return outs


def check_randomness(randomness):
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    check_randomness(randomness)
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    def wrapped(*args, **kwargs):
        leaves, dims, spec, size = _inputs(func, in_dims, args)
        if is_compiling():
            return captured.vmap(leaves, dims, spec, size, func, out_dims, randomness, kwargs, _spread)
        if size == 0:  # one example of zeros tells the shapes
            empty = [leaf if dim is None else _C.zeros_like(leaf.movedim(dim, 0).sum(0)).unsqueeze(dim) for leaf, dim in zip(leaves, dims)]
            outs = _examples(func, empty, dims, spec, 1, kwargs, "different")
            whole, form = tree_flatten(_stacked(func, outs, 0))
            return tree_unflatten([t[:0] for t in whole], form)
        if randomness != "error":
            return _stacked(func, _examples(func, leaves, dims, spec, size, kwargs, randomness), out_dims)
        before = _C._refuse_draws(True)
        try:
            outs = _examples(func, leaves, dims, spec, size, kwargs, randomness)
        finally:
            _C._refuse_draws(before)
        return _stacked(func, outs, out_dims)
    return wrapped if is_compiling() else functools.wraps(func)(wrapped)
