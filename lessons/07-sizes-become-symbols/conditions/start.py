import torch


@torch.compile(dynamic=True)
def smooth(x):
    # TODO: both sides differ in a number only; one graph is enough
    if x.shape[0] > 8:
        window = 8
    else:
        window = x.shape[0]
    return x / window


for n in (4, 6, 12, 20):
    print(smooth(torch.ones(n)).sum().item())
