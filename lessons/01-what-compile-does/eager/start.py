import torch


def f(x):
    # TODO: return relu(x) plus sigmoid(x)
    return torch.relu(x)


x = torch.tensor([-1.0, 0.0, 2.0, 4.0])
print(f(x))
