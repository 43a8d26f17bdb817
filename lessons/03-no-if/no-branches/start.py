import torch
import torch.fx as fx

scale = 2


def away_from_zero(x):
    if scale > 1:
        x = x * scale
    total = x.sum()
    # TODO: this function should become a graph, and still give both results
    if total > 0:
        return x + 1
    return x - 1


module = fx.symbolic_trace(away_from_zero)
print(module.code)
print(module(torch.tensor([1.0, 2.0])))
print(module(torch.tensor([-1.0, -2.0])))
