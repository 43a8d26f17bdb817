import torch


def step(x, w):
    for _ in range(4):
        x = torch.relu(x @ w)
    return x.sum()


fast = torch.compile(step, mode="reduce-overhead")
w = torch.eye(8)
for i in range(6):
    print(fast(torch.full((8, 8), float(i)), w))
