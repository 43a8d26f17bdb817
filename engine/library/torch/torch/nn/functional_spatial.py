# Parts of torch.nn.functional that work on planes and volumes: pooling with places, unpooling,
# folding, sampling at a grid. Compositions of ops; imported by functional.py.
import itertools
import warnings

import torch
import torch._C._functional as _native
from torch._tensor_library import _named_grad
from torch.nn.modules.utils import _ntuple


def _sizes(value, n):
    sizes = list(_ntuple(n)(value))
    return sizes * n if len(sizes) == 1 else sizes


def _check_line(input, name):
    if input.dim() not in (2, 3):
        raise RuntimeError(f"Expected 2 to 3 dimensions, but got {input.dim()}-dimensional tensor for argument #1 'self' (while checking arguments for {name})")


def _windows(t, kernel, stride, dilation):
    """The last axes of t in windows: their elements become one last axis."""
    n = len(kernel)
    first = t.dim() - n
    for i in range(n):
        reach = dilation[i] * (kernel[i] - 1) + 1
        t = t.unfold(first + i, reach, stride[i])
        if dilation[i] > 1:
            t = t[..., ::dilation[i]]
    return t.flatten(-n)


def _max_by_planes(input, kernel, stride, padding, dilation, ceil_mode):
    """Lines are planes of one row. Volumes are pooled plane by plane, then the planes; of equal elements the first counts, as in one pass."""
    if len(kernel) == 1:
        both = _native.max_pool2d(input.unsqueeze(-2), [1] + kernel, [1] + stride, [0] + padding, [1] + dilation, ceil_mode, True)
        return tuple(t.squeeze(-2) for t in both)
    height, width = input.shape[-2:]
    flat = input.flatten(0, -4)
    values, at = _native.max_pool2d(flat, kernel[1:], stride[1:], padding[1:], dilation[1:], ceil_mode, True)
    rows, columns = values.shape[-2:]
    values, where = _native.max_pool2d(values.flatten(-2), [kernel[0], 1], [stride[0], 1], [padding[0], 0], [dilation[0], 1], ceil_mode, True)
    plane = where // (rows * columns)
    indices = plane * (height * width) + at.flatten(-2).gather(1, plane)
    shape = tuple(input.shape[:-3]) + (values.shape[1], rows, columns)
    return values.reshape(shape), indices.reshape(shape)


def _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, n):
    if n == 3 and input.dim() not in (4, 5):
        raise RuntimeError("non-empty 4D or 5D (batch mode) tensor expected for input")
    if n == 1:
        _check_line(input, "max_pool1d")
    kernel, padding, dilation = _sizes(kernel_size, n), _sizes(padding, n), _sizes(dilation, n)
    stride = kernel if stride is None or stride == [] else _sizes(stride, n)
    for what, values in (("kernel_size", kernel), ("stride", stride), ("padding", padding), ("dilation", dilation)):
        if len(values) != n:
            either = "be either" if what == "dilation" else "either be"
            raise RuntimeError(f"max_pool{n}d: {what} must {either} a single int, or a tuple of three ints")
    if 0 in stride:
        raise RuntimeError("stride should not be zero")
    for what, letter, values, least in (("kernel size", "k", kernel, 1), ("stride", "d", stride, 0)):
        if min(values) < least:
            listed = " ".join(f"{letter}{axis}: {value}" for axis, value in zip("THW"[3 - n:], values))
            raise RuntimeError(f"{what} should be greater than zero, but got {listed}")
    sizes = list(input.shape[-n:])
    pads, counts = [], []
    for i in range(n):
        if padding[i] < 0:
            raise RuntimeError(f"pad must be non-negative, but got pad: {padding[i]}")
        if padding[i] > kernel[i] // 2:
            raise RuntimeError(f"pad should be at most half of effective kernel size, but got pad={padding[i]}, kernel_size={kernel[i]} and dilation={dilation[i]}")
        reach = dilation[i] * (kernel[i] - 1) + 1
        span = sizes[i] + 2 * padding[i] - reach
        count = (-(-span // stride[i]) if ceil_mode else span // stride[i]) + 1
        if ceil_mode and (count - 1) * stride[i] >= sizes[i] + padding[i]:
            count -= 1
        counts.append(count)
        more = max(0, (count - 1) * stride[i] + reach - sizes[i] - 2 * padding[i])
        pads = [padding[i], padding[i] + more] + pads
    if n == 3 and min(counts) < 1:
        shown = ["x".join(str(size) for size in [input.shape[-4]] + part) for part in (sizes, counts)]
        raise RuntimeError(f"Given input size: ({shown[0]}). Calculated output size: ({shown[1]}). Output size is too small")
    if input.is_floating_point() and input.numel():
        values, indices = _max_by_planes(input, kernel, stride, padding, dilation, ceil_mode)
        return _named_grad(values, "MaxPool3DWithIndicesBackward0" if n == 3 else "SqueezeBackward1", input), indices
    places = torch.arange(torch.Size(sizes).numel(), device=input.device).reshape(sizes)
    least = float("-inf") if input.is_floating_point() else torch.iinfo(input.dtype).min
    padded = _native.pad(input, pads, "constant", least) if any(pads) else input
    places = _native.pad(places, pads, "constant", -1) if any(pads) else places
    windows = _windows(padded, kernel, stride, dilation)
    values, at = windows.max(-1)
    places = _windows(places, kernel, stride, dilation)
    lead = values.shape[:values.dim() - n]
    indices = places.expand(tuple(lead) + tuple(places.shape)).gather(-1, at.unsqueeze(-1)).squeeze(-1)
    return _named_grad(values, "MaxPool3DWithIndicesBackward0" if n == 3 else "SqueezeBackward1", input), indices


def max_pool1d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, 1)


def max_pool3d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, 3)


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    if return_indices:
        return max_pool1d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return _native.max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    both = max_pool3d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return both if return_indices else both[0]


