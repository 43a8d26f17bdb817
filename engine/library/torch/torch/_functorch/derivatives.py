# Derivatives of functions of trees of tensors: reverse mode is the tape, forward mode the tape
# of the backward pass (the derivative of a vector-Jacobian product by its vector).
import functools

import torch._C as _C
from torch._functorch import captured
from torch._functorch.levels import derivatives as _depth  # inside another transform, results stay on the tape
from torch._functorch.primitives import leaf_variables
from torch._functorch.vmap import check_randomness, is_compiling
from torch.utils._pytree import tree_flatten, tree_map, tree_unflatten, treespec_pprint


def _tensors(tree, where):
    leaves, spec = tree_flatten(tree)
    for leaf in leaves:
        if not isinstance(leaf, _C.Tensor):
            raise RuntimeError(f"{where}, got unsupported type {type(leaf)}")
    return leaves, spec


def _outputs(out, where):
    leaves, _ = tree_flatten(out)
    if not leaves or (len(leaves) == 1 and leaves[0] is None):
        raise RuntimeError(f"{where}: Expected f to be a function that has non-empty output (got output = {leaves})")
    return _tensors(out, f"{where}: expected f(*primals) to return only tensors")


def _own(tree):
    """The tree over tensors of this transform's own, and these."""
    leaves, spec = tree_flatten(tree)
    for leaf in leaves:
        if not isinstance(leaf, _C.Tensor):
            raise ValueError(f"Thing passed to transform API must be Tensor, got {type(leaf)}")
    fresh = _with_grad(lambda: [leaf.view_as(leaf) if leaf.requires_grad else _private(leaf) for leaf in leaves])
    return tree_unflatten(fresh, spec), fresh


_detached = [lambda tensor: tensor.detach()]  # a recorder marks leaves, to leave them out of its graph


def _private(tensor):
    """A leaf of a transform: what comes of it later is no part of a graph of the program's."""
    leaf = _detached[0](tensor).requires_grad_()
    leaf._transform_leaf = True
    return leaf


def _with_grad(func):
    """The program's no_grad around a transform says what becomes of the results, not how they are computed."""
    before = _C.is_grad_enabled()
    _C._set_grad_enabled(True)
    try:
        return func()
    finally:
        _C._set_grad_enabled(before)


def _run(func, args, kwargs):
    _depth[0] += 1
    _C._set_transform_depth(_depth[0])
    try:
        return _with_grad(lambda: func(*args, **kwargs))
    finally:
        _depth[0] -= 1
        _C._set_transform_depth(_depth[0])


def _named_after(func, wrapper):
    return wrapper if is_compiling() else functools.wraps(func)(wrapper)


def _reaches_others(outs, own):
    """Whether a tensor that is not one of ours, but requires a gradient, went into outs."""
    ours = [id(t) for t in own]
    return any([id(leaf) not in ours and not hasattr(leaf, "_transform_leaf") for leaf in leaf_variables([out.grad_fn for out in outs if out.requires_grad])])


def _stays(outs, own):
    """Whether results of this transform are part of a graph outside of it."""
    return _C.is_grad_enabled() and _belongs(outs, own)


def _belongs(outs, own):
    return _depth[0] > 0 or any([t.grad_fn is not None for t in own]) or _reaches_others(outs, own)


def _cut(tree, stays):
    return tree if stays else tree_map(lambda t: t.detach() if isinstance(t, _C.Tensor) else t, tree)


def _with_aux(result, where):
    if not (isinstance(result, tuple) and len(result) == 2):
        raise RuntimeError(f"{where}: output of function f should be a tuple: (output, aux) if has_aux is True")
    _tensors(result[1], "Expected tensors")
    return result


def _chosen(argnums, args):
    if not isinstance(argnums, (int, tuple)):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    numbers = argnums if isinstance(argnums, tuple) else (argnums,)
    if isinstance(argnums, tuple) and len(argnums) == 0:
        raise RuntimeError("argnums must be non-empty")
    for n in numbers:
        if not isinstance(n, int):
            raise RuntimeError(f"argnum must be int, got: {type(n)}")
        if not -len(args) <= n < len(args):
            raise RuntimeError(f"Got argnum={n}, but only {len(args)} positional inputs")
    places = [n % len(args) for n in numbers]
    if len(set(places)) != len(places):
        raise RuntimeError(f"argnums elements must be unique, got {tuple(places)}")
    return places


def _split(values, specs):
    trees, at = [], 0
    for spec in specs:
        trees.append(tree_unflatten(values[at:at + spec.num_leaves], spec))
        at += spec.num_leaves
    return tuple(trees)


