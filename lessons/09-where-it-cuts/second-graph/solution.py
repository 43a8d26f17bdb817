import torch


@torch.compile(fullgraph=True)
def normalise(x):
    largest = x.abs().max()
    return x / largest


print(normalise(torch.tensor([1.0, -4.0, 2.0])))
print(normalise(torch.tensor([1.0, -5.0, 2.0])))
