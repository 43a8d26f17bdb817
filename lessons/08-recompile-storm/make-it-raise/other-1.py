import torch
import torch._dynamo


@torch.compile
def tag(x, name):
    if name == "":
        return x
    return x * 2


torch._dynamo.config.error_on_recompile = True
try:
    for i in range(12):
        y = tag(torch.ones(2), f"sample {i}")
    print("nobody noticed:", y)
except Exception as error:
    print(type(error).__name__, "at sample", i)
