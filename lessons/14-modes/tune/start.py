import torch


def many_small(x, w):
    for _ in range(6):
        x = torch.relu(x @ w)
    return x


def one_large(x, w):
    return torch.relu(x @ w)


# TODO: one of the two is bound by its launches, the other by one product. A mode for each.
small = torch.compile(many_small)
large = torch.compile(one_large)
for i in range(4):
    print(small(torch.full((4, 4), float(i)), torch.eye(4)).sum())
    print(large(torch.ones(128, 128), torch.eye(128)).sum())
