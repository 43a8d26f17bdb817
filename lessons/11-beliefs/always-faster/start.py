import torch


def one(x):
    return torch.relu(x)


def many(x):
    return torch.relu(x) * 2 + torch.sigmoid(x) - 1


x = torch.randn(64)
# TODO: compile the one of the two for which it saves kernels
one = torch.compile(one)
one(x)
many(x)
print("done")
