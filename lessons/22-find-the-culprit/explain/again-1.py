import torch


@torch.compile
def f(x, unit):
    x = torch.relu(x)
    if unit:
        x = x / x.norm().item()
    return x + 1


print(f(torch.tensor([3.0, 4.0]), True))
