import torch

scale = 2.0


@torch.compile
def f(x, mode):
    if mode == "wide":
        x = torch.cat([x, x])
    if x.shape[0] > 4:
        x = x * scale
    total = x.sum()
    if total.item() > 10:
        x = x / total
    return x + 1


print(f(torch.ones(3), "wide"))
