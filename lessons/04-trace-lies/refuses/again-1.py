import torch


def pick(x, limit: float):
    if limit > 0:
        y = x
    else:
        y = limit
    return y


x = torch.ones(2)
g = torch.jit.script(pick)
print("scripted")
print(g(x, 0.5))
