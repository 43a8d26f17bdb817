"""A transformer block: attention and a feed-forward layer, each after a norm and inside a residual."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def forward(self, x):
        batch, length, width = x.shape
        parts = self.qkv(self.norm1(x)).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        heads = F.scaled_dot_product_attention(parts[0], parts[1], parts[2])
        x = x + self.out(heads.transpose(1, 2).reshape(batch, length, width))
        return x + self.down(F.relu(self.up(self.norm2(x))))


torch.manual_seed(0)
block = torch.compile(Block(8, 2).eval())
with torch.no_grad():
    y = block(torch.linspace(-1.0, 1.0, 32).reshape(1, 4, 8))
print(f"{y.abs().sum().item():.2f}")
