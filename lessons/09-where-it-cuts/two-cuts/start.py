import torch


@torch.compiler.disable
def activation(x):
    return x * torch.sigmoid(x)


@torch.compile
def layer(x):
    y = torch.tanh(x)
    mean = y.mean()
    # TODO: no cut in here, and the same output
    print("mean", mean)
    z = activation(y)
    return z * 2


x = torch.tensor([0.0, 0.5, 1.0])
print(layer(x))
