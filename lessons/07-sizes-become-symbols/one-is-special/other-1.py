import torch


@torch.compile(dynamic=True)
def scores(x):
    return torch.softmax(x * 2, 0)


for n in range(2, 11):
    print(tuple(scores(torch.ones(n, 3)).shape))
