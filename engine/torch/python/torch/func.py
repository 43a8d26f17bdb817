# Function transforms: gradients of functions of tensors.
import torch._C as _C


def _arguments(argnums):
    return argnums if isinstance(argnums, tuple) else (argnums,)


def _flatten(tree, leaves):
    if isinstance(tree, dict):
        return {k: _flatten(v, leaves) for k, v in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)([_flatten(v, leaves) for v in tree])
    if isinstance(tree, _C.Tensor):
        fresh = tree.view_as(tree) if tree.requires_grad else tree.detach().requires_grad_()
        leaves.append(fresh)
        return fresh
    return tree


def _rebuild(tree, grads):
    if isinstance(tree, dict):
        return {k: _rebuild(v, grads) for k, v in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)([_rebuild(v, grads) for v in tree])
    return grads.pop(0) if isinstance(tree, _C.Tensor) else tree


def _detached(tree):
    if isinstance(tree, dict):
        return {k: _detached(v) for k, v in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)([_detached(v) for v in tree])
    return tree.detach() if isinstance(tree, _C.Tensor) else tree


_depth = [0]


def grad_and_value(func, argnums=0, has_aux=False):
    def wrapper(*args, **kwargs):
        leaves = []
        args = list(args)
        wanted = _arguments(argnums)
        for i in wanted:
            args[i] = _flatten(args[i], leaves)
        _depth[0] += 1
        previous = _C.is_grad_enabled()
        _C._set_grad_enabled(True)
        try:
            out = func(*args, **kwargs)
        finally:
            _C._set_grad_enabled(previous)
            _depth[0] -= 1
        aux = None
        if has_aux:
            out, aux = out
        if not isinstance(out, _C.Tensor):
            raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got {type(out)}")
        if out.dim() != 0:
            raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with {out.dim()} dims. "
                               "Maybe you wanted to use the vjp or jacrev APIs instead?")
        nested = _depth[0] > 0 or any([leaf.grad_fn is not None for leaf in leaves])
        grads = list(_C._grad([out], leaves, create_graph=nested, allow_unused=True, materialize_grads=True))
        results = tuple([_rebuild(args[i], grads) for i in wanted])
        result = results if isinstance(argnums, tuple) else results[0]
        value = out if nested else out.detach()
        if has_aux and not nested:
            aux = _detached(aux)
        return (result, (value, aux)) if has_aux else (result, value)
    return wrapper


