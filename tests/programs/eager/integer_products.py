# Products of integers of all widths, which wrap around: sizes around the tiles, views, vectors, batches, alpha and
# beta.
import torch

torch.manual_seed(3)
for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64):
    low, high = max(torch.iinfo(dtype).min, -2**62), min(torch.iinfo(dtype).max, 2**62)

    def draw(*sizes):
        return torch.randint(low, high, sizes, dtype=dtype)

    for m, n, k in ((1, 1, 1), (2, 3, 4), (1, 40, 33), (40, 1, 33), (17, 33, 65), (100, 70, 300), (13, 129, 257),
                    (3, 2, 0)):
        a, b, c, x, y = draw(m, k), draw(k, n), draw(m, n), draw(3, m, k), draw(3, k, n)
        products = [a @ b, draw(k, m).t() @ b, a @ draw(n, k).t(), torch.addmm(c, a, b, beta=3, alpha=2), x @ y, x @ b,
                    torch.baddbmm(draw(3, m, n), x, y), torch.einsum("bij,bjk->bik", x, y)]
        if k:
            products += [torch.mv(a, b[:, 0]), a.repeat(1, 2)[:, ::2] @ b]
        print(m, n, k, [int((t.long() * torch.arange(1, t.numel() + 1).view(t.shape)).sum()) for t in products])
