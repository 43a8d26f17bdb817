import torch


@torch.compile
def f(x, w):
    product = x @ w
    active = torch.tanh(product + product)
    return active / active.sum(1, keepdim=True)


x = torch.linspace(0.0, 0.1, 4096).reshape(64, 64)
w = torch.linspace(0.0, 0.1, 4096).reshape(64, 64)
print(f(x, w)[-1, :4])
