import torch


@torch.compile
def total(parts):
    return parts.sum(0)


rows = [torch.ones(3), torch.ones(3) * 2, torch.ones(3) * 3]
for n in (2, 3):
    print(total(torch.stack(rows[:n] + [torch.zeros(3)] * (4 - n))))
