import torch
import torch.fx as fx


def away_from_zero(x):
    # TODO: this branch cannot stand in a graph; choose with torch.where
    if x.sum() > 0:
        return x + 1
    return x - 1


try:
    module = fx.symbolic_trace(away_from_zero)
    print(module.code)
    print(module(torch.tensor([1.0, 2.0])))
    print(module(torch.tensor([-1.0, -2.0])))
except fx.proxy.TraceError as error:
    print("TraceError:", error)
