"""A residual and its layer norm: the mean, the variance and the result in one kernel."""
import torch
import torch.nn.functional as F


@torch.compile
def norm(x, residual, weight, bias):
    return F.layer_norm(x + residual, (16,), weight, bias)


x = torch.arange(64.0).reshape(4, 16)
residual = torch.linspace(-4.0, 4.0, 64).reshape(4, 16)
result = norm(x, residual, torch.full((16,), 2.0), torch.ones(16))
print(f"{result[0, 0].item():.4f}")
