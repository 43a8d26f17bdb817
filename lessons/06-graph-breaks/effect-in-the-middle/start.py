import torch


@torch.compile
def layer(x):
    y = torch.tanh(x)
    # TODO: return the mean beside the result, and let the caller print it
    print("mean", y.mean())
    return y * 2


x = torch.tensor([0.0, 0.5, 1.0])
print(layer(x))
