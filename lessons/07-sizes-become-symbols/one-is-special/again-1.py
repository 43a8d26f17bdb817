import torch


@torch.compile(dynamic=True)
def f(x):
    return torch.relu(x) + 1


for rows in (5, 1, 7):
    for columns in (3, 4):
        print(tuple(f(torch.ones(rows, columns)).shape))
