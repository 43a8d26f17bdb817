import torch


@torch.compile
def rescale(x):
    y = torch.relu(x)
    total = y.sum()
    large = total > 4
    # TODO: both results from one graph
    if large:
        return y / 2
    return y * 2


print(rescale(torch.tensor([1.0, 2.0, 3.0])))
print(rescale(torch.tensor([-1.0, 1.0, 2.0])))
