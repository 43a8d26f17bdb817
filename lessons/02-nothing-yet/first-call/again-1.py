import torch


@torch.compile
def double(x):
    return x * 2


@torch.compile
def square(x):
    return x * x


print(square(torch.ones(2)))
