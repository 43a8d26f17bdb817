import torch


def activation(x):
    return x * torch.sigmoid(x)


@torch.compile
def block(x):
    x = x + 1
    x = activation(x)
    return x - 1


print(block(torch.tensor([-1.0, 0.0, 1.0])))
