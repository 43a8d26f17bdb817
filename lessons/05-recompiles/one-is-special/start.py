import torch


@torch.compile(dynamic=True)
def scores(x):
    return torch.softmax(x * 2, 0)


# TODO: a batch of one makes a graph of its own; leave it out
for n in (4, 1, 6):
    print(tuple(scores(torch.ones(n, 2)).shape))
