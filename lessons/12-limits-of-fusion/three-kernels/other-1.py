import torch


@torch.compile
def f(x, w):
    return (torch.relu(x) * w.sum(1)).sum(1)


x = torch.linspace(-1.0, 1.0, 4096).reshape(64, 64)
w = torch.linspace(0.0, 0.001, 4096).reshape(64, 64)
print(f(x, w)[-3:])
