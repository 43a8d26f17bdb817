# Times of capture itself: guards, the compiled call, tracing. Runs under Vitrine and under
# PyTorch; capture_rows.py runs both and puts them side by side.
import time

import torch
import torch.nn as nn


class Four(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x):
        return self.b(self.a(x))


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = [p.view(b, t, self.heads, c // self.heads).transpose(1, 2)
                   for p in self.qkv(self.norm1(x)).split(c, dim=2)]
        y = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).contiguous().view(b, t, c))
        return x + self.down(nn.functional.gelu(self.up(self.norm2(x))))


def per_call(fn, seconds=0.3):
    """Microseconds of one call: the best of five runs of a loop."""
    for _ in range(50):
        fn()
    count, best = 100, None
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(count):
            fn()
        took = time.perf_counter() - start
        best = took / count if best is None else min(best, took / count)
        count = max(100, int(seconds / 5 / (took / count)))
    return best * 1e6


def returns_at_once(gm, inputs):
    result = (torch.zeros(1),)
    return lambda *args: result


def guard_check():
    """A compiled call whose graph costs nothing, less a plain call: two tensors, an int, a module."""
    module = Four()

    def f(x, y, n):
        return module(x) + y * n

    def plain(x, y, n):
        return x

    compiled = torch.compile(f, backend=returns_at_once)
    x, y = torch.ones(2, 4), torch.ones(2, 4)
    compiled(x, y, 3)
    return per_call(lambda: compiled(x, y, 3)) - per_call(lambda: plain(x, y, 3))


def compiled_call():
    """A compiled call on a tiny tensor, less the same kernel launched by its own callable."""
    kept = []

    def keep(gm, inputs):
        from torch._inductor.compile_fx import compile_fx
        kept.append(compile_fx(gm, inputs))
        return kept[-1]

    def f(x):
        return x * 2 + 1

    compiled = torch.compile(f, backend=keep)
    x = torch.ones(8)
    with torch.no_grad():
        compiled(x)
        direct = kept[0]
        arguments = [x]
        try:
            direct(x)
            launch = lambda: direct(x)
        except TypeError:
            launch = lambda: direct(list(arguments))
        return per_call(lambda: compiled(x)) - per_call(launch)


def capture_transformer():
    """Capture with guards of six transformer blocks, in milliseconds."""
    model = nn.Sequential(*[Block(32, 4) for _ in range(6)])
    x = torch.randn(2, 8, 32)
    best = None
    for _ in range(5):
        torch._dynamo.reset()
        compiled = torch.compile(model, backend=lambda gm, inputs: gm.forward)
        start = time.perf_counter()
        compiled(x)
        first = time.perf_counter() - start
        start = time.perf_counter()
        compiled(x)
        best = min(first - (time.perf_counter() - start), best or first)
    return best * 1e3


print("guard_check", f"{guard_check():.3f}", "us")
print("compiled_call", f"{compiled_call():.3f}", "us")
print("capture_transformer", f"{capture_transformer():.3f}", "ms")
