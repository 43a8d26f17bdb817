import torch


class Meter:
    shape = None


meter = Meter()


@torch.compile
def step(x):
    x = x * 0.5
    # TODO: after each call, meter.shape is the shape of x, as a tuple
    return x + 1


for n in (2, 2, 2):
    meter.shape = None
    step(torch.ones(n, 3))
    print(meter.shape)
