# Compares analytic gradients with central differences.
import warnings

import torch._C as _C
from torch.autograd.function import Function


class GradcheckError(RuntimeError):
    pass


def _as_tuple(x):
    if isinstance(x, tuple):
        return x
    if isinstance(x, list):
        return tuple(x)
    return (x,)


def _differentiable(values):
    return tuple([value for value in _as_tuple(values) if isinstance(value, _C.Tensor) and value.requires_grad])


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


def _check_inputs(inputs):
    if not _differentiable(inputs):
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True.")
    for i, x in enumerate(inputs):
        if not isinstance(x, _C.Tensor) or not x.requires_grad:
            continue
        if x.dtype != _C.float64:
            warnings.warn(f"Input #{i} requires gradient and is not a double precision floating point or complex. This check will likely fail if all the "
                          "inputs are not of double precision floating point or complex. ", stacklevel=4)
        if not all(step > 0 or size <= 1 for step, size in zip(x.stride(), x.size())):
            raise RuntimeError(f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs that are non-overlapping to be able to compute "
                               "the numerical gradients correctly. You should call .contiguous on the input before passing it to gradcheck.")
        x.retain_grad()


def _analytic_jacobians(output, inputs, check_dtypes):
    """For each input the columns of its Jacobian, one for each element of the output."""
    columns = [[] for _ in inputs]
    output = output.clone()
    for j in range(output.numel()):
        seed = _C.zeros_like(output).reshape(-1)
        seed[j] = 1.0
        grads = _C._grad([output], inputs, [seed.reshape(output.shape)], retain_graph=True, allow_unused=True)
        for x, grad, column in zip(inputs, grads, columns):
            if grad is not None and check_dtypes and grad.dtype != x.dtype:
                raise GradcheckError("Gradient has dtype mismatch")
            if grad is not None and grad.size() != x.size():
                raise GradcheckError("Analytical gradient has incorrect size")
            column.append(_C.zeros_like(x).reshape(-1) if grad is None else grad.reshape(-1))
    return [_C.stack(column, 1) if column else x.new_zeros((x.numel(), 0)) for x, column in zip(inputs, columns)]


def _compare(func, inputs, outputs, eps, atol, rtol, nondet_tol, check_dtypes):
    wanted = _differentiable(inputs)
    numeric = [_numeric_jacobian(func, inputs, x, eps) for x in wanted]
    places = [k for k, output in enumerate(outputs) if isinstance(output, _C.Tensor) and output.requires_grad]
    if not places:
        if any((column != 0).any() for rows in numeric for row in rows for column in row):
            raise GradcheckError("Numerical gradient for function expected to be zero")
        return
    for i, k in enumerate(places):
        derived = _analytic_jacobians(outputs[k], wanted, check_dtypes)
        again = _analytic_jacobians(outputs[k], wanted, check_dtypes)
        if any(a.numel() and (a - b).abs().max() > nondet_tol for a, b in zip(derived, again)):
            raise GradcheckError("Backward is not reentrant, i.e., running backward with same input and grad_output multiple times gives different values, although "
                                 f"analytical gradient matches numerical gradient.The tolerance for nondeterminism was {nondet_tol}.")
        for which, (rows, column) in enumerate(zip(numeric, derived)):
            measured = _C.stack([row[k] for row in rows]) if rows else _C.zeros_like(column)
            if not _C.allclose(column, measured.to(column.dtype), rtol, atol):
                raise GradcheckError(f"Jacobian mismatch for output {i} with respect to input {which},\nnumerical:{measured}\nanalytical:{column}\n")


def _check_scaled_by_output(outputs, inputs):
    """No gradient comes out where none goes in."""
    wanted = _differentiable(inputs)
    grads = _C._grad(outputs, wanted, [_C.zeros_like(o) for o in outputs], allow_unused=True)
    for grad, x in zip(grads, wanted):
        if grad is None:
            continue
        if not grad.eq(0).all():
            raise GradcheckError("backward not multiplied by grad_output")
        if grad.dtype != x.dtype:
            raise GradcheckError("grad is incorrect type")


