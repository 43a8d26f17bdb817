# Reductions joined by cat and stack, and mean with variance: compiled equals eager.
import torch


def check(name, function, *args, tolerance=1e-5, dynamic=None):
    want = function(*args)
    torch._dynamo.reset()
    got = torch.compile(function, dynamic=dynamic)(*args)
    if not isinstance(want, tuple):
        want, got = (want,), (got,)
    for a, b in zip(want, got):
        distance = (a.double() - b.double()).abs().max().item()
        scale = max(a.double().abs().max().item(), 1e-3)
        print(name, tuple(b.shape), distance <= tolerance * scale)


torch.manual_seed(0)
x = torch.randn(300, 100) * 2 + 5
check("stack", lambda m: torch.stack([m.mean(0), m.var(0)]), x)
check("stack last", lambda m: torch.stack([m.mean(0), m.var(0)], 1), x)
check("stack dynamic", lambda m: torch.stack([m.mean(0), m.var(0)]), x, dynamic=True)
check("cat of rows", lambda m: torch.cat([m.mean(1), m.amax(1)]), x)
check("cat of columns", lambda m: torch.cat([m.mean(1, keepdim=True), m.amax(1, keepdim=True)], 1), x)
check("cat of matrices", lambda m: torch.cat([torch.softmax(m, 1), torch.log_softmax(m, 1)], 0), x)
check("cat of both", lambda m: torch.cat([torch.softmax(m, 1), m.sum(1, keepdim=True)], 1), x)
check("cat read again", lambda m: (lambda c: c + c.sum())(torch.stack([m.mean(0), m.var(0)])), x)
check("positions", lambda m: torch.stack([m.argmax(0).float(), m.amax(0)]), x)
# A one-pass variance must not cancel: far from zero, and with an outlier in front.
far = torch.rand(4000, 70) + 1000
check("far from zero", lambda m: m.var(0), far, tolerance=1e-4)
outlier = torch.randn(4000, 70)
outlier[0] = 1e4
check("outlier first", lambda m: m.var(0), outlier)
check("one chunk", lambda m: m.std(0, correction=0), torch.randn(3, 5))
check("channels", lambda m: (m.mean((0, 2, 3)), m.var((0, 2, 3))), torch.randn(8, 5, 9, 9))
check("double", lambda m: torch.stack([m.mean(0), m.var(0)]), torch.randn(300, 64, dtype=torch.float64),
      tolerance=1e-12)
# Whole tiles and ragged ones, shared by several blocks where rows are many.
for rows, columns in ((1024, 128), (4096, 132), (4097, 128), (2048, 1000)):
    check("moments", lambda m: torch.stack([m.mean(0), m.var(0)]), torch.randn(rows, columns) * 3 - 1)
