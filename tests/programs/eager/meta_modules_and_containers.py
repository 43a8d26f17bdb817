"""Tensors without data, arguments of Module.to, CTC lengths, folds, signs of shrunk zeros, and containers that
collating keeps."""
import collections
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, StackDataset, default_collate, default_convert


def show(label, fn):
    try:
        print(label, fn())
    except Exception as e:
        print(label, type(e).__name__, str(e).split("\n")[0])


m, lin = torch.empty(2, device="meta"), nn.Linear(1, 1)
for f in (torch.empty_like, torch.zeros_like, torch.ones_like, torch.rand_like):
    print(f.__name__, f(m, device="cpu").device, f(torch.ones(2), device="meta").device)
print(torch.full_like(m, 3, device="cpu"), m.new_zeros(2).device, m.new_zeros(2, device="cpu").device)
for i, fn in enumerate((
        lambda: m.to("cpu"), lambda: m.item(), lambda: m[0].item(), lambda: m.tolist(), lambda: m.numpy(),
        lambda: bool(m[0]), lambda: m + torch.ones(2),
        lambda: m + torch.tensor(1.), lambda: torch.ones(2) + m, lambda: torch.cat([m, torch.ones(2)]),
        lambda: m.nonzero(), lambda: m[m > 0],
        lambda: m == m, lambda: m.unique(), lambda: nn.Linear(2, 1, device="meta").to("cpu"),
        lambda: nn.Linear(2, 1, device="meta")(m).shape)):
    show(f"meta {i}", fn)


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(2))
        self.register_buffer("b", torch.randn(2))
        self.inner = nn.Linear(2, 2)


with torch.device("meta"):
    pair = Pair()
print(pair.w.is_meta, pair.b.is_meta, pair.inner.weight.is_meta)
print(pair.to_empty(device="cpu", recurse=False).w.is_meta, pair.b.is_meta, pair.inner.weight.is_meta)
print(pair.to_empty(device="cpu").inner.weight.is_meta)

cpu = torch.device("cpu")
for i, fn in enumerate((
        lambda: lin.to(cpu, True), lambda: lin.to([1]), lambda: lin.to(None, True),
        lambda: lin.to({}, non_blocking=True), lambda: lin.to(), lambda: lin.to(foo=1),
        lambda: lin.to("cpu", "cpu"), lambda: lin.to(torch.int8), lambda: lin.to(device=5.5),
        lambda: lin.to(torch.float64, torch.float32), lambda: lin.to(None),
        lambda: lin.to(dtype="float"), lambda: lin.to(cpu, torch.float64, True).weight.dtype,
        lambda: lin.to(torch.ones(1), True).weight.dtype)):
    show(f"to {i}", fn)

steps, one, two = torch.ones(2, 1, 3), torch.tensor([1]), torch.tensor([2])
for i, fn in enumerate((
        lambda: nn.CTCLoss()(steps, one[None], torch.tensor([2.]), one),
        lambda: nn.CTCLoss()(steps, one[None], two, torch.tensor([1.])),
        lambda: nn.CTCLoss()(steps, one[None], two, two), lambda: nn.CTCLoss()(steps, one, two, two),
        lambda: nn.CTCLoss(blank=4)(steps, one, two, one),
        lambda: F.ctc_loss(steps, one[None], (-1,), (1,)), lambda: F.ctc_loss(steps, one[None], (2,), (-1,)),
        lambda: F.fold(torch.ones(1, 4, 1), (4, 5), 2, dilation=8), lambda: F.fold(torch.ones(1, 4, 1), (4, 5), 0),
        lambda: F.fold(torch.ones(1, 4, 1), (4, 5), 2, stride=0),
        lambda: F.fold(torch.ones(1, 4, 12), (4, 5), 2, dilation=8), lambda: nn.Unflatten(1, (2, 5.0)),
        lambda: nn.Unflatten("a", [("C", 2)]),
        lambda: nn.RNN(1, 1, proj_size=1), lambda: nn.GRU(1, 1, proj_size=1))):
    show(f"layer {i}", fn)
for n in (3, 17, 40):
    print(F.softshrink(torch.linspace(-1, 1, n))[:12],
          torch.signbit(F.softshrink(-torch.ones(n, dtype=torch.float64) / 4)).sum())
print(nn.SyncBatchNorm.convert_sync_batchnorm(nn.Sequential(nn.BatchNorm2d(2), nn.ReLU())))


class Row(list):
    pass


class Table(dict):
    pass


print([type(default_collate(x)).__name__
       for x in ([Row([1]), Row([2])], [Table(a=1), Table(a=2)], [collections.OrderedDict(a=1)] * 2, [(1,), (2,)],
                 [range(2)] * 2)])
print(default_collate([Table(a=1), Table(a=2)]), type(default_convert(Row([1]))).__name__, default_convert(range(2)),
      default_convert(("a", [b"b"])))
print(list(DataLoader(StackDataset(a=[1, 2, 3], b=[4., 5., 6.]), 2)), StackDataset([1, 2], [3, 4]).__getitems__([1, 0]))
