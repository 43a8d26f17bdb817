import warnings

import torch

warnings.filterwarnings("ignore")


def f(x):
    if x.sum() > 0:
        return x * 2
    return x - 100


# TODO: tracing keeps one branch; compile the source with torch.jit.script instead
g = torch.jit.trace(f, torch.ones(2))
print(g(torch.tensor([1.0, 2.0])))
print(g(torch.tensor([-1.0, -2.0])))
