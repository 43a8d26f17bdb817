import torch

steps = {"scale": 2.0, "shift": 1.0, "clip": None}


@torch.compile
def prepare(x):
    for name, value in steps.items():
        if value is None:
            continue
        if name == "scale":
            x = x * value
        # TODO: add the value for "shift"
    return x


print(prepare(torch.tensor([1.0, 2.0, 3.0])))
