# feature: compiled elementwise loops over pads, concatenations, rolls, masks of positions and transposed reads are
# equal
import torch
import torch.nn.functional as F


def pads(x):
    return F.pad(x, (1, 2, 3, 0), value=2.0) + F.pad(x * 2, (2, 1, 0, 3))


def joined(x):
    first, second = x.chunk(2, -1)
    return torch.cat([-second, first, x], -1) * 3


def stacked(x):
    return torch.cat([x, x + 1, x[:1] - 1], 0).exp()


def rolled(x):
    return torch.roll(x, -1, 1) - torch.roll(x, 3, 1) + torch.roll(x, 1, 0)


def stencil(x):
    y = F.pad(x[1:-1, 1:-1] * 2 + x[:-2, 1:-1] - x[2:, 1:-1], (1, 1, 1, 1))
    return y[1:-1, 2:] + y[1:-1, :-2] + y[2:, 1:-1] + y[:-2, 1:-1] - 4 * y[1:-1, 1:-1]


def positions(x):
    rows, columns = torch.arange(x.shape[0])[:, None], torch.arange(x.shape[1])
    x = torch.where(columns <= rows, x, float("-inf")).masked_fill(columns == 5, 0.5)
    return torch.where(columns * 2 - rows > 7, x, -x), torch.where(columns % 3 == 1, x, 0)


def classes(x):
    target = torch.arange(x.shape[0]) * 7 % x.shape[1]
    hot = (torch.arange(x.shape[1]) == target[:, None]).to(x.dtype)
    return x - hot, x * target[:, None], (x + target[:, None].float()).masked_fill(target[:, None] > 9, -1)


def counted(x):
    count = torch.arange(x.shape[1])
    return x / (count + 1), x * (count != 3)


def transposed(x):
    y = x.t().contiguous()
    return F.gelu(x + y.t()) * torch.sigmoid(y.t()), (x.t() * 2) + y


def permuted(x):
    z = x.reshape(x.shape[0], 1, x.shape[1]).expand(-1, 3, -1).contiguous()
    return z.permute(2, 0, 1) * 2 + 1, z.permute(1, 2, 0) + x.t(), z.permute(2, 1, 0) > 0


def statistics(x):
    z = torch.stack([x[:40, :40] * k for k in range(1, 5)], 1)
    return z.std((0, 1)), z.amax((1, 2)), z.sum((0, 2)), (z - z.mean(0, keepdim=True)).pow(2).sum((0, 1))


torch.manual_seed(0)
for function in (pads, joined, stacked, rolled, stencil, positions, classes, counted, transposed, permuted, statistics):
    compiled, worst = torch.compile(function), 0.0
    for sizes in ((67, 130), (64, 64), (41, 262), (130, 66)):
        x = torch.randn(sizes)
        got, expected = compiled(x), function(x)
        for g, e in zip(*[(v if isinstance(v, tuple) else (v,)) for v in (got, expected)]):
            assert g.shape == e.shape and g.dtype == e.dtype, (function.__name__, sizes)
            assert torch.allclose(g.float(), e.float(), rtol=1e-4, atol=1e-4), (function.__name__, sizes)
    a, b = x.clone().requires_grad_(), x.clone().requires_grad_()
    for f, leaf in ((compiled, a), (function, b)):
        out = f(leaf)
        sum((o.float() * torch.cos(torch.arange(o.numel()).reshape(o.shape))).nan_to_num(0, 0, 0).sum()
            for o in (out if isinstance(out, tuple) else (out,)) if o.requires_grad).backward()
    assert torch.allclose(a.grad, b.grad, rtol=1e-3, atol=1e-3), function.__name__
    print(function.__name__, "equal")
