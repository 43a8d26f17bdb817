import torch

shape = None


@torch.compile
def step(x):
    global shape
    x = x * 0.5
    shape = tuple(x.shape)
    return x + 1


for n in (2, 2, 2):
    shape = None
    step(torch.ones(n, 3))
    print(shape)
