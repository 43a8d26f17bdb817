import torch


@torch.compile
def f(x):
    y = torch.relu(x) * 2
    print("halfway")
    return torch.sigmoid(y) + 1


print(f(torch.tensor([-1.0, 0.0, 2.0])))
