import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.inner = nn.Linear(width, 4 * width)
        self.outer = nn.Linear(4 * width, width)

    def forward(self, x):
        return x + self.outer(torch.nn.functional.gelu(self.inner(self.norm(x))))


torch.manual_seed(0)
block = torch.compile(Block(16))
with torch.no_grad():
    y = block(torch.randn(4, 16))
print(y.shape, round(y.mean().item(), 4))
