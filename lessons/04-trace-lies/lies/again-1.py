import warnings

import torch

warnings.filterwarnings("ignore")


def f(x):
    if x.max() > 10:
        x = x / 10
    return x + 1


g = torch.jit.trace(f, torch.tensor([20.0]))
print(g(torch.tensor([5.0])))
