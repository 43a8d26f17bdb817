import time

import torch


@torch.compile
def timed(x):
    y = torch.relu(x)
    begin = time.time()
    z = torch.tanh(y) * 2
    return z + (begin > 0)


print(timed(torch.tensor([-1.0, 0.0, 1.0])))
