import torch


def one_large(x):
    return torch.sigmoid(x) * torch.tanh(x) + x


def many_small(x, w):
    for _ in range(6):
        x = torch.relu(x @ w)
    return x


# TODO: each has the mode that helps it
large = torch.compile(one_large)
small = torch.compile(many_small)
for i in range(4):
    print(large(torch.linspace(-1, 1, 100000)).shape)
    print(small(torch.full((4, 4), float(i)), torch.eye(4)).sum())
