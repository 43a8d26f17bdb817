# A float that changes between calls becomes an input of the compiled graph.
import torch
@torch.compile
def decay(x, rate):
    return x * torch.exp(-x * rate)
@torch.compile
def mul(x, rate):
    return x * rate
x = torch.tensor([0.5, 1.0, 2.0])
for rate in (0.5, 0.25):
    print(mul(x, rate))
for rate in (0.5, 0.25):
    print(decay(x, rate))
