import torch


def f(x, double):
    if double:
        return x * 2
    return x - 100


g = torch.compile(f)
print(g(torch.tensor([1.0, 2.0]), True))
print(g(torch.tensor([1.0, 2.0]), False))
