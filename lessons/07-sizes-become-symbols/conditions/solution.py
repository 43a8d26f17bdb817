import torch


@torch.compile(dynamic=True)
def smooth(x):
    window = min(x.shape[0], 8)
    return x / window


for n in (4, 6, 12, 20):
    print(smooth(torch.ones(n)).sum().item())
