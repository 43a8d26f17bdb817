import torch


@torch.compile(dynamic=True)
def smooth(x):
    # TODO: this condition makes a second graph; min() of two sizes needs none
    if x.shape[0] > 8:
        window = 8
    else:
        window = x.shape[0]
    return x / window


for n in (4, 6, 12, 20):
    print(smooth(torch.ones(n)).sum().item())
