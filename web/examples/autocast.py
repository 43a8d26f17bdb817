import torch


@torch.compile
def f(x, w):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ w
    return y, y.float().sum()


y, total = f(torch.ones(4, 8), torch.ones(8, 4))
print(y.dtype, total.dtype, total)
print(torch.tensor(256.0, dtype=torch.bfloat16) + 1)