def grad_and_value(func, argnums=0, has_aux=False):
    def wrapper(*args, **kwargs):
        if is_compiling():
            return captured.grad_and_value(func, argnums, has_aux, args, kwargs)
        args = list(args)
        where, own, specs = "grad_and_value(f)(*args)", [], []
        for i in _chosen(argnums, args):
            args[i], leaves = _own(args[i])
            own.extend(leaves)
            specs.append(tree_flatten(args[i])[1])
        out, aux = _run(func, args, kwargs), None
        if has_aux:
            out, aux = _with_aux(out, where)
        if not isinstance(out, _C.Tensor):
            raise RuntimeError(f"{where}: Expected f(*args) to return a Tensor, got {type(out)}")
        if out.dim() != 0:
            raise RuntimeError(f"{where}: Expected f(*args) to return a scalar Tensor, got tensor with {out.dim()} dims. "
                               "Maybe you wanted to use the vjp or jacrev APIs instead?")
        stays = _stays([out], own)
        grads = _products([out], own, [None], stays)
        result = _split(grads, specs)
        value = _cut((out, aux) if has_aux else out, stays)
        return (result if isinstance(argnums, tuple) else result[0]), value
    return _named_after(func, wrapper)


def grad(func, argnums=0, has_aux=False):
    both = grad_and_value(func, argnums, has_aux)

    def wrapper(*args, **kwargs):
        result, value = both(*args, **kwargs)
        return (result, value[1]) if has_aux else result
    return _named_after(func, wrapper)


def _products(outs, own, cotangents, stays):
    """The cotangents' product with the Jacobian; zeros where nothing depends."""
    pairs = [(o, c) for o, c in zip(outs, cotangents) if o.requires_grad]
    if not pairs:
        return [_C.zeros_like(t) for t in own]
    with_seed = [c for _, c in pairs] if pairs[0][1] is not None else None
    return list(_C._grad([o for o, _ in pairs], own, with_seed, retain_graph=True, create_graph=stays, allow_unused=True, materialize_grads=True))


def vjp(func, *primals, has_aux=False):
    if is_compiling():
        return captured.vjp(func, primals, has_aux)
    args, own, specs = [], [], []
    for primal in primals:
        fresh, leaves = _own(primal)
        args.append(fresh)
        own.extend(leaves)
        specs.append(tree_flatten(fresh)[1])
    out, aux = _run(func, args, {}), None
    if has_aux:
        out, aux = _with_aux(out, "vjp(f, *primals)")
    outs, form = _outputs(out, "vjp(f, *primals)")
    belongs, stays = _belongs(outs, own), _stays(outs, own)

    def pull(cotangents, retain_graph=True, create_graph=None):
        given, spec = tree_flatten(cotangents)
        if spec != form:
            raise RuntimeError("Expected pytree structure of cotangents to be the same as pytree structure of outputs to the function. "
                               f"cotangents: {treespec_pprint(spec)}, primal output: {treespec_pprint(form)}")
        return _split(_products(outs, own, given, _C.is_grad_enabled() and (belongs or _depth[0] > 0)), specs)
    result = _cut(out, stays), pull
    return result + (_cut(aux, stays),) if has_aux else result


def _push(outs, own, tangents, stays):
    """The Jacobian's products with each list of tangents."""
    through = [o for o in outs if o.requires_grad]
    if not through:
        return [[_C.zeros_like(o) for o in outs] for _ in tangents]
    before = _C.is_grad_enabled()
    _C._set_grad_enabled(True)
    try:
        vectors = [_C.zeros_like(o).requires_grad_() for o in through]
        pulled = _C._grad(through, own, vectors, create_graph=True, allow_unused=True, materialize_grads=True)
        kept = [i for i, g in enumerate(pulled) if g.requires_grad]
        rows = []
        for given in tangents:
            if kept:
                row = _C._grad([pulled[i] for i in kept], vectors, [given[i] for i in kept], retain_graph=True, create_graph=stays, allow_unused=True,
                               materialize_grads=True)
            else:
                row = vectors
            row = iter([t if stays else t.detach() for t in row])
            rows.append([next(row) if o.requires_grad else _C.zeros_like(o) for o in outs])
        return rows
    finally:
        _C._set_grad_enabled(before)


