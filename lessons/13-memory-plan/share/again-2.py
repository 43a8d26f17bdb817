import torch


@torch.compile
def f(x, w):
    a = x @ w
    b = a @ w
    c = b @ w
    d = c @ w
    e = d @ w
    y = e @ w
    return y + a


print(f(torch.ones(128, 128), torch.eye(128) * 2).sum())
