import torch

steps = {"scale": 2.0, "shift": 1.0, "clip": None, "again": 3.0}


@torch.compile
def prepare(x):
    for name, value in steps.items():
        if value is None:
            continue
        if name == "shift":
            x = x + value
        else:
            x = x * value
    return x


print(prepare(torch.tensor([1.0, 2.0, 3.0])))
