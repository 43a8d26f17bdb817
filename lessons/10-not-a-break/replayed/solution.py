import torch


class Meter:
    shape = None


meter = Meter()


@torch.compile
def step(x):
    x = x * 0.5
    meter.shape = tuple(x.shape)
    return x + 1


for n in (2, 2, 2):
    meter.shape = None
    step(torch.ones(n, 3))
    print(meter.shape)
