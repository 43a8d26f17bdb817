# Jacobians and products with them, by repeated backward passes.
import torch._C as _C


def _tuple(x):
    return (tuple(x), True) if isinstance(x, (tuple, list)) else ((x,), False)


def _inputs(inputs, name):
    """The inputs as a tuple, and whether they came as one."""
    if isinstance(inputs, tuple) and all(isinstance(x, _C.Tensor) for x in inputs):
        return inputs, True
    if isinstance(inputs, _C.Tensor):
        return (inputs,), False
    message = f"The inputs given to {name} must be either a Tensor or a tuple of Tensors but "
    for i, x in enumerate(inputs if isinstance(inputs, tuple) else ()):
        if not isinstance(x, _C.Tensor):
            raise TypeError(message + f"the value at index {i} has type {type(x)}.")
    raise TypeError(message + f"the given inputs has type {type(inputs)}.")


def _outputs(outputs, name, strict=False):
    if isinstance(outputs, tuple):
        outs, many = outputs, True
    elif isinstance(outputs, _C.Tensor):
        outs, many = (outputs,), False
    else:
        raise TypeError(f"The outputs of the user-provided function given to {name} must be either a Tensor or a tuple of Tensors but the given outputs of the "
                        f"user-provided function has type {type(outputs)}.")
    for i, out in enumerate(outs):
        if not isinstance(out, _C.Tensor):
            raise TypeError(f"The outputs of the user-provided function given to {name} must be either a Tensor or a tuple of Tensors but the value at index {i} "
                            f"has type {type(out)}.")
        if strict and not out.requires_grad:
            raise RuntimeError(f"Output {i} of the user-provided function does not require gradients. The outputs must be computed in a differentiable manner "
                               "from the input when running in strict mode.")
    return outs, many


def _fresh(inputs):
    return tuple(x.detach().clone().requires_grad_() if x.is_floating_point() else x for x in inputs)


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    inputs, many_in = _inputs(inputs, "vjp")
    xs = inputs if create_graph else _fresh(inputs)
    outputs = func(*xs)
    outs, many_out = _outputs(outputs, "vjp", strict)
    vs = None if v is None else list(_tuple(v)[0])
    if vs is None:
        if outs[0].numel() != 1:
            raise RuntimeError("The vector v can only be None if the user-provided function returns a single Tensor with a single element.")
        vs = [_C.ones_like(outs[0])]
    grads = _C._grad(list(outs), list(xs), vs, create_graph=create_graph, allow_unused=True)
    grads = tuple(_C.zeros_like(x) if g is None else g for g, x in zip(grads, xs))
    if not create_graph:
        outputs = tuple(o.detach() for o in outs) if many_out else outs[0].detach()
    return outputs, (grads if many_in else grads[0])


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    inputs, many_in = _inputs(inputs, "jvp")
    xs = _fresh(inputs)
    outputs = func(*xs)
    outs, many_out = _outputs(outputs, "jvp", strict)
    dummies = [_C.zeros_like(o).requires_grad_() for o in outs]
    grads = _C._grad(list(outs), list(xs), dummies, create_graph=True, allow_unused=True, materialize_grads=True)
    vs = [_C.ones_like(x) for x in xs] if v is None else list(_tuple(v)[0])
    products = _C._grad(list(grads), dummies, vs, create_graph=create_graph, allow_unused=True, materialize_grads=True)
    if not create_graph:
        outputs = tuple(o.detach() for o in outs) if many_out else outs[0].detach()
    return outputs, (products if many_out else products[0])


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    inputs, many_in = _inputs(inputs, "jacobian")
    xs = inputs if create_graph else _fresh(inputs)
    if create_graph:
        xs = tuple(x if x.requires_grad else x.detach().requires_grad_() for x in xs)
    outs, many_out = _outputs(func(*xs), "jacobian", strict)
    table = []
    for out in outs:
        rows = [[] for _ in xs]
        flat = out.reshape(-1)
        for j in range(flat.numel()):
            grads = _C._grad([flat[j]], list(xs), retain_graph=True, create_graph=create_graph, allow_unused=True) if flat.requires_grad else [None] * len(xs)
            for i, (g, x) in enumerate(zip(grads, xs)):
                rows[i].append(_C.zeros_like(x) if g is None else g)
        table.append(tuple(_C.stack(r).reshape(tuple(out.shape) + tuple(x.shape)) if len(r) else x.new_zeros(tuple(out.shape) + tuple(x.shape)) for r, x in zip(rows, xs)))
    if many_out:
        return tuple(row if many_in else row[0] for row in table)
    return table[0] if many_in else table[0][0]


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    inputs, many_in = _inputs(inputs, "hessian")

    def gradient(*xs):
        out = func(*xs)
        if out.numel() != 1:
            raise RuntimeError("The Tensor returned by the function given to hessian should contain a single element")
        grads = _C._grad([out.reshape(())], list(xs), create_graph=True, allow_unused=True, materialize_grads=True)
        return grads if many_in else grads[0]

    return jacobian(gradient, inputs if many_in else inputs[0], create_graph=create_graph)


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    inputs, many_in = _inputs(inputs, "vhp")
    xs = _fresh(inputs)
    out = func(*xs)
    grads = _C._grad([out], list(xs), create_graph=True, allow_unused=True, materialize_grads=True)
    products = _C._grad(list(grads), list(xs), list(_tuple(v)[0]), create_graph=create_graph, allow_unused=True, materialize_grads=True)
    return out.detach(), (products if many_in else products[0])


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    return vhp(func, inputs, v, create_graph, strict)
