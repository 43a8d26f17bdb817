import torch


def count(n):
    # TODO: the total can reach n
    total = torch.zeros((), dtype=torch.bfloat16)
    for one in torch.ones(n, dtype=torch.bfloat16):
        total = total + one
    return int(total)


print(count(300))
