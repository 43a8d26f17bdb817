import torch


def activation(x):
    return x * torch.sigmoid(x)


@torch.compile(fullgraph=True)
def layer(x):
    y = torch.tanh(x)
    mean = y.mean()
    z = activation(y)
    return z * 2, mean


x = torch.tensor([0.0, 0.5, 1.0])
z, mean = layer(x)
print("mean", mean)
print(z)
