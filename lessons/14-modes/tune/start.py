import torch


def many_small(x, w):
    for _ in range(6):
        x = torch.relu(x @ w)
    return x


def one_large(x):
    return torch.sigmoid(x) * torch.tanh(x) + x


# TODO: each has the mode that helps it
small = torch.compile(many_small)
large = torch.compile(one_large)
for i in range(4):
    print(small(torch.full((4, 4), float(i)), torch.eye(4)).sum())
    print(large(torch.linspace(-1, 1, 100000)).shape)
