# Elementwise operations on operands that repeat, lie apart or are narrow: digests of all bits, which
# are those of PyTorch; every case is large enough for the loops that long rows take.
import torch
import torch.nn.functional as F

BITS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def digest(t):
    if t.dtype.is_floating_point:
        t = torch.where(t.isnan(), torch.full_like(t, 77.0), t)
    elif t.dtype == torch.bool:
        t = t.to(torch.uint8)
    bits = t.detach().contiguous().reshape(-1).view(BITS[t.element_size()]).long()
    return int((bits % 1000003 * (torch.arange(bits.numel()) % 997 + 1) % 1000003).sum())


def ramp(dtype, *shape):
    n = 1
    for size in shape:
        n *= size
    steps = torch.arange(n) * 7919 % 4001 - 2000
    if dtype.is_floating_point:
        return (steps / 512).to(dtype).reshape(shape)
    return (steps % 127 + 1).to(dtype).reshape(shape)


FLOATS = (torch.float32, torch.float64, torch.bfloat16)
INTS = (torch.int8, torch.uint8, torch.int16, torch.int64)
TWO = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "from": lambda a, b: b - a,
    "mul": lambda a, b: b * a,
    "max": lambda a, b: torch.maximum(b, a),
    "less": lambda a, b: a < b,
    "where": lambda a, b: torch.where(a > b, a, b),
    "twice": lambda a, b: (a + b) * b,
}

print("rows that repeat")
SHAPES = (((300, 40), (40,)), ((300, 40), (300, 1)), ((9, 1500), (9, 1)), ((70, 20, 8), (20, 1)),
          ((70, 20, 8), (20, 8)),
          ((700, 17), (17,)), ((4000, 3), (4000, 1)), ((50, 1), (1, 300)))
for dtype in FLOATS + INTS:
    for name, f in TWO.items():
        print(dtype, name, *[digest(f(ramp(dtype, *a), ramp(dtype, *b))) for a, b in SHAPES])

print("one element for all, and a number")
for dtype in (torch.float32, torch.int8, torch.int64):
    x = ramp(dtype, 6000)
    column, row, one = x[:4].view(4, 1).expand(4, 3000), x[:3000].expand(4, 3000), x[:1].expand(5000)
    for t in (column, row, one):
        print(dtype, digest(t + 3), digest(t - 3), digest(3 - t), digest(t * 3), digest(t == 2), digest(t.clamp(1, 2)))

print("elements apart")
for dtype in FLOATS + INTS:
    x, y = ramp(dtype, 60, 400), ramp(dtype, 60, 400).flip(1)
    target = torch.zeros(60, 800, dtype=dtype)
    target[:, ::2].add_(x)
    target[:, 1::4] = y[:, ::2]
    print(dtype, digest(x[:, ::2] + y[:, 1::2]), digest(x[::2, ::3].abs()), digest(x.t() * y.t()), digest(target))

print("narrow integers wrap")
for dtype in (torch.int8, torch.uint8, torch.int16):
    info = torch.iinfo(dtype)
    x = torch.tensor([info.min, info.min + 1, 0, 1, 2, info.max - 1, info.max] * 30, dtype=dtype)
    y = x.roll(3)
    few = [x + y, x - y, x * y, -x, x.abs(), ~x, x ^ y, x << 1, x >> 1, x + 1, x * 3, x ** 3, x.clamp(1, 5)]
    print(dtype, *[digest(t) for t in few], (x * y)[:7].tolist(), x.to(torch.int8)[:7].tolist())

print("limits")
special = torch.tensor([float("nan"), float("inf"), -float("inf"), 0.0, -0.0, 0.5, -0.5, 3.0, -3.0, 1e-45] * 40)
for dtype in (torch.float32, torch.float64, torch.bfloat16, torch.float16):
    x = special.to(dtype)
    print(dtype, x.clamp(-0.5, 0.5)[:8].tolist(), digest(x.clamp(-0.5, 2)), digest(x.clamp(min=0.0)), digest(x.abs()))
    print(digest(F.hardshrink(x)), digest(F.softshrink(x[:387])), digest(torch.nan_to_num(x)), digest(-x.relu()),
          digest(torch.nan_to_num(x, 1.0, 2.0, -3.0)), digest(torch.lerp(x, x.roll(1), x.roll(2))))
    print(digest(torch.copysign(x, x.roll(3).nan_to_num(1.0))),
          digest(F.huber_loss(x, x.roll(1), reduction="none", delta=0.7)),
          digest(F.smooth_l1_loss(x, x.roll(1), reduction="none", beta=0.7)))

