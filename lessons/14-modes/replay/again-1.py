import torch


@torch.compile(mode="reduce-overhead")
def step(x, w):
    return torch.tanh(x @ w) @ w


w = torch.eye(8)
for i in range(4):
    print(step(torch.full((8, 8), float(i)), w).sum())
