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
        fresh = tree.detach().requires_grad_() if tree.grad_fn is None else tree
        leaves.append(fresh)
        return fresh
    return tree


def _rebuild(tree, grads):
    if isinstance(tree, dict):
        return {k: _rebuild(v, grads) for k, v in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)([_rebuild(v, grads) for v in tree])
    return grads.pop(0) if isinstance(tree, _C.Tensor) else tree


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
        nested = _depth[0] > 0
        grads = list(_C._grad([out], leaves, create_graph=nested, allow_unused=True, materialize_grads=True))
        results = tuple([_rebuild(args[i], grads) for i in wanted])
        result = results if isinstance(argnums, tuple) else results[0]
        value = out if nested else out.detach()
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
        size = [a.shape[d] for a, d in zip(args, dims) if d is not None][0]
        outs = [func(*[a if d is None else a.select(d, i) for a, d in zip(args, dims)], **kwargs) for i in range(size)]
        if isinstance(outs[0], tuple):
            return tuple([_C.stack([o[k] for o in outs], out_dims if isinstance(out_dims, int) else out_dims[k]) for k in range(len(outs[0]))])
        return _C.stack(outs, out_dims)
    return wrapper


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


def functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    tables = parameters_and_buffers if isinstance(parameters_and_buffers, (tuple, list)) else [parameters_and_buffers]
    saved = []
    for table in tables:
        for name, value in table.items():
            path, _, leaf = name.rpartition(".")
            owner = module.get_submodule(path)
            store = owner._parameters if leaf in owner._parameters else owner._buffers
            saved.append((store, leaf, store[leaf]))
            store[leaf] = value
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    try:
        return module(*args, **(kwargs or {}))
    finally:
        for store, leaf, value in reversed(saved):
            store[leaf] = value
