"""The browser's benchmark rows, a line each: name, median microseconds of a call, of the
first call. A plain PyTorch program; browser_rows.mjs runs it in the playground's worker."""
import time
import torch
import torch.nn.functional as F

torch.manual_seed(0)


def relu_plus_sigmoid(x):
    return x.relu() + x.sigmoid()


def pointwise_chain(m, w, b):
    return F.gelu(m * w + b) * torch.sigmoid(m) + m


def softmax(m):
    return torch.softmax(m * .125, -1)


def residual_layernorm(m, r, w, b):
    return F.layer_norm(m + r, (1024,), w, b)


def sum_of_squares(x):
    return (x * x).sum()


def matmul_512(a, b):
    return a @ b


m = torch.randn(1024, 1024)
w = torch.randn(1024)
x = torch.randn(1 << 20)
a = torch.randn(512, 512)
rows = ((relu_plus_sigmoid, (x,)), (pointwise_chain, (m, w, w)), (softmax, (m * 8,)),
        (residual_layernorm, (m, torch.randn(1024, 1024), w, w)), (sum_of_squares, (x,)), (matmul_512, (a, a)))
with torch.no_grad():
    for f, args in rows:
        g = torch.compile(f)
        start = time.perf_counter()
        g(*args)
        cold = time.perf_counter() - start
        begin = time.perf_counter()
        while time.perf_counter() - begin < 1:
            g(*args)
        times = []
        begin = time.perf_counter()
        while time.perf_counter() - begin < 2 or len(times) < 15:
            inner = time.perf_counter()
            for _ in range(4):
                g(*args)
            times.append((time.perf_counter() - inner) * 250000)
        times.sort()
        print("row", f.__name__, round(times[len(times) // 2], 1), round(cold * 1e6))
