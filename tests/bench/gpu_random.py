"""Draws of the CUDA generator, a line per case: the same under Vitrine and under PyTorch on
the same GPU, as far as the functions of the device's library round alike.

  diff <(vitrine run tests/bench/gpu_random.py) <(python3 tests/bench/gpu_random.py)
"""
import torch
import torch.nn.functional as F

device = "cuda"


def show(name, t):
    flat = t.detach().cpu().reshape(-1)
    some = flat[:6].tolist() + flat[-3:].tolist()
    text = " ".join(f"{x:.6g}" if isinstance(x, float) else str(x) for x in some)
    print(f"{name}: {text} | {flat.double().sum().item():.7g}")


def draws(n):
    torch.manual_seed(n)
    show(f"rand {n}", torch.rand(n, device=device))
    show(f"randn {n}", torch.randn(n, device=device))
    for dtype in (torch.float64, torch.float16, torch.bfloat16):
        show(f"rand {dtype} {n}", torch.rand(n, device=device, dtype=dtype))
        show(f"randn {dtype} {n}", torch.randn(n, device=device, dtype=dtype))
    show(f"randint {n}", torch.randint(0, 1000, (n,), device=device))
    show(f"randint wide {n}", torch.randint(-(1 << 40), 1 << 40, (n,), device=device))
    show(f"randint middle {n}", torch.randint(0, 1 << 29, (n,), device=device))
    show(f"randint int32 {n}", torch.randint(0, 77, (n,), device=device, dtype=torch.int32))
    show(f"uniform_ {n}", torch.empty(n, device=device).uniform_(-2, 3))
    show(f"normal_ {n}", torch.empty(n, device=device).normal_(1, 0.5))
    show(f"random_ {n}", torch.empty(n, device=device, dtype=torch.int64).random_())
    show(f"random_ int32 {n}", torch.empty(n, device=device, dtype=torch.int32).random_())
    show(f"random_ float {n}", torch.empty(n, device=device).random_())
    show(f"exponential_ {n}", torch.empty(n, device=device).exponential_(2.0))
    show(f"exponential_ double {n}", torch.empty(n, device=device, dtype=torch.float64).exponential_(2.0))
    show(f"bernoulli_ {n}", torch.empty(n, device=device).bernoulli_(0.3))
    show(f"bernoulli {n}", torch.bernoulli(torch.full((n,), 0.3, device=device)))
    show(f"dropout {n}", F.dropout(torch.ones(n, device=device), 0.3))
    show(f"dropout half {n}", F.dropout(torch.ones(n, device=device, dtype=torch.float16), 0.3))
    show(f"dropout double {n}", F.dropout(torch.ones(n, device=device, dtype=torch.float64), 0.3))
    show(f"dropout bfloat16 {n}", F.dropout(torch.ones(n, device=device, dtype=torch.bfloat16), 0.3))
    print("state", torch.cuda.get_rng_state().tolist())
    show(f"rand_like {n}", torch.rand_like(torch.empty(n, device=device)))
    show(f"multinomial {n}", torch.multinomial(torch.rand(n, device=device), min(n, 3)))
    show(f"multinomial one {n}", torch.multinomial(torch.rand(n, device=device), 1))
    print("state", torch.cuda.get_rng_state().tolist())


for n in (1, 7, 1000, 1004, 4096, 100002, 100003, 3000000, 3000001):
    draws(n)
for n in (1, 10, 1000, 100000):
    torch.manual_seed(n)
    show(f"randperm {n}", torch.randperm(n, device=device))
    print("state", torch.cuda.get_rng_state().tolist())
g = torch.Generator(device=device).manual_seed(5)
show("generator", torch.rand(10, device=device, generator=g))
show("generator", torch.randn(10, device=device, generator=g))
torch.cuda.manual_seed(11)
show("cuda.manual_seed", torch.rand(10, device=device))
