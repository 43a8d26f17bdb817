import torch
import torch.fx as fx


def away_from_zero(x):
    return x + torch.sign(x.sum())


module = fx.symbolic_trace(away_from_zero)
print(module.code)
print(module(torch.tensor([1.0, 2.0])))
print(module(torch.tensor([-1.0, -2.0])))
