"""A product with its bias and activation: what follows the product is its epilogue."""
import torch


@torch.compile
def layer(x, weight, bias):
    return torch.relu(x @ weight + bias) * 0.5


x = torch.arange(32.0).reshape(4, 8) / 8
weight = torch.linspace(-1.0, 1.0, 48).reshape(8, 6)
print(f"{layer(x, weight, torch.ones(6)).sum().item():.4f}")
