import torch


@torch.compile
def layer(x):
    y = torch.tanh(x)
    return y * 2, y.mean()


x = torch.tensor([0.0, 0.5, 1.0])
y, mean = layer(x)
print("mean", mean)
print(y)
