import torch


@torch.compile
def f(x):
    return torch.relu(x) + 1


for rows in (4, 6, 4, 9):
    print(tuple(f(torch.ones(rows, 3)).shape))
