import torch


@torch.compile
def late(x, w):
    return (torch.relu(x) @ w).sum(1)


@torch.compile
def early(x, w):
    return torch.relu(x) @ w.sum(1)


torch.manual_seed(0)
x, w = torch.randn(32, 16), torch.randn(16, 24)
print(torch.allclose(late(x, w), early(x, w), atol=1e-4))
