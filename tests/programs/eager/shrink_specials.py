# Shrinking and clamping keep NaN, and give in long rows what they give in short ones.
import torch
import torch.nn.functional as F

inf, nan = float("inf"), float("nan")
x = torch.tensor([0.0, -0.0, 0.5, -0.5, 0.25, -0.25, 2.0, -2.0, inf, -inf, nan])
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
    a = x.to(dtype)
    if dtype != torch.float64:
        print(F.softshrink(a), F.softshrink(a, 0.25))
    print(F.hardshrink(a), F.hardshrink(a, 0.25))
    print(F.hardtanh(a), F.relu6(a))
    print(F.hardswish(a), F.hardsigmoid(a))
    print(torch.signbit(F.hardshrink(a))[:10].tolist())
    long = a.repeat(100)
    for f in (F.softshrink, F.hardshrink, F.hardtanh, F.hardswish, F.hardsigmoid, F.leaky_relu, torch.sign, torch.abs):
        print(f.__name__, torch.equal(f(long).nan_to_num(7.0), f(a).nan_to_num(7.0).repeat(100)), end=" ")
    print()
mask = (x > 0).repeat(100)
long = x.repeat(100)
print(torch.equal((long * mask).nan_to_num(7.0), (x * (x > 0)).nan_to_num(7.0).repeat(100)), (mask & (long < 1)).sum(),
      (~mask).sum())
print(torch.where(mask, long, -1.0)[-11:], torch.addcmul(long, long, mask)[-11:], long.masked_fill(mask, 3)[-11:])
