import torch


@torch.compile(fullgraph=True)
def f(x):
    y = torch.sin(x)
    return torch.where(y.sum() > 0, y * 2, y - 1)


print(f(torch.ones(3)))
print(f(-torch.ones(3)))
