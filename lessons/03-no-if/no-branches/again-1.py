import torch
import torch.fx as fx


def clip(x):
    largest = x.max()
    big = largest > 1
    y = x / largest
    while big:
        y = y / 2
    return y


fx.symbolic_trace(clip)
