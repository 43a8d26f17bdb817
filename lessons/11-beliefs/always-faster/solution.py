import torch


def one(x):
    return torch.relu(x)


def many(x):
    return torch.relu(x) * 2 + torch.sigmoid(x) - 1


x = torch.randn(64)
many = torch.compile(many)
one(x)
many(x)
print("done")
