import torch
import torch.fx as fx


def pattern(x, y):
    return torch.exp(x) * torch.exp(y)


def replacement(x, y):
    # TODO: the same value with one exp
    return torch.exp(x) * torch.exp(y)


def f(a, b):
    return torch.exp(a) * torch.exp(b) + 1


module = fx.symbolic_trace(f)
matches = fx.replace_pattern(module, pattern, replacement)
print(len(matches), "match")
print(module.code)
print(module(torch.tensor([0.0, 1.0]), torch.tensor([0.0, -1.0])))
