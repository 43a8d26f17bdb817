"""One benchmark row: `rows.py ROW eager|compiled THREADS SECONDS`. Runs alike under Vitrine
and under PyTorch; prints the median time of a call in microseconds, and of the first call."""
import sys
import time
import torch
import torch.nn.functional as F

row, mode, threads, budget = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
torch.set_num_threads(threads)
torch.manual_seed(0)


def relu_plus_sigmoid(x):
    return x.relu() + x.sigmoid()


def pointwise_chain(m, w, b):
    return F.gelu(m * w + b) * torch.sigmoid(m) + m


def softmax(m):
    return torch.softmax(m * .125, -1)


def residual_layernorm(m, r, w, b):
    return F.layer_norm(m + r, (2048,), w, b)


def sum_of_squares(m):
    return (m * m).sum()


def column_mean_var(m):
    return torch.stack([m.mean(0), m.var(0)])


def tiny_call(x):
    return x.relu() + x.sigmoid()


m = torch.randn(4096, 2048)
w = torch.randn(2048)
if row == "relu_plus_sigmoid":
    f, args = relu_plus_sigmoid, (torch.randn(1 << 23),)
elif row == "pointwise_chain":
    f, args = pointwise_chain, (m, w, w)
elif row == "softmax":
    f, args = softmax, (m,)
elif row == "residual_layernorm":
    f, args = residual_layernorm, (m, torch.randn(4096, 2048), w, w)
elif row == "sum_of_squares":
    f, args = sum_of_squares, (m,)
elif row == "column_mean_var":
    f, args = column_mean_var, (m,)
else:
    f, args = tiny_call, (torch.randn(8),)

with torch.no_grad():
    reference = f(*args)
    g = f if mode == "eager" else torch.compile(f)
    start = time.perf_counter()
    first = g(*args)
    cold = time.perf_counter() - start
    assert torch.allclose(first, reference, rtol=1e-4, atol=1e-4)
    for _ in range(3):
        g(*args)
    times = []
    begin = time.perf_counter()
    while time.perf_counter() - begin < budget or len(times) < 5:
        t = time.perf_counter()
        g(*args)
        times.append((time.perf_counter() - t) * 1e6)
times.sort()
print(f"{times[len(times) // 2]:.2f} {times[len(times) // 10]:.2f} {times[len(times) * 9 // 10]:.2f} {cold * 1e6:.0f}")
