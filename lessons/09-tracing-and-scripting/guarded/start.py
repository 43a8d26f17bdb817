import torch


def f(x, double):
    if double:
        return x * 2
    return x - 100


# TODO: use the front end that keeps one branch per graph, with a guard
g = torch.jit.trace(lambda x: f(x, True), torch.ones(2))
print(g(torch.tensor([1.0, 2.0])))
