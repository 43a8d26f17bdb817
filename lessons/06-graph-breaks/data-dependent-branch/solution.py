import torch


@torch.compile
def rescale(x):
    y = torch.relu(x)
    return torch.where(y.sum() > 4, y / 2, y * 2)


print(rescale(torch.tensor([1.0, 2.0, 3.0])))
print(rescale(torch.tensor([-1.0, 1.0, 2.0])))
