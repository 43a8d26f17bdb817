import torch


@torch.compile(dynamic=True)
def centre(x):
    return x - x.mean()


for n in (4, 6, 8, 10):
    print(centre(torch.arange(float(n))).sum().item())
