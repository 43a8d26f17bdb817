# Kernels whose threads compute results alone (short reductions, transposed reads), products of matrices without an
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
        given = [a.detach().to(device).requires_grad_() for a in args]
        results = run(*given)
        results = results if isinstance(results, tuple) else (results,)
        sum([t.float().square().mean() for t in results]).backward()
        sides.append([t.detach().cpu() for t in results] + [a.grad.cpu() for a in given])
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
for order in ((1, 0, 2), (2, 1, 0), (0, 2, 1), (2, 0, 1)):
    x = r(33, 40, 21).cuda()
    there = torch.empty_like(x.permute(order).contiguous()).permute([order.index(i) for i in range(3)])
    there.copy_(x)
    if not torch.equal(there, x):
        bad += 1
        print("copy", order, "differs")
print("some differ" if bad else "all agree")
