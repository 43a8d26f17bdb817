import torch


def activation(x):
    return x * torch.sigmoid(x)


@torch.compile(fullgraph=True)
def compute(x):
    y = torch.tanh(x)
    return activation(y) * 2, y.mean()


def layer(x):
    z, mean = compute(x)
    print("mean", mean)
    return z


x = torch.tensor([0.0, 0.5, 1.0])
print(layer(x))
