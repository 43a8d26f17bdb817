import torch


# TODO: one kernel, and an error should any break come back
@torch.compile
def normalise(x):
    largest = x.abs().max().item()
    return x / largest


print(normalise(torch.tensor([1.0, -4.0, 2.0])))
print(normalise(torch.tensor([1.0, -5.0, 2.0])))
