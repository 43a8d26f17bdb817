"""A branch on a tensor's value: the graph ends there, and each way on is a graph of its own."""
import torch


@torch.compile
def step(x):
    x = x * 2
    if x.sum() > 0:
        return x + 1
    return x - 1


print(step(torch.ones(4)).tolist())
print(step(-torch.ones(4)).tolist())
