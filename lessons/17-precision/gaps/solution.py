import torch


def count(n):
    total = torch.zeros((), dtype=torch.float32)
    for one in torch.ones(n, dtype=torch.bfloat16):
        total = total + one
    return int(total)


print(count(300))
