# Windows for short-time analysis, symmetric unless told; the shapes are those of scipy.signal.windows.
import math

import torch

__all__ = ["bartlett", "blackman", "cosine", "exponential", "gaussian", "general_cosine", "general_hamming", "hamming", "hann", "kaiser", "nuttall"]


def _check(name, M, dtype, layout):
    if M < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={M}")
    if layout is not torch.strided:
        raise ValueError(f"{name} is implemented for strided tensors only, got: {layout}")
    if dtype not in (torch.float32, torch.float64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {dtype}")


def _window(name, M, sym, dtype, layout, device, requires_grad, start, step, value):
    """The window of M points whose argument goes from `start` by `step`; each of both may ask for the period."""
    if dtype is None:
        dtype = torch.get_default_dtype()
    _check(name, M, dtype, layout)
    if M == 0:
        return torch.empty((0,), dtype=dtype, device=device, requires_grad=requires_grad)
    period = M if not sym and M > 1 else M - 1
    first, by = start(period), step(period)
    k = torch.linspace(first, first + (M - 1) * by, M, dtype=dtype, device=device)
    out = value(k)
    return out.requires_grad_() if requires_grad else out


def cosine(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    def step(period):
        return math.pi / (period + 1)

    return _window("cosine", M, sym, dtype, layout, device, requires_grad, lambda period: 0.5 * step(period), step, torch.sin)


def exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    return _window("exponential", M, sym, dtype, layout, device, requires_grad, lambda period: -(period / 2.0 if center is None else center) / tau,
                   lambda period: 1 / tau, lambda k: torch.exp(-torch.abs(k)))


def gaussian(M, *, std=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    scale = 1 / (std * math.sqrt(2))
    return _window("gaussian", M, sym, dtype, layout, device, requires_grad, lambda period: -period / 2.0 * scale, lambda period: scale, lambda k: torch.exp(-k ** 2))


def kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    if M == 1:
        return torch.ones((1,), dtype=dtype, device=device, requires_grad=requires_grad)
    bound = torch.tensor(beta, dtype=torch.get_default_dtype() if dtype is None else dtype, device=device)
    return _window("kaiser", M, sym, dtype, layout, device, requires_grad, lambda period: -beta, lambda period: 2.0 * beta / period,
                   lambda k: torch.i0(torch.sqrt((bound * bound - torch.pow(k, 2)).clamp_min(0))) / torch.i0(bound))


def general_cosine(M, *, a, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    if not isinstance(a, (list, tuple)) and not hasattr(a, "__iter__"):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")

    def value(k):
        weights = torch.tensor([(-1) ** i * w for i, w in enumerate(a)], dtype=k.dtype, device=k.device)
        order = torch.arange(len(a), dtype=k.dtype, device=k.device)
        return (weights.unsqueeze(-1) * torch.cos(order.unsqueeze(-1) * k)).sum(0)

    if M == 1:
        return torch.ones((1,), dtype=dtype, device=device, requires_grad=requires_grad)
    return _window("general_cosine", M, sym, dtype, layout, device, requires_grad, lambda period: 0.0, lambda period: 2 * math.pi / period, value)


def general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_cosine(M, a=[alpha, 1.0 - alpha], sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hamming(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_hamming(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hann(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_hamming(M, alpha=0.5, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def blackman(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_cosine(M, a=[0.42, 0.5, 0.08], sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def nuttall(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_cosine(M, a=[0.3635819, 0.4891775, 0.1365995, 0.0106411], sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def bartlett(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    if M == 1:
        return torch.ones((1,), dtype=dtype, device=device, requires_grad=requires_grad)
    return _window("bartlett", M, sym, dtype, layout, device, requires_grad, lambda period: -1.0, lambda period: 2.0 / period, lambda k: 1 - torch.abs(k))
