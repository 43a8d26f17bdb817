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


def _followed(inputs, create_graph):
    """Inputs that gradients are taken of; with create_graph those of the caller where they have a history."""
    if not create_graph:
        return _fresh(inputs)
    return tuple(x.view_as(x) if x.requires_grad else x.detach().requires_grad_() for x in inputs)


def _vectors(v, name, wanted, many):
    """The tensors of v, one of the shape of each of `wanted`."""
    message = f"The v given to {name} must be either a Tensor or a tuple of Tensors but "
    if not isinstance(v, (_C.Tensor, tuple)):
        raise TypeError(message + f"the given v has type {type(v)}.")
    vs = v if isinstance(v, tuple) else (v,)
    for i, t in enumerate(vs):
        if not isinstance(t, _C.Tensor):
            raise TypeError(message + f"the value at index {i} has type {type(t)}.")
    if len(vs) != len(wanted):
        if many:
            raise RuntimeError(f"v is a tuple of invalid length: should be {len(wanted)} but got {len(vs)}.")
        raise RuntimeError("The given v should contain a single Tensor.")
    for i, (t, x) in enumerate(zip(vs, wanted)):
        if t.size() != x.size():
            entry = f"Entry {i} in " if many else ""
            raise RuntimeError(f"{entry}v has invalid size: should be {x.size()} but got {t.size()}.")
    return list(vs)


def _input_vectors(v, name, inputs, many):
    if v is not None:
        return _vectors(v, name, inputs, many)
    if len(inputs) != 1 or inputs[0].numel() != 1:
        raise RuntimeError("The vector v can only be None if the input to the user-provided function is a single Tensor with a single element.")
    return [_C.ones_like(inputs[0])]


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    inputs, many_in = _inputs(inputs, "vjp")
    xs = _followed(inputs, create_graph)
    outputs = func(*xs)
    outs, many_out = _outputs(outputs, "vjp", strict)
    if v is not None:
        vs = _vectors(v, "vjp", outs, many_out)
    else:
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
    vs = _input_vectors(v, "jvp", inputs, many_in)
    xs = _followed(inputs, create_graph)
    outputs = func(*xs)
    outs, many_out = _outputs(outputs, "jvp", strict)
    dummies = [_C.zeros_like(o).requires_grad_() for o in outs]
    grads = _C._grad(list(outs), list(xs), dummies, create_graph=True, allow_unused=True, materialize_grads=True)
    products = _C._grad(list(grads), dummies, vs, create_graph=create_graph, allow_unused=True, materialize_grads=True)
    if not create_graph:
        outputs = tuple(o.detach() for o in outs) if many_out else outs[0].detach()
    return outputs, (products if many_out else products[0])


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your function has more outputs than inputs, '
                             '"forward-mode" tends to be more performant. Otherwise, prefer to use "reverse-mode".')
    if strategy == "forward-mode" and not vectorize:
        raise NotImplementedError("Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly implemented for `vectorize=True`.")
    inputs, many_in = _inputs(inputs, "jacobian")
    xs = _followed(inputs, create_graph)
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
        out = _single_output(func(*xs), "hessian", strict)
        grads = _C._grad([out.reshape(())], list(xs), create_graph=True, allow_unused=True, materialize_grads=True)
        for i, grad in enumerate(grads):
            if strict and not grad.requires_grad:
                raise RuntimeError(f"While computing the hessian, found that the jacobian of the user-provided function with respect to input {i} is "
                                   "independent of the input. This is not allowed in strict mode. You should ensure that your function is twice "
                                   "differentiable and that the jacobian depends on the inputs (this would be violated by a linear function for example).")
        return grads if many_in else grads[0]

    return jacobian(gradient, inputs if many_in else inputs[0], create_graph=create_graph)


def _single_output(outputs, name, strict):
    outs, many = _outputs(outputs, name, strict)
    if many:
        raise RuntimeError(f"The function given to {name} should return a single Tensor")
    if outs[0].numel() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {name} should contain a single element")
    return outs[0]


def _hessian_product(name, func, inputs, v, create_graph, strict):
    inputs, many_in = _inputs(inputs, name)
    vs = _input_vectors(v, name, inputs, many_in)
    xs = _followed(inputs, create_graph)
    out = _single_output(func(*xs), name, strict)
    grads = _C._grad([out], list(xs), create_graph=True, allow_unused=True, materialize_grads=True)
    products = _C._grad(list(grads), list(xs), vs, create_graph=create_graph, allow_unused=True, materialize_grads=True)
    return (out if create_graph else out.detach()), (products if many_in else products[0])


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    return _hessian_product("vhp", func, inputs, v, create_graph, strict)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    return _hessian_product("hvp", func, inputs, v, create_graph, strict)
