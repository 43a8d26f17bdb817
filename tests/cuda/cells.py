# Kernels whose threads compute results alone (short reductions, transposed reads), rows that lie across memory and go
# through tiles, results that share what they read, reads at positions from memory, products of matrices without an
# inner stride of 1, and copies into other orders of axes: compiled on the device against eager on the CPU.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
bad = 0
r = torch.randn


def compare(name, f, *args, tolerance=1e-4):
    global bad
    torch._dynamo.reset()
    sides = []
    for run, device in ((f, "cpu"), (torch.compile(f), "cuda")):
        given = [a.detach().to(device).requires_grad_(a.is_floating_point()) for a in args]
        results = run(*given)
        results = results if isinstance(results, tuple) else (results,)
        sum([t.float().square().mean() for t in results]).backward()
        sides.append([t.detach().cpu() for t in results] + [a.grad.cpu() for a in given if a.requires_grad])
    for i, (a, b) in enumerate(zip(*sides)):
        if (
            a.shape != b.shape
            or a.dtype != b.dtype
            or not torch.allclose(a.float(), b.float(), atol=tolerance, rtol=tolerance, equal_nan=True)
        ):
            bad += 1
            print(name, "differs in result", i)


compare("distances", lambda a, b: torch.exp(-(a[:, None] - b[None]).pow(2).sum(-1)), r(513, 6), r(515, 6))
compare("short middle", lambda x: (x.sum(1), x.amax(1) * x.mean(1)), r(132, 5, 2000))
compare("pool", lambda x: F.max_pool2d(F.relu(x * 2), 3, 2, 1), r(6, 16, 106, 106))
compare("transposed", lambda x, y: F.gelu(x + y.t()) * y.t().sigmoid(), r(512, 520), r(520, 512))
compare(
    "windows",
    lambda x: x.unfold(-1, 8, 4).square().sum(-1) + x.unfold(-1, 7, 3)[:, :5].sum(-1).sum(-1, keepdim=True),
    r(3, 100),
)
compare("windows apart", lambda x: x.unfold(-1, 3, 5) * 2, r(3, 101))
compare("experts", lambda x, y, s: torch.einsum("etf,efd,te->td", x, y, s), r(3, 70, 30), r(3, 30, 20), r(70, 3))
# Rows across memory: whole and partial blocks of rows, 16-bit numbers, several tiles, results across rows.
norm = lambda x, y: (F.layer_norm(x.transpose(1, 2) + y, (y.shape[-1],)).tanh(), (x * y.transpose(1, 2)).sum(1))
for b, c, p in ((2, 128, 64), (2, 36, 52), (1, 100, 27), (1, 768, 16)):
    compare("transposed layers %d %d %d" % (b, c, p), norm, r(b, c, p), r(b, p, c))
compare("softmax across", lambda x, y: (torch.softmax(x.transpose(1, 2) + y, -1) * y).transpose(1, 2).contiguous() + x,
        r(2, 96, 40), r(2, 40, 96))
compare("half across", lambda x, y: (x.transpose(1, 2).bfloat16() + y.bfloat16()).float().softmax(-1), r(2, 64, 48),
        r(2, 48, 64), tolerance=0.02)
compare("halves across", lambda x, y: torch.softmax(x.half().transpose(1, 2) + y.half() * 2, -1).float(), r(2, 64, 48),
        r(2, 48, 64), tolerance=0.02)


def forces(places):
    apart = places[:, None] - places[None]
    square = apart.pow(2).sum(-1) + torch.eye(places.shape[0], device=places.device) + 0.1
    return ((1 / square.pow(2))[..., None] * apart).sum(1)


compare("forces", forces, r(100, 3), tolerance=1e-3)
compare("colours", lambda x: (x.mean(1), x.amax(1)), r(20, 90, 3))
compare("few", lambda x: (x.sum(-1) * x.prod(-1) + x.amax(-1) - x.amin(-1)).exp(), r(50, 3) * 0.3)
edges = torch.randint(0, 50, (2, 70))
compare("two gathers", lambda x, e: torch.cat([x[e[0]], x[e[1]]], -1) * 2, r(50, 12), edges)
compare("bag", lambda w, i: F.embedding(i, w).mean(1), r(50, 16), torch.randint(0, 50, (30, 7)))
compare("long bag", lambda w, i: F.embedding(i, w).sum(1), r(50, 16), torch.randint(0, 50, (9, 80)))
compare("positions of two axes", lambda x, i, j: x[i, :, j] + x[:, 0, 0].sum(), r(6, 5, 7), torch.tensor([[1], [-2]]),
        torch.tensor([0, 3, -1]))
compare("inner positions", lambda x, i: x[:, i].relu() + 1, r(6, 9, 4), torch.tensor([[0, -1], [4, 4]]))
compare("gather and select", lambda x, i, j: x.gather(1, i).exp() + x.index_select(1, j).sum(1, keepdim=True), r(6, 9),
        torch.randint(0, 9, (6, 4)), torch.tensor([2, 2, 8]).int())
compare("looked up where it is written", lambda x, i: (x * 2)[i] + (x * 2).sum(), r(40, 3), torch.randint(0, 40, (40,)))
compare("positions of a stride", lambda x, i: x.t()[i] * x[0].sum(), r(8, 12), torch.randint(0, 12, (5,)))
compare("positions in a view of a product", lambda x, i: torch.bmm(x, x.transpose(1, 2)).flatten(1)[:, i], r(6, 5, 4),
        torch.tensor([1, 7, 24, 7]))
compare("positions in a view", lambda x, i: (x * 2).view(12, 10)[i].exp(), r(4, 30), torch.tensor([3, 11]))
compare("loss of rows", lambda x, t: F.cross_entropy(x.view(-1, 11) * 2, t.view(-1), label_smoothing=0.1), r(3, 4, 11),
        torch.randint(0, 11, (3, 4)))
compare("messages", lambda x, m, t: torch.zeros_like(x).index_add(0, t, m * 2, alpha=0.5) + x, r(20, 12), r(60, 12),
        torch.randint(0, 20, (60,)))


def outside(x, i):
    return torch.compile(lambda x, i: x[i] * 2)(x, i).sum().item()


for i, want in ((7, "index 7 is out of bounds for dimension 0 with size 5"), (-6, "index -6 is out of bounds")):
    try:
        outside(r(5, 3).cuda(), torch.full((100,), i).cuda())
        bad += 1
        print("no error for position", i)
    except torch.AcceleratorError as e:
        if want not in str(e):
            bad += 1
            print("other message", e)
for order in ((1, 0, 2), (2, 1, 0), (0, 2, 1), (2, 0, 1)):
    x = r(33, 40, 21).cuda()
    there = torch.empty_like(x.permute(order).contiguous()).permute([order.index(i) for i in range(3)])
    there.copy_(x)
    if not torch.equal(there, x):
        bad += 1
        print("copy", order, "differs")
print("some differ" if bad else "all agree")
