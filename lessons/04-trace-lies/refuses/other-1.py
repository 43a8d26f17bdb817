import torch


def scale(x, factor):
    return x * factor


g = torch.jit.script(scale)
print("scripted")
print(g(torch.ones(2), torch.tensor(0.5)))