def _check_adaptive(input, n):
    name, sizes = f"adaptive_max_pool{n}d()", list(input.shape)
    if n == 1:
        _check_line(input, "adaptive_max_pool1d")
    elif len(sizes) not in (n + 1, n + 2):
        raise RuntimeError(f"{name}: Expected {n + 1}D or {n + 2}D tensor, but got: {sizes}")
    for i in range(1 if len(sizes) == n + 2 else 0, len(sizes)):
        if sizes[i] == 0:
            raise RuntimeError(f"{name}: Expected input to have non-zero size for non-batch dimensions, but input has sizes {sizes} with dimension {i} being empty")


def _adaptive_max(input, output_size, n):
    _check_adaptive(input, n)
    torch._C._refuse_types("adaptive_max_pool2d", input)
    wanted = [s if o is None else o for s, o in zip(input.shape[-n:], _sizes(output_size, n))]
    sizes = list(input.shape[-n:])
    name = "SqueezeBackward1" if n == 1 else f"AdaptiveMaxPool{n}DBackward0"
    # One window is a reduction, which is faster.
    if input.is_floating_point() and input.numel() and max(wanted) > 1 and all(o > 0 and s % o == 0 for s, o in zip(sizes, wanted)):
        kernel = [s // o for s, o in zip(sizes, wanted)]
        pooled, indices = _native.max_pool2d(input, kernel, kernel, [0, 0], [1, 1], False, True) if n == 2 else _max_by_planes(
            input, kernel, kernel, [0] * n, [1] * n, False)
        return _named_grad(pooled, name, input), indices
    places = torch.arange(torch.Size(sizes).numel(), device=input.device).reshape(sizes)
    values, indices = [], []
    for cell in itertools.product(*[range(o) for o in wanted]):
        window = tuple([slice((i * s) // o, -((-(i + 1) * s) // o)) for i, s, o in zip(cell, sizes, wanted)])
        best, at = input[(Ellipsis,) + window].flatten(-n).max(-1)
        values.append(best)
        indices.append(places[window].reshape(-1)[at])
    shape = tuple(input.shape[:-n]) + tuple(wanted)
    pooled = torch.stack(values, -1).reshape(shape)
    return _named_grad(pooled, name, input), torch.stack(indices, -1).reshape(shape)


def _adaptive_max_pool(n):
    def pool(input, output_size, return_indices=False):
        both = _adaptive_max(input, output_size, n)
        return both if return_indices else both[0]

    pool.__name__ = pool.__qualname__ = f"adaptive_max_pool{n}d"
    return pool


def _adaptive_max_pool_with_indices(n):
    def pool(input, output_size, return_indices=False):
        return _adaptive_max(input, output_size, n)

    pool.__name__ = pool.__qualname__ = f"adaptive_max_pool{n}d_with_indices"
    return pool


adaptive_max_pool1d = _adaptive_max_pool(1)
adaptive_max_pool2d = _adaptive_max_pool(2)
adaptive_max_pool3d = _adaptive_max_pool(3)
adaptive_max_pool1d_with_indices = _adaptive_max_pool_with_indices(1)
adaptive_max_pool2d_with_indices = _adaptive_max_pool_with_indices(2)
adaptive_max_pool3d_with_indices = _adaptive_max_pool_with_indices(3)


def _max_unpool(input, indices, kernel_size, stride, padding, output_size, n):
    kernel, padding = _sizes(kernel_size, n), _sizes(padding, n)
    stride = kernel if stride is None else _sizes(stride, n)
    default = [(s - 1) * st + k - 2 * p for s, st, k, p in zip(input.shape[-n:], stride, kernel, padding)]
    sizes = default if output_size is None else list(output_size)[-n:]
    for i, size in enumerate(sizes):
        if not default[i] - stride[i] < size < default[i] + stride[i]:
            raise ValueError(f"invalid output_size \"{sizes}\" (dim {i} must be between {default[i] - stride[i]} and {default[i] + stride[i]})")
    torch._C._refuse_types(f"max_unpool{n}d", input)
    if indices.dtype != torch.int64:
        raise RuntimeError(f"elements in indices should be type int64 but got: {indices.type()[6:-6]}")
    count = torch.Size(sizes).numel()
    if n > 1 and indices.numel() and not (0 <= int(indices.min()) and int(indices.max()) < count):
        wrong = next(i for i in indices.flatten().tolist() if not 0 <= i < count)
        raise RuntimeError(f"Found an invalid max index: {wrong} (output volumes are of size {'x'.join(map(str, sizes))})")
    lead = tuple(input.shape[:-n])
    out = input.new_zeros(lead + (torch.Size(sizes).numel(),))
    out = out.scatter(-1, indices.flatten(-n), input.flatten(-n))
    return _named_grad(out.reshape(lead + tuple(sizes)), "SqueezeBackward1" if n == 1 else f"MaxUnpool{n}DBackward0", input)


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    return _max_unpool(input, indices, kernel_size, stride, padding, output_size, 1)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    return _max_unpool(input, indices, kernel_size, stride, padding, output_size, 2)


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    return _max_unpool(input, indices, kernel_size, stride, padding, output_size, 3)


def _lp_pool(average, n):
    def pool(input, norm_type, kernel_size, stride=None, ceil_mode=False):
        torch._C._refuse_types(pool.__name__, input)
        kernel = _sizes(kernel_size, n)
        out = average(input.pow(norm_type), kernel_size, stride if stride is not None else kernel_size, 0, ceil_mode)
        return (torch.sign(out) * torch.relu(torch.abs(out))).mul(torch.Size(kernel).numel()).pow(1.0 / norm_type)

    pool.__name__ = pool.__qualname__ = f"lp_pool{n}d"
    return pool


lp_pool1d = _lp_pool(_native.avg_pool1d, 1)
lp_pool3d = _lp_pool(_native.avg_pool3d, 3)


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    (h, w), kernel, dilation = _sizes(output_size, 2), _sizes(kernel_size, 2), _sizes(dilation, 2)
    (ph, pw), stride = _sizes(padding, 2), _sizes(stride, 2)
    if input.dim() not in (2, 3):
        raise RuntimeError(f"Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions for input, but got: {list(input.shape)}")
    for text, name, pair in (("kernel size should be greater than zero", "kernel", kernel), ("dilation should be greater than zero", "dilation", dilation),
                             ("stride should be greater than zero", "stride", stride)):
        if min(pair) <= 0:
            raise RuntimeError(f"{text}, but got {name}_height: {pair[0]} {name}_width: {pair[1]}")
    batched = input if input.dim() == 3 else input.unsqueeze(0)
    area = kernel[0] * kernel[1]
    if batched.size(1) % area != 0:
        raise RuntimeError(f"Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got input.size(1)={batched.size(1)} and "
                           f"kernel_size=({kernel[0]}, {kernel[1]}).")
    rows = (h + 2 * ph - dilation[0] * (kernel[0] - 1) - 1) // stride[0] + 1
    columns = (w + 2 * pw - dilation[1] * (kernel[1] - 1) - 1) // stride[1] + 1
    blocks = rows * columns
    if blocks != batched.size(2):
        raise RuntimeError(f"Given output_size=({h}, {w}), kernel_size=({kernel[0]}, {kernel[1]}), dilation=({dilation[0]}, {dilation[1]}), padding=({ph}, {pw}), "
                           f"stride=({stride[0]}, {stride[1]}), expected size of input's dimension 2 to match the calculated number of sliding blocks "
                           f"{rows} * {columns} = {blocks}, but got input.size(2)={batched.size(2)}.")
    if rows < 1 or columns < 1:
        raise RuntimeError(f"Given output_size=({h}, {w}), kernel_size=({kernel[0]}, {kernel[1]}), dilation=({dilation[0]}, {dilation[1]}), padding=({ph}, {pw}), "
                           f"stride=({stride[0]}, {stride[1]}), calculated shape of the array of sliding blocks as ({rows}, {columns}), which is too small "
                           "(non-positive)")
    torch._C._refuse_types("col2im", input)
    places = torch.arange((h + 2 * ph) * (w + 2 * pw), device=input.device).reshape(h + 2 * ph, w + 2 * pw)
    places = _windows(places, kernel, stride, dilation)  # rows of windows, columns of windows, elements
    index = places.reshape(blocks, area).t().reshape(-1)
    n, channels = batched.size(0), batched.size(1) // area
    values = batched.reshape(n, channels, area * blocks)
    out = values.new_zeros(n, channels, (h + 2 * ph) * (w + 2 * pw)).scatter_add(2, index.expand(values.shape), values)
    out = out.reshape(n, channels, h + 2 * ph, w + 2 * pw)[:, :, ph:ph + h, pw:pw + w]
    return _named_grad(out if input.dim() == 3 else out.squeeze(0), "Col2ImBackward0", input)


def _chosen_corners(align_corners, name):
    if align_corners is None and not torch.compiler.is_compiling():
        warnings.warn("Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please specify align_corners=True if the "
                      f"old behavior is desired. See the documentation of {name} for details.", stacklevel=3)
    return bool(align_corners)


def affine_grid(theta, size, align_corners=None):
    align_corners = _chosen_corners(align_corners, "grid_sample")
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    n, spatial = size[0], list(size[2:])
    if len(spatial) not in (2, 3):
        raise NotImplementedError("affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. "
                                  f"Got size {tuple(size)}.")
    axes = len(spatial)
    if theta.dim() != 3 or theta.shape[-2:] != (axes, axes + 1):
        raise ValueError(f"Expected a batch of {axes}D affine matrices of shape Nx{axes}x{axes + 1} for size {tuple(size)}. Got {theta.shape}.")
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {tuple(size)}")

    def line(count):
        if count <= 1:
            return torch.zeros(count, dtype=theta.dtype, device=theta.device)
        positions = torch.linspace(-1, 1, count, dtype=theta.dtype, device=theta.device)
        return positions if align_corners else positions * (count - 1) / count

    axes = torch.meshgrid(*[line(s) for s in spatial], indexing="ij")
    base = torch.stack(list(reversed(axes)) + [torch.ones_like(axes[0])], -1).reshape(1, -1, len(spatial) + 1)
    grid = torch.bmm(base.expand(n, -1, -1), theta.transpose(1, 2)).reshape([n] + spatial + [len(spatial)])
    return _named_grad(grid, "AffineGridGeneratorBackward0", theta)


def _reflect(x, low, high):
    """Reflects positions at the doubled bounds low / 2 and high / 2."""
    if low == high:
        return torch.zeros_like(x)
    start, span = low / 2, (high - low) / 2
    x = (x - start).abs()
    extra = x % span
    flips = (x / span).floor()
    return torch.where(flips % 2 == 0, extra + start, span - extra + start)


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    align_corners = _chosen_corners(align_corners, "grid_sample")
    return _named_grad(_grid_sample(input, grid, mode, padding_mode, align_corners), f"GridSampler{input.dim() - 2}DBackward0", input, grid)


def _grid_sample(input, grid, mode, padding_mode, align_corners):
    if mode not in ("bilinear", "nearest", "bicubic"):
        raise ValueError(f"nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{mode}'")
    if padding_mode not in ("zeros", "border", "reflection"):
        raise ValueError(f"nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: '{padding_mode}'")
    n = input.dim() - 2
    given = f"input with sizes {list(input.shape)} and grid with sizes {list(grid.shape)}"
    if input.shape[0] != grid.shape[0]:
        raise RuntimeError(f"grid_sampler(): expected grid and input to have same batch size, but got {given}")
    if grid.shape[-1] != n:
        raise RuntimeError(f"grid_sampler(): expected grid to have size {n} in last dimension, but got grid with sizes {list(grid.shape)}")
    if grid.dim() != input.dim() or n not in (2, 3):
        raise RuntimeError(f"grid_sampler(): expected {4 if n == 2 else 5}D input and grid with same number of dimensions, but got {given}")
    for axis in range(2, input.dim()):
        if input.shape[axis] == 0:
            raise RuntimeError(f"grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes {list(input.shape)} with dimension {axis} being empty")
    if grid.dtype != input.dtype:
        raise RuntimeError(f"expected scalar type {input.type()[6:-6]} but found {grid.type()[6:-6]}")
    torch._C._refuse_types("grid_sample", input)
    sizes = list(input.shape[2:])
    batch, channels = input.shape[:2]
    flat = input.reshape(batch, channels, -1)
    places = []  # in the order of the axes, the grid has the last axis first
    for i, size in enumerate(sizes):
        x = grid[..., n - 1 - i]
        x = (x + 1) / 2 * (size - 1) if align_corners else ((x + 1) * size - 1) / 2
        places.append(x)

    def bound(x, size):
        if padding_mode == "border":
            return x.clamp(0, size - 1).nan_to_num(0.0)
        if padding_mode == "reflection":
            x = _reflect(x, 0, 2 * (size - 1)) if align_corners else _reflect(x, -1, 2 * size - 1)
            return x.clamp(0, size - 1).nan_to_num(0.0)
        return x

    def take(corner):
        index, inside = 0, True
        for at, size in zip(corner, sizes):
            inside = inside & (at >= 0) & (at < size)
            index = index * size + at.nan_to_num(0.0).clamp(0, size - 1).long()
        values = flat.gather(2, index.reshape(batch, 1, -1).expand(-1, channels, -1)).reshape((batch, channels) + tuple(index.shape[1:]))
        return values * inside.unsqueeze(1)

    if mode == "nearest":
        return take([bound(x, s).round() for x, s in zip(places, sizes)])
    if mode == "bicubic":
        total = 0
        bases = [x.floor() for x in places]
        weights = [_cubic_weights(x - b) for x, b in zip(places, bases)]
        for i, j in itertools.product(range(4), range(4)):
            corner = [bound(bases[0] + (i - 1), sizes[0]), bound(bases[1] + (j - 1), sizes[1])]
            total = total + take(corner) * (weights[0][i] * weights[1][j]).unsqueeze(1)
        return total
    places = [bound(x, s) for x, s in zip(places, sizes)]
    lows = [x.floor() for x in places]
    total = 0
    for corner in itertools.product(*[(0, 1)] * n):
        weight = 1
        for x, low, side in zip(places, lows, corner):
            weight = weight * ((x - low) if side else (low + 1 - x))
        total = total + take([low + side for low, side in zip(lows, corner)]) * weight.unsqueeze(1)
    return total


def _cubic_weights(t, a=-0.75):
    def near(x):
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x):
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a

    return [far(t + 1), near(t), near(1 - t), far(2 - t)]
