import torch


def f(x):
    return torch.relu(x) + torch.sigmoid(x)


x = torch.tensor([-1.0, 0.0, 2.0, 4.0])
g = torch.compile(f)
print("g is ready")
print(g(x))
