import torch


@torch.compile
def f(x):
    y = torch.sin(x)
    if y.sum() > 0:
        return y * 2
    return y - 1


print(f(torch.ones(3)))
print(f(-torch.ones(3)))
