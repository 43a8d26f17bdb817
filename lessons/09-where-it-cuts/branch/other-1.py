import torch


@torch.compile
def rescale(x):
    y = torch.relu(x)
    large = y.sum() > 4
    return y * (2.0 - 1.5 * large)


print(rescale(torch.tensor([1.0, 2.0, 3.0])))
print(rescale(torch.tensor([-1.0, 1.0, 2.0])))
