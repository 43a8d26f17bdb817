# Fractional max pooling: windows of one size whose starts are drawn, so that any output size fits.
# A part of torch.nn.functional.
import torch
from torch._tensor_library import _named_grad
from torch.nn.modules.utils import _ntuple

__all__ = ["fractional_max_pool2d", "fractional_max_pool2d_with_indices", "fractional_max_pool3d", "fractional_max_pool3d_with_indices"]


def _starts(sample, length, wanted, window):
    """Where windows begin, for each draw: (...,) to (..., wanted)."""
    last = torch.full(sample.shape + (1,), length - window)
    if wanted == 1:
        return last
    step = torch.tensor(length - window, dtype=sample.dtype) / torch.tensor(wanted - 1, dtype=sample.dtype)
    sample = sample.unsqueeze(-1)
    steps = torch.arange(wanted - 1, dtype=sample.dtype)
    return torch.cat([((steps + sample) * step).long() - (sample * step).long(), last], -1)


def _fractional(input, kernel_size, output_size, output_ratio, samples, n):
    name = f"fractional_max_pool{n}d"
    if output_size is None and output_ratio is None:
        raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
    kernel = _ntuple(n)(kernel_size)
    lengths = tuple(input.shape[-n:])
    if output_size is None:
        output_size = [int(length * ratio) for length, ratio in zip(lengths, _ntuple(n)(output_ratio))]
    wanted = _ntuple(n)(output_size)
    batched = input.dim() == n + 2
    batch = input.size(0) if batched else 1
    channels = input.size(-n - 1)
    for length, window, count in zip(lengths, kernel, wanted):
        if count + window - 1 > length:
            raise RuntimeError(f"{name}(): pool size ({window}) too large relative to input size ({length})")
    if samples is None:
        samples = torch.rand(batch, channels, n, dtype=input.dtype, device=input.device)
    # The draws of a plane are for its width, then its height; those of a volume in the order of its axes.
    draws = [1, 0] if n == 2 else [0, 1, 2]
    place = torch.zeros(batch, channels, *[1] * (2 * n), dtype=torch.int64)
    for axis in range(n):
        starts = _starts(samples[..., draws[axis]], lengths[axis], wanted[axis], kernel[axis])
        shape = [batch, channels] + [1] * (2 * n)
        shape[2 + axis] = wanted[axis]
        offsets = [1] * (2 + 2 * n)
        offsets[2 + n + axis] = kernel[axis]
        place = place * lengths[axis] + starts.reshape(shape) + torch.arange(kernel[axis]).reshape(offsets)
    flat = input.reshape(batch, channels, _count(lengths))
    windows = place.reshape(batch, channels, _count(wanted) * _count(kernel))
    values, which = flat.gather(2, windows).reshape(batch, channels, _count(wanted), _count(kernel)).max(-1)
    indices = windows.reshape(batch, channels, _count(wanted), _count(kernel)).gather(-1, which.unsqueeze(-1))
    shape = (list(input.shape[:1]) if batched else []) + [channels] + list(wanted)
    return _named_grad(values.reshape(shape), f"FractionalMaxPool{n}DBackward0", input), indices.reshape(shape)


def _count(sizes):
    total = 1
    for size in sizes:
        total *= size
    return total


def fractional_max_pool2d_with_indices(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    return _fractional(input, kernel_size, output_size, output_ratio, _random_samples, 2)


def fractional_max_pool3d_with_indices(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    return _fractional(input, kernel_size, output_size, output_ratio, _random_samples, 3)


def fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    both = _fractional(input, kernel_size, output_size, output_ratio, _random_samples, 2)
    return both if return_indices else both[0]


def fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    both = _fractional(input, kernel_size, output_size, output_ratio, _random_samples, 3)
    return both if return_indices else both[0]
