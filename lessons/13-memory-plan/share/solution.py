import torch


@torch.compile
def f(x, w):
    a = x @ w
    b = a @ w
    c = b @ w
    d = c @ w
    e = d @ w
    y = e @ w
    return y


x = torch.ones(256, 256)
w = torch.eye(256) * 2
print(f(x, w).sum())
