import torch


@torch.compile
def positive(x):
    return torch.relu(x)


@torch.compile
def squashed(x):
    return torch.sigmoid(x)


# TODO: compile f as a whole, not its two parts
def f(x):
    return positive(x) + squashed(x)


x = torch.tensor([-1.0, 0.0, 2.0, 4.0])
print(f(x))
