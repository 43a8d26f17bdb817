import torch


@torch.compile
def rescale(x):
    y = torch.relu(x)
    total = y.sum()
    large = total > 4
    return torch.where(large, y / 2, y * 2)


print(rescale(torch.tensor([1.0, 2.0, 3.0])))
print(rescale(torch.tensor([-1.0, 1.0, 2.0])))
