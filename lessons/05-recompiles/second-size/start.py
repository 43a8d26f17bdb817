import torch


@torch.compile
def centre(x):
    return x - x.mean()


# TODO: tell torch.compile from the start that sizes will change
for n in (4, 6, 8, 10):
    print(centre(torch.arange(float(n))).sum().item())
