import torch


@torch.compile(dynamic=True)
def scores(x):
    return torch.softmax(x * 2, 0)


for n in (4, 6):
    print(tuple(scores(torch.ones(n, 2)).shape))
