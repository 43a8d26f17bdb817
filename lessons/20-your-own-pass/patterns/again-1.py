import torch

x = torch.tensor([1.0, -0.0, float("inf")])
print(-(-x))
print(x - x)
