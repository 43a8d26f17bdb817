"""Softmax of scaled rows: three loops over a row in one kernel."""
import torch


@torch.compile
def weights(scores):
    return torch.softmax(scores * 0.125, dim=-1)


scores = torch.arange(32.0).reshape(4, 8)
print(f"{weights(scores)[1, 2].item():.4f}")
