import warnings

import torch

warnings.filterwarnings("ignore")


def f(x):
    if x.sum() > 0:
        return x * 2
    return x - 100


g = torch.jit.script(f)
print(g(torch.tensor([1.0, 2.0])))
print(g(torch.tensor([-1.0, -2.0])))
