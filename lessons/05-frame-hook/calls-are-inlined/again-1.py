import torch


def positive(x):
    return torch.relu(x)


def squashed(x):
    return torch.sigmoid(x)


@torch.compile
def f(x):
    return positive(x) + squashed(x)


print(f(torch.tensor([-1.0, 0.0, 2.0])))
