# Transforms as dynamo traces them: the nodes that PyTorch's graphs have, in their order.
# Outside of captured code they are in derivatives.py and vmap.py.
import torch._C as _C
from torch._functorch import primitives as p
from torch.utils._pytree import tree_flatten, tree_map, tree_unflatten, treespec_pprint

_NO_HOOKS = "torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. Please open an issue with your use case."


def _nest(kind, change):
    """How deep transforms of a kind are nested, told by the tracer."""
    return 0


def _enter_grad():
    _nest("hooks", 1)
    p._saved_tensors_hooks_disable(_NO_HOOKS)
    p._grad_increment_nesting()
    return _nest("level", 1)


def _leave_grad():
    p._grad_decrement_nesting()
    _nest("level", -1)
    if _nest("hooks", -1) > 0:
        p._saved_tensors_hooks_disable(_NO_HOOKS)
    else:
        p._saved_tensors_hooks_enable()


def _wrap(tree, level):
    return tree_map(lambda t: p._wrap_for_grad(t, level) if isinstance(t, _C.Tensor) else t, tree)


def _differentiable(tree):
    def require(tensor):
        if not isinstance(tensor, _C.Tensor):
            raise ValueError(f"Thing passed to transform API must be Tensor, got {type(tensor)}")
        p.set_inplace_requires_grad_allowed(True)
        tensor = p._set_tensor_requires_grad(tensor)
        p.set_inplace_requires_grad_allowed(False)
        return tensor
    return tree_map(require, tree)


def _unwrap(tree, level):
    def cut(tensor):
        if not isinstance(tensor, _C.Tensor):
            raise RuntimeError(f"Expected tensors, got unsupported type {type(tensor)}")
        return p._unwrap_for_grad(tensor, level)
    return tree_map(cut, tree)


def _numbers(argnums, args):
    if not isinstance(argnums, (int, tuple)):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    numbers = argnums if isinstance(argnums, tuple) else (argnums,)
    if len(numbers) == 0:
        raise RuntimeError("argnums must be non-empty")
    for n in numbers:
        if not -len(args) <= n < len(args):
            raise RuntimeError(f"Got argnum={n}, but only {len(args)} positional inputs")
    return [n % len(args) for n in numbers]


def _chosen(argnums, args):
    picked = tuple([args[n] for n in _numbers(argnums, args)])
    return picked if isinstance(argnums, tuple) else picked[0]


def _parts(result, has_aux, where):
    if not has_aux:
        return result, None
    if not (isinstance(result, tuple) and len(result) == 2):
        raise RuntimeError(f"{where}: output of function f should be a tuple: (output, aux) if has_aux is True")
    return result


def _only_tensors(tree, where):
    leaves, spec = tree_flatten(tree)
    if len(leaves) == 0:
        raise RuntimeError(f"{where}: Expected f to be a function that has non-empty output (got output = {tree})")
    for leaf in leaves:
        if not isinstance(leaf, _C.Tensor):
            raise RuntimeError(f"{where}: expected f(*primals) to return only tensors, got unsupported type {type(leaf)}")
    return leaves, spec


def grad_and_value(func, argnums, has_aux, args, kwargs):
    level = _enter_grad()
    try:
        return _grad_and_value(func, argnums, has_aux, args, kwargs, level)
    finally:
        _leave_grad()


