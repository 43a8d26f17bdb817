# Ready-made parametrizations.
import torch
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class _WeightNorm(Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    def forward(self, g, v):
        return v * (g / _norm_except_dim(v, self.dim))


def _norm_except_dim(v, dim):
    if dim is None or dim == -1:
        return v.norm()
    flat = v.transpose(0, dim).reshape(v.size(dim), -1).norm(2, 1)
    return flat.reshape([-1 if d == dim else 1 for d in range(v.dim())])


def weight_norm(module, name="weight", dim=0):
    from torch.nn.utils.weights import weight_norm as plain
    return plain(module, name, dim)
