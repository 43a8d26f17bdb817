"""Autocast: the product runs in bfloat16 with casts before it; the softmax computes in float32."""
import torch


@torch.compile
def classify(x, weight):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return torch.softmax(x @ weight, dim=-1)


x = torch.arange(32.0).reshape(4, 8) / 16
weight = torch.linspace(-1.0, 1.0, 32).reshape(8, 4)
result = classify(x, weight)
print(result.dtype, f"{result[0, 3].item():.2f}")
