import torch

log = []


@torch.compile
def step(x):
    y = torch.relu(x)
    log.append("seen")
    return y + 1


for _ in range(3):
    log.clear()
    step(torch.ones(2))
    print(log)
