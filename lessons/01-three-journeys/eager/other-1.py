import torch


def f(x):
    return x.relu() + x.sigmoid()


x = torch.tensor([-1.0, 0.0, 2.0, 4.0])
print(f(x))
