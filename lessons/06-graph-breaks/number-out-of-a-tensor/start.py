import torch


@torch.compile
def normalise(x):
    # TODO: keep the maximum a tensor
    largest = x.abs().max().item()
    return x / largest


print(normalise(torch.tensor([1.0, -4.0, 2.0])))
