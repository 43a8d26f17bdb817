# Orthogonal polynomials of torch.special: three-term recurrences, and closed forms by cosines and
# sines for high degrees inside (-1, 1), as PyTorch evaluates them. They have no gradient.
import torch._C as _C


def _operands(x, n):
    if not isinstance(x, _C.Tensor) and not isinstance(n, _C.Tensor):
        raise TypeError("expected at least one tensor")
    x, n = _C.as_tensor(x), _C.as_tensor(n)
    dtype = x.dtype if x.is_floating_point() else n.dtype if n.is_floating_point() and x.dim() == 0 else _C.get_default_dtype()
    x, n = _C.broadcast_tensors(x.detach().to(dtype), n.detach().to(_C.int64))
    return x, n


def _recurrence(x, n, second, step):
    """Of degree n, element by element: 1, second, then step(k, the last but one, the last)."""
    result = _C.where(n == 0, _C.ones_like(x), second)
    before, last = _C.ones_like(x), second
    for k in range(1, int(n.max()) if n.numel() else 0):
        before, last = last, step(k, before, last)
        result = _C.where(n == k + 1, last, result)
    return _C.where(n < 0, _C.zeros_like(x), result)


def _chebyshev(x, n, second, at_one, at_minus_one, direct, high):
    """By the recurrence that all four kinds share; at the ends and in high degrees by their own formulas."""
    result = _recurrence(x, n, second, lambda k, before, last: (x + x) * last - before)
    sign = 1 - 2 * (n % 2)
    result = _C.where((n > high) & (x.abs() < 1), direct(x.acos(), n), result)
    result = _C.where(x == 1, at_one(n).to(x.dtype), result)
    result = _C.where(x == -1, (at_minus_one(n) * sign).to(x.dtype), result)
    return _C.where(n < 0, _C.zeros_like(x), result)


def _one(n):
    return _C.ones_like(n)


def chebyshev_polynomial_t(input, n):
    x, n = _operands(input, n)
    return _chebyshev(x, n, x, _one, _one, lambda angle, n: (n * angle).cos(), 6)


def chebyshev_polynomial_u(input, n):
    x, n = _operands(input, n)
    return _chebyshev(x, n, x + x, lambda n: n + 1, lambda n: n + 1, lambda angle, n: ((n + 1) * angle).sin() / angle.sin(), 8)


def chebyshev_polynomial_v(input, n):
    x, n = _operands(input, n)
    return _chebyshev(x, n, x + x - 1, _one, lambda n: n + n + 1, lambda angle, n: ((n + 0.5) * angle).cos() / (angle / 2).cos(), 8)


def chebyshev_polynomial_w(input, n):
    x, n = _operands(input, n)
    return _chebyshev(x, n, x + x + 1, lambda n: n + n + 1, _one, lambda angle, n: ((n + 0.5) * angle).sin() / (angle / 2).sin(), 8)


def _shifted(polynomial):
    def shifted(input, n):
        x, n = _operands(input, n)
        return polynomial(x + x - 1, n)
    return shifted


shifted_chebyshev_polynomial_t = _shifted(chebyshev_polynomial_t)
shifted_chebyshev_polynomial_u = _shifted(chebyshev_polynomial_u)
shifted_chebyshev_polynomial_v = _shifted(chebyshev_polynomial_v)
shifted_chebyshev_polynomial_w = _shifted(chebyshev_polynomial_w)


def hermite_polynomial_h(input, n):
    x, n = _operands(input, n)
    return _recurrence(x, n, x + x, lambda k, before, last: (x + x) * last - 2 * k * before)


def hermite_polynomial_he(input, n):
    x, n = _operands(input, n)
    return _recurrence(x, n, x, lambda k, before, last: x * last - k * before)


def laguerre_polynomial_l(input, n):
    x, n = _operands(input, n)
    return _recurrence(x, n, 1 - x, lambda k, before, last: ((k + k + (1 - x)) * last - k * before) / (k + 1))


def legendre_polynomial_p(input, n):
    x, n = _operands(input, n)
    return _recurrence(x, n, x, lambda k, before, last: ((k + k + 1) * x * last - k * before) / (k + 1))
