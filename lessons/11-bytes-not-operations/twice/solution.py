import torch


@torch.compile
def once(x):
    return torch.tanh(x * 2 + 1)


@torch.compile
def twice(x):
    y = torch.tanh(x * 2 + 1)
    return torch.tanh(y * 2 + 1)


x = torch.linspace(-1.0, 1.0, 10_000)
print(once(x))
print(twice(x))
