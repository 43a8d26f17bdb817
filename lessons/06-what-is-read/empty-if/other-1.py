import torch


@torch.compile
def scale(x, factor):
    return x * factor


x = torch.ones(3)
for options in ({"factor": 2, "label": "train"}, {"factor": 2, "label": "test"}):
    print(scale(x, options["factor"]))
