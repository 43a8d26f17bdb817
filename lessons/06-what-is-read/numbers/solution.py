import torch


@torch.compile
def decay(x, rate):
    return x * torch.exp(-x * rate)


x = torch.tensor([0.5, 1.0, 2.0])
for rate in (0.5, 0.25, 0.125, 0.0625):
    print(decay(x, torch.tensor(rate)))
