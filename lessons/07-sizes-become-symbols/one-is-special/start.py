import torch


@torch.compile(dynamic=True)
def scores(x):
    return torch.softmax(x * 2, 0)


# TODO: one graph serves nine of these batches
for n in range(1, 11):
    x = torch.ones(n, 3)
    print(tuple(scores(x).shape))
