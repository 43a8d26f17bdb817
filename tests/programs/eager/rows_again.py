# Operands that come again along some axes, rows that end between two vectors, elements with gaps, results written over
# operands; distances, patches and their gradients. Results are whole numbers or printed with four digits.
import torch
import torch.nn.functional as F


def numbers(dtype, *sizes):
    count = torch.Size(sizes).numel()
    return (torch.arange(count) * 5 % 23 - 11).view(sizes).to(dtype)


def digest(t):
    flat = t.detach().double().reshape(-1)
    return round((flat * (torch.arange(flat.numel()) % 89 + 1)).sum().item(), 3)


types = (torch.float32, torch.float64, torch.bfloat16, torch.float16, torch.int32)
for dtype in types:
    for n, c, h, w in ((2, 3, 5, 7), (3, 32, 48, 16), (2, 8, 40, 130)):
        x = numbers(dtype, n, c, h, w)
        last = x.contiguous(memory_format=torch.channels_last)
        others = [numbers(dtype, *sizes)
                  for sizes in ((1, c, 1, 1), (n, c, 1, 1), (n, 1, 1, w), (1, c, h, 1), (n, 1, h, 1), (w,),
                                (n, 1, 1, 1))]
        print(dtype, [digest(t * o) for t in (x, last) for o in others],
              [digest(torch.where(last > o, last, o)) for o in others],
              digest(x.chunk(2, 2)[1][:, :, :h // 2] * last.chunk(2, 2)[0][:, :, :h // 2]),
              digest(last[:, ::2] - others[1][:, ::2]))
    for width in (1, 127, 128, 129, 255, 256, 300):
        u, v = numbers(dtype, 5, width), numbers(dtype, 5, width + 1)[:, 1:]
        column, row = v[:, :1], v[0]
        results = [u * column, u - row, u + v * column, (u.t() + v.t()), u[:, ::2] + v[:, ::2], u[:, 1::3] * 2,
                   (u > row) & (v > column)]
        over = u.clone()
        over.mul_(column).add_(row)
        inner = u.clone()
        torch.add(inner[:, 1:], column, out=inner[:, 1:])
        apart = torch.zeros(5, 2 * width, dtype=dtype)
        torch.mul(u, column, out=apart[:, ::2])
        print(width, [digest(t) for t in (*results, over, inner, apart)])
    print([digest(torch.empty(n, dtype=dtype).fill_(3)) for n in (1, 31, 33, 1000)],
          digest(torch.zeros(50, dtype=dtype)[::3].fill_(2)))
inf, nan = float("inf"), float("nan")
for dtype in types[:2]:
    a = torch.tensor([7.5, -7.5, 0.0, -0.0, inf, -inf, nan, 1e15, -3, 1e-9, 2.5, 1e300
                      if dtype == torch.float64 else 1e30], dtype=dtype).repeat_interleave(9)
    b = torch.tensor([2, -2, 0.7, inf, -inf, nan, 3, -0.5, 1e-3], dtype=dtype).repeat(12)
    for f in (torch.fmod, torch.remainder, torch.floor_divide):
        print(f.__name__, f(a, b).tolist()[:63], [t.tolist() for t in (f(a[::9], 3), f(a[::9], -0.25))])
torch.manual_seed(3)
for dtype in types[:2]:
    for p in (0.0, 1.0, 2.0, inf, 3.0):
        x, y = torch.randn(2, 1, 4, 19, dtype=dtype, requires_grad=True), torch.randn(3, 5, 19, dtype=dtype,
            requires_grad=True)
        d = torch.cdist(x, y, p)
        gx, gy = torch.autograd.grad((d * torch.arange(d.numel()).view(d.shape)).sum(), (x, y))
        print(p, d.shape, [f"{v:.2f}" for t in (d, gx, gy) for v in t.flatten()[:4].tolist()], gx.shape, gy.shape)
    x = torch.randn(6, 3, dtype=dtype, requires_grad=True)
    print([f"{v:.3f}" for v in torch.autograd.grad(F.pdist(x, 1.0).sum() + F.pdist(x).sum(), x)[0].flatten().tolist()])
same = torch.tensor([[1.0, 2], [1, 2], [nan, 0]], requires_grad=True)
for p in (1.0, 2.0):
    d = torch.cdist(same, same, p)
    print(d.tolist(), torch.autograd.grad(d[:2, :2].sum(), same)[0].tolist())
for dtype in types[:4]:
    for sizes, options in (((2, 3, 6, 7), dict(kernel_size=3)), ((3, 6, 7), dict(kernel_size=2, stride=2)),
                           ((1, 2, 9, 9), dict(kernel_size=(3, 2), dilation=2)),
                           ((2, 1, 5, 40), dict(kernel_size=3, padding=1, stride=(1, 2))),
                           ((0, 2, 4, 4), dict(kernel_size=2))):
        x = numbers(dtype, *sizes).requires_grad_()
        out = F.unfold(x, **options)
        grad, = torch.autograd.grad(out, x, numbers(dtype, *out.shape) % 3)
        print(out.shape, out.grad_fn.name(), digest(out), digest(grad))
for dtype in types[:2]:
    for width in (1, 2, 4, 5, 8, 9, 16, 17, 33):
        x, weight = numbers(dtype, 1, 4, 3, width).requires_grad_(), numbers(dtype, 4, 2, 2, 3).requires_grad_()
        out = F.conv_transpose2d(x, weight, stride=2, padding=(0, 1), output_padding=(0, 1), groups=2)
        print(width, out.shape, digest(out),
              [digest(g) for g in torch.autograd.grad(out, (x, weight), numbers(dtype, *out.shape) % 5)])
for dtype in types[:4]:
    torch.manual_seed(5)
    print(digest(torch.bernoulli(torch.rand(40, 60).to(dtype).t())), torch.rand(()).item())
for bad in (1.5, nan):
    try:
        torch.bernoulli(torch.tensor([0.5, 0.2, bad, 0.3]))
    except RuntimeError as error:
        print(str(error)[:60], torch.rand(()).item())
x = numbers(torch.float32, 3, 5).requires_grad_()
labels = torch.tensor([[3, 0, -1, 1, 2], [-1, 2, 3, 1, 0], [2, 2, 1, -1, -1]])
for reduction in ("mean", "sum", "none"):
    loss = F.multilabel_margin_loss(x / 8, labels, reduction=reduction)
    print([f"{v:.4f}" for v in loss.flatten().tolist()],
          [f"{v:.4f}" for v in torch.autograd.grad(loss.sum(), x)[0].flatten().tolist()])
try:
    F.multilabel_margin_loss(x, labels + 2)
except RuntimeError as error:
    print(error)
for sizes, weights, groups in (((2, 1, 5), (1, 2, 3), 2), ((2, 3, 5), (3, 2, 2), 2), ((2, 0, 5), (0, 2, 2), 1),
                               ((2, 4, 5), (4, 2, 3), 3)):
    for convolve in (F.conv_transpose1d, F.conv1d):
        try:
            convolve(torch.ones(sizes), torch.ones(weights), groups=groups)
        except RuntimeError as error:
            print(error)
