import torch


@torch.compile
def f(x, y):
    a = torch.relu(x) + y
    b = a * a
    return b + torch.sigmoid(a)


x = torch.linspace(-1.0, 1.0, 1000)
print(f(x, x * 2)[:2])