class _Undefined(Function):
    """The value as it is, with a gradient of None."""

    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return None


_NOTES = 'Please look at "Notes about undefined output gradients" in "tools/autograd/derivatives.yaml"'


def _check_undefined(func, inputs):
    wanted = _differentiable(inputs)

    def refuse(message, cause=None):
        warnings.warn("Backwards compatibility: New undefined gradient support checking feature is enabled by default, but it may break existing callers of "
                      'this function. If this is true for you, you can call this function with "check_undefined_grad=False" to disable the feature', stacklevel=4)
        raise GradcheckError(f"{message} {_NOTES}") from cause

    def check(outputs):
        try:
            grads = _C._grad(outputs, wanted, [_C.zeros_like(o) for o in outputs], allow_unused=True)
        except RuntimeError as error:
            refuse("Expected backward function to handle undefined output grads.", error)
        if any(grad is not None and not grad.eq(0).all() for grad in grads):
            refuse("Expected all input grads to be undefined or zero when all output grads are undefined or zero.")

    outputs = _differentiable(func(*inputs))
    check([_Undefined.apply(o) for o in outputs])
    if len(outputs) > 1:
        for i in range(len(outputs)):
            check([_Undefined.apply(o) if i == k else o for k, o in enumerate(_differentiable(func(*inputs)))])


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0, check_undefined_grad=True, check_grad_dtypes=False,
              check_batched_grad=False, check_batched_forward_grad=False, check_forward_ad=False, check_backward_ad=True, fast_mode=False, masked=None):
    assert check_forward_ad or check_backward_ad, "Expected at least one of check_forward_ad or check_backward_ad to be True"
    assert not (check_batched_grad and not check_backward_ad), "Setting check_batched_grad=True requires check_backward_ad to be True"
    assert not (check_batched_forward_grad and not check_forward_ad), "Setting check_batched_forward_grad=True requires check_forward_ad to be True"
    inputs = _as_tuple(inputs)
    try:
        _check_inputs(inputs)
        returned = func(*inputs)
        outputs = _differentiable(returned)
        if check_backward_ad:
            _compare(func, inputs, _as_tuple(returned), eps, atol, rtol, nondet_tol, check_grad_dtypes)
        if check_backward_ad and outputs:
            _check_scaled_by_output(outputs, inputs)
            if check_undefined_grad:
                _check_undefined(func, inputs)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3, gen_non_contig_grad_outputs=False, raise_exception=True, nondet_tol=0.0,
                  check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False, check_fwd_over_rev=False, check_rev_over_rev=True, fast_mode=False,
                  masked=False):
    assert check_fwd_over_rev or check_rev_over_rev, "Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True"
    inputs = _as_tuple(inputs)
    if grad_outputs is None:
        from torch.testing import make_tensor
        grad_outputs = [make_tensor(x.shape, dtype=x.dtype, device=x.device, low=-1, high=1, requires_grad=True, noncontiguous=gen_non_contig_grad_outputs)
                        for x in _differentiable(func(*inputs))]
    grad_outputs = _as_tuple(grad_outputs)
    count = len(inputs)
    places = [i for i, x in enumerate(inputs) if isinstance(x, _C.Tensor) and x.requires_grad]

    def first_gradients(*args):
        grads = _C._grad(_differentiable(func(*args[:count])), [args[i] for i in places], args[count:], create_graph=True, allow_unused=True)
        return tuple([grad for grad in grads if grad is not None])

    return gradcheck(first_gradients, inputs + grad_outputs, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception, nondet_tol=nondet_tol,
                     check_undefined_grad=check_undefined_grad, check_grad_dtypes=check_grad_dtypes, check_batched_grad=check_batched_grad, fast_mode=fast_mode,
                     masked=masked)
