import torch
import torch.nn.functional as F


@torch.compile
def attention(x, w):
    q, k, v = (x @ w).view(1, 32, 3, 4, 16).permute(2, 0, 3, 1, 4)
    return F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(32, 64)


torch.manual_seed(0)
x = torch.randn(32, 64)
wq, wk, wv = (torch.randn(64, 64) / 8 for _ in range(3))
print(f"{attention(x, torch.cat([wq, wk, wv], 1)).norm():.3f}")
