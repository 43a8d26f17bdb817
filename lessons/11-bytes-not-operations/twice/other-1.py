import torch


@torch.compile
def once(x):
    return torch.tanh(x * 2 + 1)


@torch.compile
def twice(x):
    for _ in range(2):
        x = torch.tanh(x * 2 + 1)
    return x


x = torch.linspace(-1.0, 1.0, 10_000)
print(once(x))
print(twice(x))