def _grad_and_value(func, argnums, has_aux, args, kwargs, level):
    where = "grad_and_value(f)(*args)"
    with _C_enable_grad():
        args = _wrap(args, level)
        kwargs = _wrap(kwargs, level)
        chosen = _chosen(argnums, args)
        _differentiable(chosen)
        output, aux = _parts(func(*args, **kwargs), has_aux, where)
        if not isinstance(output, _C.Tensor):
            raise RuntimeError(f"{where}: Expected f(*args) to return a Tensor, got {type(output)}")
        if output.dim() != 0:
            raise RuntimeError(f"{where}: Expected f(*args) to return a scalar Tensor, got tensor with {output.dim()} dims. "
                               "Maybe you wanted to use the vjp or jacrev APIs instead?")
        leaves, spec = tree_flatten(chosen)
        grads = tree_unflatten(list(p._autograd_grad((output,), leaves, create_graph=True)), spec)
        grads = _unwrap(grads, level)
        output = _unwrap(output, level)
        if has_aux:
            aux = _unwrap(aux, level)
    return grads, ((output, aux) if has_aux else output)


def _C_enable_grad():
    from torch.autograd.grad_mode import enable_grad
    return enable_grad()


def vjp(func, primals, has_aux=False, argnums=None):
    level = _enter_grad()
    try:
        return _vjp(func, primals, has_aux, argnums, level)
    finally:
        _leave_grad()


def _vjp(func, primals, has_aux, argnums, level):
    with _C_enable_grad():
        primals = _wrap(primals, level)
        chosen = _differentiable(primals) if argnums is None else _chosen(argnums, primals)
        if argnums is not None:
            _differentiable(chosen)
        out, aux = _parts(func(*primals), has_aux, "vjp(f, *primals)")
        if has_aux:
            aux = _unwrap(aux, level)
        outs, form = _only_tensors(out, "vjp(f, *primals)")
        own, spec = tree_flatten(chosen)
        results = _unwrap(out, level)

    def pull(cotangents, retain_graph=True, create_graph=None):
        if create_graph is None:
            create_graph = _C.is_grad_enabled()
        given, given_spec = tree_flatten(cotangents)
        if given_spec != form:
            raise RuntimeError("Expected pytree structure of cotangents to be the same as pytree structure of outputs to the function. "
                               f"cotangents: {treespec_pprint(given_spec)}, primal output: {treespec_pprint(form)}")
        return tree_unflatten(list(p._autograd_grad(outs, own, given, retain_graph=retain_graph, create_graph=create_graph)), spec)
    return (results, pull, aux) if has_aux else (results, pull)


