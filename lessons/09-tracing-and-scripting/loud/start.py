import torch


def scale(x, factor):
    # TODO: in TorchScript an unannotated parameter is a Tensor; say that factor is a float
    return x * factor


g = torch.jit.script(scale)
print(g(torch.ones(2), 0.5))
