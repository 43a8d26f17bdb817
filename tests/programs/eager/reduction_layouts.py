# Reductions, scans, copies and pooling of tensors that lie in every way, beside the same ones of contiguous copies.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
different = 0
half = (torch.bfloat16, torch.float16)


def flat(result):
    return [result] if isinstance(result, torch.Tensor) else list(result)


def same(a, b):
    near = 1e-2 if a.dtype in half else 1e-4
    return a.dtype == b.dtype and a.shape == b.shape and torch.allclose(
        a.double(), b.double(), rtol=near, atol=near, equal_nan=True)


def make(dtype, *shape):
    if dtype == torch.bool:
        return torch.rand(shape) > 0.5
    if dtype.is_floating_point:
        return torch.randn(shape).to(dtype)
    return torch.randint(1, 100, shape).to(dtype)


def layouts(dtype, a, b, c):
    yield "dense", make(dtype, a, b, c)
    for order in [(0, 2, 1), (1, 0, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1)]:
        shape = [0, 0, 0]
        for place, size in zip(order, (a, b, c)):
            shape[place] = size
        yield f"permuted {order}", make(dtype, *shape).permute(order)
    yield "number", make(dtype, 1, 1, 1).expand(a, b, c)
    yield "rows", make(dtype, a, 1, c).expand(a, b, c)
    yield "columns", make(dtype, a, b, 1).expand(a, b, c)
    yield "steps", make(dtype, a, b, 2 * c)[:, :, ::2]
    yield "inside", make(dtype, a + 1, b + 2, c + 3)[1:, 1:-1, 2:-1]


def check(label, function, x):
    global different
    for got, expected in zip(flat(function(x)), flat(function(x.contiguous()))):
        if not same(got, expected):
            different += 1
            print(label, x.dtype, tuple(x.shape))


everywhere = [
    torch.sum, torch.cumsum, lambda x, dim: x if x.dtype in half else x.prod(dim), torch.amax, torch.amin, torch.any,
    torch.all,
    torch.count_nonzero, lambda x, dim: x.sort(dim)[0], lambda x, dim: x.flip(dim), lambda x, dim: x.roll(2, dim),
    lambda x, dim: torch.cat([x, x[:1]] if dim == 0 else [x, x], dim), lambda x, dim: torch.stack([x, x], dim),
    lambda x, dim: x.repeat_interleave(2, dim), lambda x, dim: x.index_select(dim, torch.tensor([1, 0, 1])),
    lambda x, dim: x.max(dim)[0], lambda x, dim: x.narrow(dim, 1, 1).clone(),
    lambda x, dim: x.unfold(dim, 2, 1).clone(),
    lambda x, dim: x.sum((dim, 2)) if dim != 2 else x.sum(),
    lambda x, dim: x.mean((0, dim), dtype=torch.float64) if dim else x.sum(1),
    lambda x, dim: x.argmax(dim) if x.dtype != torch.bool else x,
    lambda x, dim: x.argmin(dim) if x.dtype != torch.bool else x,
]
floating = [
    torch.mean, torch.var, torch.std, torch.logsumexp, torch.softmax, torch.log_softmax, torch.cumprod,
    lambda x, dim: x.norm(dim=dim), lambda x, dim: x.norm(1, dim), lambda x, dim: F.normalize(x, dim=dim),
    lambda x, dim: torch.var_mean(x, dim), lambda x, dim: x.norm(float("inf"), dim),
    lambda x, dim: F.layer_norm(x, x.shape[dim:]), lambda x, dim: x.topk(2, dim)[0],
    lambda x, dim: x.logcumsumexp(dim) if x.dtype == torch.float32 else x,
]
images = [
    lambda x: F.max_pool2d(x, 2), lambda x: F.avg_pool2d(x, 3, 1, 1), lambda x: F.adaptive_avg_pool2d(x, 2),
    lambda x: F.max_pool2d(x, 3, 2, 1, return_indices=True), lambda x: F.pad(x, (1, 2, 1, 0)),
    lambda x: F.pad(x, (1, 2, 1, 1), mode="reflect"), lambda x: F.pad(x, (1, 2, 1, 1), mode="replicate"),
    lambda x: F.pad(x, (1, 1, 1, 1), mode="circular"), lambda x: F.interpolate(x, scale_factor=2),
    lambda x: F.interpolate(x, size=(5, 9), mode="bilinear"),
    lambda x: F.interpolate(x, scale_factor=0.5, mode="nearest-exact"),
    lambda x: F.pixel_shuffle(x, 2), lambda x: F.pixel_unshuffle(x, 2), lambda x: F.unfold(x, 3, padding=1),
    lambda x: F.group_norm(x, 2), lambda x: F.batch_norm(x, None, None, training=True), lambda x: F.instance_norm(x),
    lambda x: F.conv2d(x, torch.ones(4, 8, 3, 3), padding=1), lambda x: F.channel_shuffle(x, 4),
    lambda x: F.grid_sample(x, torch.linspace(-1.2, 1.2, 36).reshape(2, 3, 3, 2).sin(), align_corners=False),
]
for shape in [(2, 2, 2), (3, 4, 5), (5, 40, 17), (33, 3, 70)]:
    for dtype in [
        torch.float32, torch.float64, torch.bfloat16, torch.float16, torch.int64, torch.int32, torch.uint8, torch.bool
    ]:
        functions = everywhere + (floating if dtype.is_floating_point else [])
        for name, x in layouts(dtype, *shape):
            for i, function in enumerate(functions):
                for dim in range(3):
                    check(f"function {i} dim {dim} {name}", lambda t: function(t, dim), x)
print("different:", different)
for height, width in [(4, 6), (8, 20)]:
    for name, x in [
        ("channels last", torch.randn(2, 8, height, width).to(memory_format=torch.channels_last)),
        ("transposed", torch.randn(2, 8, width, height).transpose(2, 3)),
        ("batch inside", torch.randn(8, height, width, 2).permute(3, 0, 1, 2)),
        ("steps", torch.randn(2, 8, height, 2 * width)[..., ::2]),
        ("one image", torch.randn(1, 8, height, width).expand(2, 8, height, width)),
    ]:
        for i, function in enumerate(images):
            check(f"image {i} {name}", function, x)
print("different:", different)
