import torch


def f(x):
    return torch.relu(x) + torch.sigmoid(x)


functions = [torch.compile(f) for _ in range(5)]
print(len(functions), "are ready")