print("gradients")
for f in (F.hardtanh, F.relu6, F.hardsigmoid, F.hardswish, F.softshrink, F.hardshrink, F.rrelu, F.glu):
    for dtype in (torch.float32, torch.float64):
        x = ramp(dtype, 40, 130).requires_grad_()
        y = f(x)
        grad, = torch.autograd.grad(y, x, ramp(dtype, *y.shape))
        print(f.__name__, dtype, digest(grad) if f is not F.glu else digest(grad[:, :32]))
for f in (F.mse_loss, F.smooth_l1_loss, F.huber_loss):
    for reduction in ("mean", "sum"):
        x, y = ramp(torch.float32, 2000).requires_grad_(), ramp(torch.float32, 2000).flip(0) * 0.5
        grad, = torch.autograd.grad(f(x, y, reduction=reduction), x)
        print(f.__name__, reduction, digest(grad))
print(F.rrelu(torch.zeros(2, requires_grad=True)).grad_fn is not None)
zero = torch.zeros(3, requires_grad=True)
F.rrelu(zero).sum().backward()
print(zero.grad)

print("gates of 16 bits are rounded once")
for dtype in (torch.bfloat16, torch.float16):
    x = ramp(dtype, 12, 64).requires_grad_()
    y = F.glu(x)
    grad, = torch.autograd.grad(y.sum(), x)
    print(digest(y), digest(grad))
for bad in (torch.ones(4, dtype=torch.int64), torch.ones(3), torch.tensor(1.0)):
    try:
        F.glu(bad, 0)
    except (RuntimeError, IndexError) as error:
        print(type(error).__name__, error)

for sizes in ((), (2, 7)):
    try:
        torch.ops.aten.glu_backward(torch.ones(2, 3), torch.ones(sizes), -1)
    except RuntimeError as error:
        print(error)
print(torch.ops.aten.glu_backward(torch.ones(1), torch.ones(2, 6), 1).shape)

print("one prelu weight")
for dtype in (torch.float32, torch.float64, torch.bfloat16):
    x, weight = ramp(dtype, 30, 40).requires_grad_(), torch.tensor([0.3], dtype=dtype, requires_grad=True)
    y = F.prelu(x, weight)
    by_x, = torch.autograd.grad(y, x, torch.ones_like(y))
    print(digest(y), digest(by_x), digest(F.prelu(x, torch.tensor(0.7, dtype=dtype))))

print("out=")
x, y = ramp(torch.float32, 50, 40), ramp(torch.float32, 50, 40).flip(0)
target = torch.empty(50, 40)
version = target._version
print(torch.add(x, y, out=target) is target, digest(target), target._version - version)
torch.mul(target, x, out=target)
print(digest(target))
torch.sub(x, 1.5, out=target.t().contiguous().t())
wide = torch.zeros(50, 80)
torch.maximum(x, y, out=wide[:, ::2])
print(digest(wide))
flags = torch.zeros(50, 40, dtype=torch.bool)
print(digest(torch.lt(x, y, out=flags)), digest(torch.lt(x, y, out=target)))
print(digest(torch.add(torch.ones(50, 40, dtype=torch.int32), 1, out=target)))
try:
    torch.add(x, y, out=x.view(-1)[:2000].view(50, 40)[:, :].requires_grad_(False)[0:50])
    torch.exp(x.clone().requires_grad_(), out=target)
except RuntimeError as error:
    print(error)
overlap = torch.arange(10.0)
try:
    torch.add(overlap[1:], 1, out=overlap[:-1])
except RuntimeError as error:
    print(str(error)[:60])
print(torch.erfinv(torch.tensor([0.0, 0.5, -0.5, 1.0, -1.0, 2.0])),
      torch.erfinv(torch.tensor([0.25, -0.69], dtype=torch.float64)))
