import torch


@torch.compile(dynamic=True)
def pad(x):
    if x.shape[0] % 2 == 1:
        x = torch.cat([x, torch.zeros(1)])
    return x.reshape(2, -1).sum(0)


for n in (4, 6, 7):
    print(pad(torch.ones(n)))
