# Bins of values (whose formula decides for values on an edge) and places in sorted rows.
import torch

nan, inf = float("nan"), float("inf")
torch.manual_seed(11)
tenths = (torch.randn(3000) * 10).round() / 10
for dtype in (torch.float32, torch.float64):
    x = tenths.to(dtype)
    print(dtype, [torch.histc(x, *given).int().tolist() for given in [(20, -1, 1), (7,), (6, -0.3, 0.3), (3, 2, 2)]])
print(torch.histc(tenths.reshape(30, 100).t(), 5), torch.histc(torch.full((9,), 5.0), 4), torch.histc(tenths[:0], 3))
for values in ([nan], [-nan], [1, nan, 2], [1, inf], [-inf, 1], [2.5]):
    for dtype in (torch.float32, torch.float64):
        for given in ({}, dict(min=0, max=3)):
            try:
                print(values, torch.histc(torch.tensor(values, dtype=dtype), 4, **given).tolist())
            except RuntimeError as error:
                print(values, error)
for given in [(4, 3, 1), (4, nan, 1), (4, 0, inf), (0, 0, 1)]:
    try:
        torch.histc(torch.tensor([1.0, 2]), *given)
    except RuntimeError as error:
        print(given, error)
print(torch.histogram(tenths, 20, range=(-1, 1)).hist.int().tolist())
print(torch.histogram(tenths, torch.tensor([-2.0, -0.5, 0.1, 0.1, 3])).hist.int().tolist())

for n in (0, 1, 2, 7, 8, 33, 100):
    for m in (1, 7, 8, 9, 32, 41, 70):
        edges = ((torch.arange(n) * 7 % 31) / 2).sort()[0]
        values = (torch.arange(m) * 5 % 37) / 2 - 1
        found = [torch.searchsorted(edges, values, right=right) for right in (False, True)]
        short = [torch.searchsorted(edges, v, side=side) for v in values[:3] for side in ("left", "right")]
        print(n, m, [(f * (torch.arange(m) % 5 + 1)).sum().item() for f in found], [s.item() for s in short])
        for right, f in zip((False, True), found):
            among = (edges <= values[:, None] if right else edges < values[:, None]).sum(1)
            assert torch.equal(f, among), (n, m, right)
edges = torch.tensor([[1.0, 2, 2, nan], [-inf, 0, 0, inf], [nan, 1, 2, 3]])
values = torch.tensor([[2.0, nan, inf, -inf, 1, 0, 3, 2.5, 9]] * 3)
print(torch.searchsorted(edges, values), torch.searchsorted(edges, values, right=True, out_int32=True), sep="\n")
print(torch.bucketize(torch.arange(12).reshape(3, 4), torch.tensor([3, 3, 7])),
      torch.bucketize(5, torch.tensor([1.0, 5, 9]), right=True))
print(torch.searchsorted(torch.tensor([3, 1, 2]), torch.tensor([2, 0]), sorter=torch.tensor([1, 2, 0])))
