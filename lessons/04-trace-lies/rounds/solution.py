import torch


def running_sum(x):
    total = torch.zeros(x.size(1))
    for i in range(x.size(0)):
        total = total * 0.5 + x[i]
    return total


def both_ways(x):
    forward = torch.jit.fork(running_sum, x)
    backward = running_sum(x.flip(0))
    return torch.jit.wait(forward) + backward


g = torch.jit.script(both_ways)
print(g(torch.ones(5, 2)))
print("prim::fork" in str(g.graph))