def _depends(out, own):
    if not out.requires_grad:
        return False
    return any([g is not None for g in _C._grad([out], own, [_C.ones_like(out)], retain_graph=True, allow_unused=True)])


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    if is_compiling():
        return captured.jvp(func, primals, tangents, has_aux)
    where = "jvp(f, primals, tangents)"
    if not isinstance(primals, tuple):
        raise RuntimeError(f"{where}: Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    leaves, spec = tree_flatten(primals)
    given, given_spec = tree_flatten(tangents)
    if spec != given_spec:
        raise RuntimeError(f"{where}: Expected primals and tangents to have the same python structure. For example, if primals is a tuple of 3 tensors, tangents "
                           f"also must be. Got primals with structure {spec!r} and tangents with structure {given_spec!r}")
    if len(leaves) == 0:
        raise RuntimeError(f"{where}: Expected primals to contain at least one Tensor.")
    for what, tensors in (("primals", leaves), ("tangents", given)):
        for tensor in tensors:
            if not isinstance(tensor, _C.Tensor):
                raise RuntimeError(f"{where}: Expected {what} to only contain Tensors, got {type(tensor)}")
    for primal, tangent in zip(leaves, given):
        if primal.shape != tangent.shape:
            raise RuntimeError("Trying to set a forward gradient that has a different size than that of the original Tensor, this is not supported. Tensor is of "
                               f"size {list(primal.shape)} while the given forward gradient is of size {list(tangent.shape)}.")
    args, own = _own(primals)
    out, aux = _run(func, args, {}), None
    if has_aux:
        out, aux = _with_aux(out, where)
    outs, form = _outputs(out, where)
    if strict and not all([_depends(o, own) for o in outs]):
        raise RuntimeError("jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. This is not allowed with strict=True.")
    stays = _C.is_grad_enabled() and (_belongs(outs, own) or any([t.requires_grad for t in given]))
    result = _cut(out, stays), tree_unflatten(_push(outs, own, [given], stays)[0], form)
    return result + (_cut(aux, stays),) if has_aux else result


def linearize(func, *primals):
    args, own = _own(primals)
    out = _run(func, args, {})
    outs, form = _tensors(out, "linearize(f, *primals): expected f(*primals) to return only tensors")
    stays = _stays(outs, own)

    def apply(*tangents):
        given, spec = tree_flatten(tangents)
        if spec != tree_flatten(primals)[1]:
            raise RuntimeError(f"Expected the tangents {spec!r} to have the same structure as the primals {tree_flatten(primals)[1]!r}")
        for i, (tangent, primal) in enumerate(zip(given, tree_flatten(primals)[0])):
            if tangent.shape != primal.shape:
                raise RuntimeError(f"tangent:{i} with shape {tangent.shape} in flattened pytree doesn't match the shape {primal.shape} of the corresponding primal.")
        return tree_unflatten(_push(outs, own, [given], stays)[0], form)
    return _cut(out, stays), apply


def _jacobian(func, argnums, has_aux, where, rows_of, traced):
    """rows_of(outs, own, stays): for each output, its Jacobian by each of our tensors."""
    def wrapper(*args, **kwargs):
        if is_compiling():
            return traced(lambda *primals: func(*primals, **kwargs), argnums, has_aux, args)
        args = list(args)
        own, specs = [], []
        for i in _chosen(argnums, args):
            args[i], leaves = _own(args[i])
            own.extend(leaves)
            specs.append(tree_flatten(args[i])[1])
        out, aux = _run(func, args, kwargs), None
        if has_aux:
            out, aux = _with_aux(out, where)
        outs, form = _tensors(out, f"{where}: expected f(*primals) to return only tensors")
        stays = _stays(outs, own)
        per_out = []
        for blocks in rows_of(outs, own, stays):
            trees = _split(blocks, specs)
            per_out.append(trees if isinstance(argnums, tuple) else trees[0])
        result = tree_unflatten(per_out, form)
        return (result, _cut(aux, stays)) if has_aux else result
    return wrapper


def _backward_rows(outs, own, stays):
    for out in outs:
        rows = [_products([element], own, [None], stays) for element in _with_grad(lambda: list(out.reshape(-1)))]
        yield [_C.stack([row[i] for row in rows]).reshape(tuple(out.shape) + tuple(x.shape)) if rows else x.new_zeros(tuple(out.shape) + tuple(x.shape))
               for i, x in enumerate(own)]


def _forward_rows(outs, own, stays):
    columns = []
    for i, x in enumerate(own):
        basis = []
        for j in range(x.numel()):
            unit = [_C.zeros_like(t) for t in own]
            unit[i].view(-1)[j] = 1
            basis.append(unit)
        pushed = _push(outs, own, basis, stays)
        columns.append([_C.stack([row[k] for row in pushed], -1).reshape(tuple(out.shape) + tuple(x.shape)) for k, out in enumerate(outs)])
    for k in range(len(outs)):
        yield [column[k] for column in columns]


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")
    return _jacobian(func, argnums, has_aux, "vjp(f, *primals)", _backward_rows, captured.jacrev)


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    check_randomness(randomness)
    return _jacobian(func, argnums, has_aux, "jvp(f, primals, tangents)", _forward_rows,
                     lambda *given: captured.jacfwd(*given, randomness))


def hessian(func, argnums=0):
    return jacfwd(jacrev(func, argnums), argnums)
