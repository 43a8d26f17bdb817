import torch
import torch.fx as fx

scale = 2


def away_from_zero(x):
    if scale > 1:
        x = x * scale
    return x + torch.sign(x.sum())


module = fx.symbolic_trace(away_from_zero)
print(module.code)
print(module(torch.tensor([1.0, 2.0])))
print(module(torch.tensor([-1.0, -2.0])))
