import torch
import torch.fx as fx


def soften(module):
    for node in module.graph.nodes:
        # TODO: where the target is torch.relu, make it torch.tanh
        pass
    module.recompile()
    return module


def f(x):
    return torch.relu(x) + torch.relu(x * 2)


module = soften(fx.symbolic_trace(f))
print(module.code)
print(module(torch.tensor([-1.0, 0.5])))
