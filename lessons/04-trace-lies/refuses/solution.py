import torch


def scale(x, factor: float):
    return x * factor


g = torch.jit.script(scale)
print("scripted")
print(g(torch.ones(2), 0.5))
