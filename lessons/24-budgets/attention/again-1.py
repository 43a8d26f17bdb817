import torch


@torch.compile
def f(x, w):
    return (torch.relu(x) @ w) * 2 + 1


print(f(torch.ones(8, 8), torch.eye(8)).sum())
