import warnings

import torch

warnings.filterwarnings("ignore")


def f(x):
    if x.sum() > 0:
        return x * 2
    return x - 100


# TODO: for a negative sum, g should return x - 100 as f does
g = torch.jit.trace(f, torch.ones(2))
print(g(torch.tensor([1.0, 2.0])))
print(g(torch.tensor([-1.0, -2.0])))
