"""Weights in int8 with a scale per row: they are widened before the product, which reads its operands from memory."""
import torch


def quantise(weight):
    scale = weight.abs().amax(dim=1, keepdim=True) / 127
    return torch.round(weight / scale).to(torch.int8), scale


@torch.compile
def layer(x, weight, scale):
    return torch.relu(x @ (weight.float() * scale).t())


weight, scale = quantise(torch.linspace(-1.0, 1.0, 48).reshape(6, 8))
x = torch.arange(32.0).reshape(4, 8) / 16
print(weight[0].tolist())
print(f"{layer(x, weight, scale).sum().item():.3f}")
