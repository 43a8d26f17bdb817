import torch


def f(x, double):
    if double:
        return x * 2
    return x - 100


g = torch.compile(f)
x = torch.tensor([1.0, 2.0])
for double in (True, False, False, True):
    print(g(x, double))