def jvp(func, primals, tangents, has_aux=False, argnums=None):
    where = "jvp(f, primals, tangents)"
    if not isinstance(primals, tuple):
        raise RuntimeError(f"{where}: Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    chosen = primals if argnums is None else _chosen(argnums, primals)
    leaves, spec = tree_flatten(chosen)
    given, given_spec = tree_flatten(tangents)
    if spec != given_spec:
        raise RuntimeError(f"{where}: Expected primals and tangents to have the same python structure. For example, if primals is a tuple of 3 tensors, tangents "
                           f"also must be. Got primals with structure {spec} and tangents with structure {given_spec}")
    p._jvp_increment_nesting()
    level = _nest("level", 1)
    outermost = _nest("jvp", 1) == 1
    p._set_fwd_grad_enabled(True)
    if outermost:
        p._enter_dual_level()
    duals = []
    for primal, tangent in zip(leaves, given):
        p._maybe_load_decompositions()
        duals.append(p._make_dual(primal, tangent, level=0))
    duals = tree_unflatten(duals, spec)
    if argnums is not None:
        primals = list(_wrap(primals, level))
        numbers = _numbers(argnums, primals)
        for n, dual in zip(numbers, duals if isinstance(argnums, tuple) else (duals,)):
            primals[n] = dual
        duals = tuple(primals)
    out, aux = _parts(func(*duals), has_aux, where)
    if has_aux:
        aux = _unwrap(aux, level)
    outs, form = _only_tensors(out, where)
    pairs = [tuple(p._unpack_dual(o, level=0)) for o in outs]
    values = [p._unwrap_for_grad(v, level) for v, _ in pairs]
    pushed = [p._unwrap_for_grad(t, level) for _, t in pairs]
    if outermost:
        p._exit_dual_level(level=0)
    p._set_fwd_grad_enabled(True)
    p._jvp_decrement_nesting()
    _nest("level", -1)
    _nest("jvp", -1)
    result = tree_unflatten(values, form), tree_unflatten(pushed, form)
    return result + (aux,) if has_aux else result


def vmap(leaves, dims, spec, size, func, out_dims, randomness, kwargs, spread):
    p.lazy_load_decompositions()
    p._vmap_increment_nesting(size, randomness)
    level = _nest("level", 1)
    _nest(randomness, 1)
    try:
        return _mapped(leaves, dims, spec, size, func, out_dims, kwargs, spread, level)
    finally:
        p._vmap_decrement_nesting()
        _nest("level", -1)
        _nest(randomness, -1)


def _mapped(leaves, dims, spec, size, func, out_dims, kwargs, spread, level):
    args = [leaf if dim is None else p._add_batch_dim(leaf, dim, level) for leaf, dim in zip(leaves, dims)]
    outs, form = tree_flatten(func(*tree_unflatten(args, spec), **kwargs))
    flat_dims = spread(out_dims, form)
    results = []
    for out, dim in zip(outs, flat_dims):
        if dim is None:
            results.append(out)
        elif not isinstance(out, _C.Tensor):
            name = getattr(func, "__name__", None) or repr(func)
            raise ValueError(f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(out)}. Did you mean to set out_dims= to None for output?")
        else:
            results.append(p._remove_batch_dim(out, level, size, dim))
    return tree_unflatten(results, form)


def _basis(tensors):
    """Rows that together are the unit matrix of all tensors' elements."""
    numbers = [t.numel() for t in tensors]
    total = sum(numbers)
    chunks = [t.new_zeros(total, n) for t, n in zip(tensors, numbers)]
    start = 0
    for chunk, n in zip(chunks, numbers):
        chunk.diagonal(start).fill_(1)
        start -= n
    return [chunk.view(total, *t.shape) for chunk, t in zip(chunks, tensors)]


def jacrev(func, argnums, has_aux, args):
    from torch._functorch.vmap import vmap as mapped
    result = vjp(func, args, has_aux, argnums)
    out, pull = result[0], result[1]
    outs, form = tree_flatten(out)
    numbers = tuple([o.numel() for o in outs])
    primals, spec = tree_flatten(_chosen(argnums, args))
    rows, _ = tree_flatten(mapped(pull)(tree_unflatten(_basis(outs), form)))
    per_input = []
    for row, primal in zip(rows, primals):
        splits = row.split(numbers, dim=0)
        per_input.append([part.view(o.shape + primal.shape) for part, o in zip(splits, outs)])
    per_output = [tree_unflatten([parts[k] for parts in per_input], spec) for k in range(len(outs))]
    jacobian = tree_unflatten(per_output, form)
    return (jacobian, result[2]) if has_aux else jacobian


def jacfwd(func, argnums, has_aux, args, randomness):
    from torch._functorch.vmap import vmap as mapped
    primals, spec = tree_flatten(_chosen(argnums, args))
    numbers = tuple([t.numel() for t in primals])
    basis = tree_unflatten(_basis(primals), spec)

    def push(basis):
        result = jvp(func, args, basis, has_aux, argnums)
        return (result[1], result[2]) if has_aux else result[1]
    results = mapped(push, out_dims=(0, None) if has_aux else 0, randomness=randomness)(basis)
    pushed, aux = results if has_aux else (results, None)
    outs, form = tree_flatten(pushed)
    rows = []
    for out in outs:
        parts = out.movedim(0, -1).split(numbers, dim=-1)
        blocks = [part.squeeze(-1) if len(t.shape) == 0 else part.unflatten(-1, t.shape) for part, t in zip(parts, primals)]
        rows.append(tree_unflatten(blocks, spec))
    jacobian = tree_unflatten(rows, form)
    return (jacobian, aux) if has_aux else jacobian
