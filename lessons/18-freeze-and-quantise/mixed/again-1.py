import torch


@torch.compile
def normalise(x):
    x = x - x.mean()
    largest = x.max().item()
    x = x / largest
    return x.abs().sum()


print(f"{normalise(torch.tensor([1.0, 2.0, 6.0])):.4f}")
