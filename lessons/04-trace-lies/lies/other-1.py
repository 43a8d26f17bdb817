import torch


@torch.jit.script
def choose(x):
    if x.sum() > 0:
        return x * 2
    return x - 100


g = torch.jit.trace(lambda x: choose(x), torch.ones(2))
print(g(torch.tensor([1.0, 2.0])))
print(g(torch.tensor([-1.0, -2.0])))
