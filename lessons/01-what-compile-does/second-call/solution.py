import torch


@torch.compile
def f(x):
    return torch.relu(x) + torch.sigmoid(x)


first = torch.tensor([-1.0, 0.0, 2.0, 4.0])
second = torch.tensor([1.0, 2.0, 3.0, 4.0], dtype=torch.float64)

print(f(first))
print(f(second.float()))
