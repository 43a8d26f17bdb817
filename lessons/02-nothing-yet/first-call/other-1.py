import torch


@torch.compile
def g(x):
    return torch.relu(x) + torch.sigmoid(x)


x = torch.tensor([-1.0, 0.0, 2.0, 4.0])
print("g is ready")
print(g(x))
