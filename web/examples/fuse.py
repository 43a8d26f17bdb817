import torch


@torch.compile
def f(x, y):
    a = torch.relu(x)
    b = torch.sigmoid(y)
    return a + b * 2.0


x = torch.tensor([[-1.0, 0.5], [2.0, 3.0]])
y = torch.ones(2, 2)
print(f(x, y))