def grad(func, argnums=0, has_aux=False):
    both = grad_and_value(func, argnums, has_aux)

    def wrapper(*args, **kwargs):
        result, value = both(*args, **kwargs)
        return (result, value[1]) if has_aux else result
    return wrapper


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    def wrapper(*args, **kwargs):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        if len(dims) != len(args):
            raise ValueError(f"vmap({getattr(func, '__name__', func)}, in_dims={in_dims}, ...)(<inputs>): in_dims is not compatible with the structure of inputs.")
        sizes = []
        for a, d in zip(args, dims):
            _batch_sizes(a, d, sizes, f"vmap({getattr(func, '__name__', func)}, in_dims={in_dims}, ...)(<inputs>): ")
        if not sizes:
            raise ValueError(f"vmap({getattr(func, '__name__', func)}, in_dims={in_dims}, ...)(<inputs>): at least one of the inputs must be a Tensor with a batch dimension")
        if any(n != sizes[0] for n in sizes):
            raise ValueError(f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for the mapped dimension")
        outs = [func(*[_one(a, d, i) for a, d in zip(args, dims)], **kwargs) for i in range(sizes[0])]
        return _stacked(outs, out_dims)
    return wrapper


def _batch_sizes(tree, dim, sizes, where):
    if dim is None:
        return
    if isinstance(tree, _C.Tensor):
        if not -tree.dim() <= dim < tree.dim():
            raise ValueError(f"{where}Got in_dim={dim} for some input, but that input is a Tensor of dimensionality {tree.dim()} so expected in_dim to satisfy "
                             f"-{tree.dim()} <= in_dim < {tree.dim()}.")
        sizes.append(tree.shape[dim])
    elif isinstance(tree, dict):
        for key, value in tree.items():
            _batch_sizes(value, dim[key] if isinstance(dim, dict) else dim, sizes, where)
    elif isinstance(tree, (list, tuple)):
        for k, value in enumerate(tree):
            _batch_sizes(value, dim[k] if isinstance(dim, (list, tuple)) else dim, sizes, where)
    else:
        raise ValueError(f"{where}Got in_dim={dim} for an input but the input is of type {type(tree)}. We cannot vmap over non-Tensor arguments, "
                         "please use None as the respective in_dim")


def _one(tree, dim, i):
    """The i-th example of a tree of tensors."""
    if dim is None:
        return tree
    if isinstance(tree, _C.Tensor):
        return tree.select(dim, i)
    if isinstance(tree, dict):
        return {key: _one(value, dim[key] if isinstance(dim, dict) else dim, i) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)([_one(value, dim[k] if isinstance(dim, (list, tuple)) else dim, i) for k, value in enumerate(tree)])
    return tree


def _stacked(outs, out_dims):
    first = outs[0]
    if isinstance(first, dict):
        return {key: _stacked([o[key] for o in outs], out_dims) for key in first}
    if isinstance(first, (tuple, list)):
        return tuple([_stacked([o[k] for o in outs], out_dims if isinstance(out_dims, int) else out_dims[k]) for k in range(len(first))])
    if not isinstance(first, _C.Tensor):
        raise ValueError(f"vmap: `f` must only return Tensors, got type {type(first)} as a return.")
    return _C.stack(outs, out_dims)


def jacrev(func, argnums=0, has_aux=False):
    def wrapper(*args):
        from torch.autograd.functional import jacobian
        return jacobian(lambda x: func(*args[:argnums], x, *args[argnums + 1:]), args[argnums], create_graph=_depth[0] > 0)
    return wrapper


jacfwd = jacrev


def hessian(func, argnums=0):
    def wrapper(*args):
        from torch.autograd.functional import hessian as compute
        return compute(lambda x: func(*args[:argnums], x, *args[argnums + 1:]), args[argnums])
    return wrapper


def vjp(func, *primals, has_aux=False):
    leaves = [p.detach().requires_grad_() for p in primals]
    out = func(*leaves)

    def pull(cotangent):
        return _C._grad([out], leaves, [cotangent], retain_graph=True, allow_unused=True, materialize_grads=True)
    return out.detach(), pull


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    from torch.autograd.functional import jvp as compute
    if not isinstance(primals, tuple):
        raise RuntimeError("jvp(f, primals, tangents): Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    if has_aux:
        kept = []

        def plain(*args):
            out, aux = func(*args)
            kept.append(aux)
            return out
        out, tangent = compute(plain, primals, tangents)
        return out, tangent, kept[0]
    return compute(func, primals, tangents)


def linearize(func, *primals):
    return func(*primals), lambda *tangents: jvp(func, primals, tangents)[1]


def stack_module_state(models):
    if len(models) == 0:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if not (all(m.training for m in models) or all(not m.training for m in models)):
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if not all(type(m) is type(models[0]) for m in models):
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    tables = [dict(m.named_parameters()) for m in models], [dict(m.named_buffers()) for m in models]
    params = {k: _C.stack([t[k].detach() for t in tables[0]]).requires_grad_(tables[0][0][k].requires_grad) for k in tables[0][0]}
    buffers = {k: _C.stack([t[k] for t in tables[1]]) for k in tables[1][0]}
    return params, buffers


def functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    tables = parameters_and_buffers if isinstance(parameters_and_buffers, (tuple, list)) else [parameters_and_buffers]
    saved = []
    for table in tables:
        for name, value in table.items():
            path, _, leaf = name.rpartition(".")
            owner = module.get_submodule(path)
            store = owner._parameters if leaf in owner._parameters else owner._buffers
            if leaf not in store:  # a name that the module does not have changes nothing
                if strict:
                    raise RuntimeError(f"Error(s) in loading state_dict for {type(module).__name__}:\n\tUnexpected key(s): '{name}'.")
                continue
            saved.append((store, leaf, store[leaf]))
            store[leaf] = value
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    try:
        return module(*args, **(kwargs or {}))
    finally:
        for store, leaf, value in reversed(saved):
            store[leaf] = value
