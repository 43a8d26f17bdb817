import torch
import torch._dynamo


@torch.compile
def tag(x, name):
    if name == "":
        return x
    return x * 2


# TODO: this loop should end with an exception: what happens in it must not stay unseen
try:
    for i in range(12):
        y = tag(torch.ones(2), f"sample {i}")
    print("nobody noticed:", y)
except Exception as error:
    print(type(error).__name__, "at sample", i)
