import torch


@torch.compile
def f(x, y):
    return torch.relu(x) + y


x = torch.tensor([-1.0, 0.0, 2.0])
print(f(x, torch.ones(3)))
print(f(x, torch.ones(3, dtype=torch.float64)))
