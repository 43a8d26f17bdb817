import torch


def step(x, w):
    for _ in range(4):
        x = torch.relu(x @ w)
    return x.sum()


fast = torch.compile(step, options={"triton.cudagraphs": True})
w = torch.eye(8)
for i in range(6):
    print(fast(torch.full((8, 8), float(i)), w))
