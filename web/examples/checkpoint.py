import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
block = nn.Sequential(nn.Linear(16, 64), nn.GELU(), nn.Linear(64, 16))


@torch.compile
def kept(x):
    return block(x).sum()


@torch.compile
def computed_again(x):
    return checkpoint(block, x, use_reentrant=False).sum()


x = torch.randn(8, 16, requires_grad=True)
first, second = torch.autograd.grad(kept(x), x)[0], torch.autograd.grad(computed_again(x), x)[0]
print(torch.allclose(first, second, atol=1e-6))
