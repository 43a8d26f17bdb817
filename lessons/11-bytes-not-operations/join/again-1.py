import torch


@torch.compile
def f(x):
    return torch.tanh(torch.relu(x) * 3) + 1


x = torch.linspace(-1.0, 1.0, 500)
y = f(x)
print(y.shape)
