import torch
import torch._dynamo

torch._dynamo.config.recompile_limit = 3


@torch.compile
def greet(x, name):
    if name == "nobody":
        return x
    return x + 1


for name in ("ada", "bob", "cyd", "dan", "eve", "ada"):
    print(greet(torch.ones(1), name))
