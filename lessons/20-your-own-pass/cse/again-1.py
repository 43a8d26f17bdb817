import torch


def f(x):
    a = torch.relu(x)
    x.add_(1)
    return torch.relu(x) - a


print(torch.compile(f)(torch.tensor([0.0, 1.0])))
