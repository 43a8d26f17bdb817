import torch


@torch.compile
def f(x, positive):
    if positive:
        return torch.relu(x)
    return torch.tanh(x) * 2 + 1


x = torch.tensor([-1.0, 1.0])
print(f(x, True))
print(f(x, False))
