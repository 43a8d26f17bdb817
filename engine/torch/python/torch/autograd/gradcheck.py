# Compares analytic gradients with central differences.
import torch._C as _C


class GradcheckError(RuntimeError):
    pass


def _as_tuple(x):
    if isinstance(x, tuple):
        return x
    if isinstance(x, list):
        return tuple(x)
    return (x,)


def _numeric_jacobian(fn, inputs, x, eps):
    fresh = [i.detach().clone().requires_grad_(i.requires_grad) if isinstance(i, _C.Tensor) else i for i in inputs]
    target = [f for f, i in zip(fresh, inputs) if i is x][0].data.view(-1)
    rows = []
    for i, original in enumerate(target.tolist()):
        target[i] = original + eps
        plus = [o.detach().clone() for o in _as_tuple(fn(*fresh))]
        target[i] = original - eps
        minus = [o.detach().clone() for o in _as_tuple(fn(*fresh))]
        target[i] = original
        rows.append([((p - m) / (2 * eps)).reshape(-1) for p, m in zip(plus, minus)])
    return rows


def gradcheck(func, inputs, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, **unused):
    inputs = _as_tuple(inputs)
    outputs = _as_tuple(func(*inputs))
    wanted = [x for x in inputs if isinstance(x, _C.Tensor) and x.requires_grad]
    if len(wanted) == 0:
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True.")
    for which, x in enumerate(wanted):
        numeric = _numeric_jacobian(func, inputs, x, eps)
        for k, output in enumerate(outputs):
            if not output.requires_grad:
                continue
            measured, derived = [], []
            for j in range(output.numel()):
                seed = _C.zeros_like(output).reshape(-1)
                seed[j] = 1.0
                grad = _C._grad([output], [x], [seed.reshape(output.shape)], retain_graph=True, allow_unused=True)[0]
                grad = _C.zeros_like(x) if grad is None else grad
                derived.append(grad.reshape(-1))
                measured.append(_C.stack([row[k][j] for row in numeric]))
            if not derived:
                continue
            derived, measured = _C.stack(derived, 1), _C.stack(measured, 1)
            if not _C.allclose(derived, measured, rtol, atol):
                if not raise_exception:
                    return False
                raise GradcheckError(f"Jacobian mismatch for output {k} with respect to input {which},\nnumerical:{measured}\nanalytical:{derived}\n")
    return True


def gradgradcheck(func, inputs, grad_outputs=None, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, **unused):
    inputs = _as_tuple(inputs)

    def first_gradients(*args):
        outputs = _as_tuple(func(*args))
        total = None
        for output in outputs:
            part = output.sum() if grad_outputs is None else (output * grad_outputs).sum()
            total = part if total is None else total + part
        wanted = [x for x in args if isinstance(x, _C.Tensor) and x.requires_grad]
        return _C._grad([total], wanted, create_graph=True, allow_unused=True, materialize_grads=True)

    return gradcheck(first_gradients, inputs, eps, atol, rtol, raise_exception)
