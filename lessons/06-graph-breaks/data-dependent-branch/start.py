import torch


@torch.compile
def rescale(x):
    y = torch.relu(x)
    # TODO: choose with torch.where instead of branching
    if y.sum() > 4:
        return y / 2
    return y * 2


print(rescale(torch.tensor([1.0, 2.0, 3.0])))
print(rescale(torch.tensor([-1.0, 1.0, 2.0])))
