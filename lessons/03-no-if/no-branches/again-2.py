import torch
import torch.fx as fx


def spread(x):
    size = x.shape[0]
    rows = [x * i for i in range(3)]
    y = rows[0] + rows[2]
    for i in range(size):
        y = y + 1
    return y


fx.symbolic_trace(spread)
