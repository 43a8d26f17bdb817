# feature: the benchmark rows on one GPU, as a program: the same file under Vitrine and under
# CPython with PyTorch. Prints a JSON line per row and mode; gpu_rows.py puts both side by side.
#   python gpu_program.py [rows] [tiny] [models] [train] [autotune: the models in that mode]
import json
import statistics
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

dev = "cuda"
torch.manual_seed(0)
torch.set_float32_matmul_precision("high")
wanted = sys.argv[1:] or ["rows", "models", "train", "tiny"]
modes = ["eager", "default", "reduce-overhead"]
R, C = 16384, 4096


def wall(fn, runs, warm=5, repeats=5):
    """Microseconds per call over back-to-back calls: the median of a few batches. What takes
    longer than a tenth of a second is run less often."""
    start = time.perf_counter()
    fn()
    torch.cuda.synchronize()
    first = time.perf_counter() - start
    if first > 0.1:
        runs, warm, repeats = 1, 0, 3
    for _ in range(warm):
        fn()
    torch.cuda.synchronize()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(runs):
            fn()
        torch.cuda.synchronize()
        times.append((time.perf_counter() - start) / runs * 1e6)
    return statistics.median(times)


def noise(*sizes):
    """Values without a pattern, made on the device: random numbers of CUDA tensors come from the CPU."""
    count = 1
    for size in sizes:
        count *= size
    return torch.sin(torch.arange(count, device=dev) % 65521 * 12.9898).reshape(sizes) * 1.5


def emit(**fields):
    print(json.dumps(fields), flush=True)


class Block(nn.Module):
    def __init__(self, d=512, h=8, ff=2048):
        super().__init__()
        self.self_attn = nn.MultiheadAttention(d, h, batch_first=True)
        self.ffn = nn.Sequential(nn.Linear(d, ff), nn.GELU(), nn.Linear(ff, d))
        self.norm1 = nn.LayerNorm(d)
        self.norm2 = nn.LayerNorm(d)

    def forward(self, x):
        r = x
        x = self.norm1(x)
        x, _ = self.self_attn(x, x, x)
        x = x + r
        r = x
        x = self.norm2(x)
        x = self.ffn(x)
        return x + r


class SmallMLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(*[m for _ in range(8) for m in (nn.Linear(256, 256), nn.ReLU())])

    def forward(self, x):
        return self.net(x)


def conv(i, o, s):
    return nn.Sequential(nn.Conv2d(i, o, 3, stride=s, padding=1), nn.BatchNorm2d(o), nn.ReLU())


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Sequential(conv(3, 32, 1), conv(32, 64, 2), conv(64, 128, 2), conv(128, 128, 1),
                               nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(128, 10))

    def forward(self, x):
        return self.f(x)


def transformer():
    return nn.Sequential(*[Block() for _ in range(6)]).to(dev)


def relu_plus_sigmoid(x):
    return x.relu() + x.sigmoid()


def pointwise_chain(m, w, b):
    return F.gelu(m * w + b) * torch.sigmoid(m) + m


def softmax(m):
    return torch.softmax(m * 0.125, -1)


def residual_layernorm(m, r, w, b):
    return F.layer_norm(m + r, (C,), w, b)


def sum_of_squares(m):
    return (m * m).sum()


def column_mean_var(m):
    return torch.stack([m.mean(0), m.var(0)])


def measure(name, fn, args, bytes_moved, runs):
    with torch.no_grad():
        expected = fn(*args)
        for mode in modes:
            try:
                torch._dynamo.reset()
                f = fn if mode == "eager" else torch.compile(fn, mode=mode)
                start = time.perf_counter()
                got = f(*args)
                torch.cuda.synchronize()
                cold = time.perf_counter() - start
                close = torch.allclose(got, expected, atol=1e-1, rtol=1e-2)
                del got
                us = wall(lambda: f(*args), runs)
                emit(row=name, mode=mode, us=us, cold_s=cold, ok=close, bytes=bytes_moved)
            except Exception as error:
                emit(row=name, mode=mode, error=f"{type(error).__name__}: {error}"[:300])
        del expected


def memory_rows():
    x = noise(1 << 26)
    y = torch.empty_like(x)
    us = wall(lambda: y.copy_(x), 50)
    emit(row="copy", mode="eager", us=us, bytes=2 * x.numel() * 4)
    measure("relu_plus_sigmoid", relu_plus_sigmoid, (x,), 2 * x.numel() * 4, 50)
    del x, y
    m = noise(R, C)
    w = noise(C)
    b = noise(C)
    r = noise(R, C)
    size = m.numel() * 4
    measure("pointwise_chain", pointwise_chain, (m, w, b), 2 * size, 50)
    measure("softmax", softmax, (m,), 2 * size, 50)
    measure("residual_layernorm", residual_layernorm, (m, r, w, b), 3 * size, 50)
    measure("sum_of_squares", sum_of_squares, (m,), size, 50)
    measure("column_mean_var", column_mean_var, (m,), size, 50)


def model_rows():
    measure("mlp_small", SmallMLP().to(dev).eval(), (torch.randn(16, 256, device=dev),), 0, 100)
    measure("transformer_infer", transformer().eval(), (torch.randn(32, 128, 512, device=dev),), 0, 20)
    measure("convnet_infer", ConvNet().to(dev).eval(), (torch.randn(32, 3, 224, 224, device=dev),), 0, 10)


def train(amp):
    for mode in modes:
        torch._dynamo.reset()
        torch.manual_seed(0)
        model = transformer()
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=None if mode == "eager" else True)
        f = model if mode == "eager" else torch.compile(model, mode=mode)
        criterion = nn.MSELoss()
        x = torch.randn(32, 128, 512, device=dev)
        y = torch.randn(32, 128, 512, device=dev)

        def step():
            optimizer.zero_grad()
            with torch.autocast("cuda", torch.bfloat16, enabled=amp):
                loss = criterion(f(x), y)
            loss.backward()
            optimizer.step()
            return loss

        name = "transformer_train" + ("_bf16" if amp else "")
        try:
            start = time.perf_counter()
            first = step().item()
            cold = time.perf_counter() - start
            torch.cuda.reset_peak_memory_stats()
            us = wall(step, 10, warm=5, repeats=3)
            emit(row=name, mode=mode, us=us, cold_s=cold, first=first, last=step().item(),
                 peak_mb=torch.cuda.max_memory_allocated() / 1e6)
        except Exception as error:
            emit(row=name, mode=mode, error=f"{type(error).__name__}: {error}"[:300])
        del model, optimizer, f, x, y


def tiny():
    measure("tiny_call", relu_plus_sigmoid, (torch.randn(8, device=dev),), 0, 2000)


emit(row="device", name=torch.cuda.get_device_name(), torch=torch.__version__)
if "rows" in wanted:
    memory_rows()
if "tiny" in wanted:
    tiny()
if "models" in wanted:
    model_rows()
if "autotune" in wanted:
    modes[:] = ["max-autotune"]
    model_rows()
if "train" in wanted:
    train(False)
    train(True)
