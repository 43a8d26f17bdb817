import torch


@torch.compile(dynamic=True)
def smooth(x):
    window = torch.arange(x.shape[0]).clamp(max=7).amax() + 1
    return x / window


for n in (4, 6, 12, 20):
    print(smooth(torch.ones(n)).sum().item())
