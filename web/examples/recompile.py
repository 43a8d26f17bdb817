import torch


@torch.compile
def scale(x, factor):
    return torch.tanh(x) * factor


print(scale(torch.ones(4), 2))
print(scale(torch.ones(4), 3))
print(scale(torch.ones(6), 3))
print(scale(torch.ones(9), 3))
