import torch


def f(x):
    if x.sum() > 0:
        return x * 2
    return x - 1


scripted = torch.jit.script(f)
x = torch.tensor([-1.0, -2.0])
print(f(x), scripted(x))
