import torch


@torch.compile
def f(x, w):
    a = x @ w
    b = a @ w
    c = b @ w
    y = c @ w
    return y


print(f(torch.ones(128, 128), torch.eye(128) * 3).sum())
