import torch


@torch.compile
def f(x):
    positive = torch.relu(x)
    return positive + torch.sigmoid(x)


x = torch.tensor([-1.0, 0.0, 2.0, 4.0])
print("shape:", tuple(x.shape))
print(f(x))
