"""Rows that are long enough for vectors: broadcast, transposed, reduced, and random ones."""
import torch

# Whole numbers, so that sums are exact in any order.
x = (torch.arange(300 * 260) * 7919 % 1009).float().reshape(300, 260) - 500
row, column = x[3], x[:, :1]
print((x + row).sum(), (x * column).double().sum(), (column - x).sum(), (x.t() - column.t()).sum())
print((x > row).sum(), (row <= x).sum(), torch.where(x > column, x, row).sum(), (2 - x).sum(), (x / 4 * 8).sum())
print((x.int() + row).sum(), (x.int() // 3).sum(), (x.int() % 7).sum(), (x.long() * 3 - 1).sum(),
      (x.double() + 0.5).sum())
print(x.relu().sum(), x.clamp(-20, 30).sum(), torch.maximum(x, row).sum(), (x.to(torch.int8) + 100).long().sum())
y = x.clone()
y.mul_(2).add_(row).sub_(1)
y[:, 5:200] *= 3
y[::2].neg_()
print(y.sum(), (y == 0).sum())

# Transposed operands and copies, whole tiles and edges.
square = x[:, :250][:250]
for t in (square, square.double(), square.int(), x[7:200, 3:150], square.bool()):
    turned = t.t().contiguous()
    print(torch.equal(turned.t(), t), (t.float() - t.float().t().contiguous().t()).abs().sum())
print((square + square.t()).sum(), torch.equal(square + square.t(), square.t() + square), (square - square.t()).sum())
print(x.reshape(3, 100, 260).permute(2, 0, 1).contiguous().sum((1, 2))[:5])

# The first of equal extremes, along rows, columns and everything.
for t in (x, x.t(), x.double(), x.long(), x.to(torch.int16), x[:, :40], x[:, ::3]):
    for dim in (0, 1):
        high, low = t.max(dim), t.min(dim)
        print(high.indices[:6].tolist(), low.indices[:6].tolist(), high.values.sum().item(), low.values.sum().item())
    print(t.argmax().item(), t.argmin().item(), t.argmax(1).sum().item(), t.argmin(0).sum().item())
z = torch.zeros(3, 130)
z[0, 70] = z[0, 90] = float("nan")
z[1, ::2] = -0.0
z[2] = -float("inf")
print(z.argmax(1), z.argmin(1), z.max(1), z.t().max(0), z.min(0).indices.sum())

# Sums in PyTorch's order.
w = torch.arange(40000).reshape(200, 200) * 0.1
print(w.sum(), w.sum(0)[:3], w.sum(1)[-3:], w.abs().mean(), w.t().sum(1)[:2], w[:, ::2].sum())

# PyTorch's approximation of erf, digits near 0 included.
print(torch.erf(torch.tensor([0.1, 0.5, 1.0, -2.0, 3.0, float("inf"), float("nan"), -0.0])))

# Numbers drawn in blocks, with a rest; what is drawn next tells how many were used.
for n in (15, 16, 17, 31, 32, 40, 1000):
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
        torch.manual_seed(n)
        drawn = torch.randn(n, dtype=dtype)
        print(n, drawn[:2], drawn[-2:], torch.randint(0, 1000, (1,)).item())
torch.manual_seed(5)
print(torch.rand(3000)[-3:], torch.empty(20, 40).uniform_(-1, 2)[-1, -3:], torch.empty(30).normal_(1, 3)[-3:])
print(torch.empty(5, 8).t().normal_()[-1], torch.empty(9, 3, dtype=torch.float16).uniform_(2, 4)[-1],
      torch.randperm(12))

# Orders of long rows: equal elements stay in place, NaN is the largest, both zeros are equal.
odd = torch.tensor([float("nan"), 1, -0.0, 0.0, float("inf"), -float("inf"), -1, 2]).repeat(40)
for t in (x, x.t(), x.double(), x.long() // 100, (x // 100).to(torch.int8), x > 0, odd[None]):
    for descending in (False, True):
        values, places = t.sort(dim=1, descending=descending, stable=True)
        print((places * torch.arange(t.shape[1])).sum().item(), values[0, 100:104].tolist(), places[-1, -4:].tolist())
print(x.topk(3).values[:2], x.kthvalue(200).values[:3], x.median(1).values[:3], x.unique().shape)
