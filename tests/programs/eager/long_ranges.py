# Ranges: steps of every kind, whole steps where the result holds integers, compiled too.
import torch

for args in ((0, 1000), (5, -300, -7), (0, 10, 0.1), (-1.5, 900.3, 0.7), (2**40, 2**40 + 50, 3), (2**62, 2**62 + 5)):
    for dtype in (None, torch.float32, torch.float64, torch.int64, torch.int32):
        if args[0] == 2**62 and dtype not in (None, torch.int64) or args[0] == 2**40 and dtype == torch.int32:
            continue
        t = torch.arange(*args, dtype=dtype)
        print(t.dtype, tuple(t.shape), t[:4].tolist() if t.dtype == torch.int64 else t[:4], t[-3:])
for args in ((0, 1, 100001), (-3, 5, 7), (10, -10, 300), (0.1, 0.7, 100), (3, 3, 1), (0, 1, 0)):
    for dtype in (torch.float32, torch.float64, torch.int64):
        t = torch.linspace(*args, dtype=dtype)
        print(t[:4], t[-3:])


@torch.compile
def ranges(x):
    return torch.arange(0, 10, 0.5, dtype=torch.int64) + x.long(), torch.arange(-1.5, 8.5,
        0.5) * x, torch.arange(20) * x


x = torch.ones(20)
print(*ranges(x), sep="\n")
