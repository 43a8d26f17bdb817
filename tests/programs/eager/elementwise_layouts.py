# Elementwise functions of operands that lie in every way, beside the same ones of contiguous copies.
import torch
import torch.nn.functional as F

torch.manual_seed(0)


def same(a, b):  # the last elements of a row may be rounded otherwise, and by much in PyTorch's gelu
    near = 1e-2 if a.dtype in (torch.bfloat16, torch.float16) else 1e-3
    return a.dtype == b.dtype and torch.allclose(a.double(), b.double(), rtol=near, atol=1e-5, equal_nan=True)


def make(dtype, *shape):
    if dtype == torch.bool:
        return torch.rand(shape) > 0.5
    if dtype.is_floating_point:
        return (torch.randn(shape) * 2).to(dtype)
    low, high = (1, 100) if dtype == torch.uint8 else (-50, 50)
    return torch.randint(low, high, shape).to(dtype)


def layouts(dtype, rows, columns):
    yield "dense", make(dtype, rows, columns)
    yield "number", make(dtype, 1, 1).reshape(()).expand(rows, columns)
    yield "row", make(dtype, columns).expand(rows, columns)
    yield "column", make(dtype, rows, 1).expand(rows, columns)
    yield "transposed", make(dtype, columns, rows).t()
    yield "steps", make(dtype, rows, 2 * columns)[:, ::2]
    yield "rows apart", make(dtype, 2 * rows, columns)[::2]
    yield "inside", make(dtype, rows + 1, columns + 3)[1:, 2:-1]
    yield "0-d", make(dtype, 1)[0]


real = [torch.float32, torch.float64, torch.bfloat16, torch.float16]
whole = [torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64]
unary = {
    "float": [
        torch.exp, torch.log, torch.sqrt, torch.rsqrt, torch.sigmoid, torch.tanh, torch.sin, F.gelu, F.silu,
        F.softplus, F.elu, F.hardswish, F.softshrink, F.hardshrink, torch.erf, torch.erfinv, torch.reciprocal,
        torch.round, torch.floor, torch.frac, torch.nan_to_num, torch.sinc, torch.lgamma, torch.log1p,
        torch.isnan, F.logsigmoid, F.mish, F.selu, torch.deg2rad, F.relu6, F.leaky_relu, F.hardtanh,
        lambda x: x ** 3, lambda x: x ** 0.5, lambda x: x.clamp(-1, 1), lambda x: x.clamp(min=0.5),
        lambda x: x * 1 + 0, lambda x: x * 2 - 1, lambda x: 1 - x, lambda x: 2 / x, lambda x: x / 3,
        lambda x: x % 2, lambda x: x // 3, lambda x: F.threshold(x, 0.1, 20), lambda x: x.bfloat16(),
        lambda x: x.double(), lambda x: x.int() if x.dtype != torch.float16 else x,
    ],
    "all": [
        torch.abs, torch.neg, torch.sign, torch.square, torch.relu, lambda x: x + 1, lambda x: x * 3,
        lambda x: 5 - x, lambda x: x > 1, lambda x: x == 2, lambda x: x.clamp(1, 20),
        lambda x: x.clamp(max=7), lambda x: x.to(torch.float32), lambda x: x.to(torch.int64),
        lambda x: x.bool(), lambda x: x ** 2,
    ],
}
binary = [
    torch.add, torch.sub, torch.mul, torch.maximum, torch.minimum, torch.lt, torch.ge, torch.eq, torch.ne,
    lambda a, b: torch.add(a, b, alpha=2), lambda a, b: torch.where(a > b, a, b),
    lambda a, b: torch.where(a > 1, 3, b), lambda a, b: a.masked_fill(b > 1, 1), torch.fmod,
]
binary_real = [
    torch.div, torch.atan2, torch.copysign, torch.hypot, torch.remainder, torch.floor_divide, torch.pow,
    torch.fmax, torch.xlogy, torch.logaddexp, lambda a, b: torch.lerp(a, b, 0.3),
]
bits = [
    torch.bitwise_and, torch.bitwise_or, torch.bitwise_xor, torch.floor_divide, torch.remainder,
    lambda a, b: a << (b & 3), lambda a, b: a >> (b & 3),
]
ternary = [
    torch.addcmul, torch.addcdiv, torch.lerp, lambda a, b, c: torch.where(a > 0, b, c),
    lambda a, b, c: a.clamp(b, c),
]
bad = 0


def check(label, function, operands):
    global bad
    try:
        expected = function(*(t.contiguous() if t.dim() else t.clone() for t in operands))
    except (RuntimeError, NotImplementedError):
        return
    if not same(function(*operands), expected):
        bad += 1
        print(label, operands[0].dtype, tuple(expected.shape))


for rows, columns in [(1, 1), (3, 5), (64, 33)]:
    for dtype in real + whole + [torch.bool]:
        names = unary["all"] + (unary["float"] if dtype in real else [])
        held = list(layouts(dtype, rows, columns))
        for name, x in held:
            for i, function in enumerate(names):
                check(f"unary {i} {name}", function, [x])
        pairs = binary + (binary_real if dtype in real else bits)
        for name, x in held:
            for other, y in layouts(dtype, rows, columns):
                for i, function in enumerate(pairs):
                    check(f"binary {i} {name} {other}", function, [x, y])
        if dtype in (torch.float32, torch.float64, torch.bfloat16):
            for name, x in held:
                for other, y in held:
                    for third, z in held:
                        for i, function in enumerate(ternary):
                            check(f"ternary {i} {name} {other} {third}", function, [x, y, z])
print("different:", bad)
