import torch


def shrink(x):
    rounds = 0
    while x.max() > 1:
        x = x / 2
        rounds += 1
    return x, rounds


print(shrink(torch.tensor([1.5, 0.5])))
print(shrink(torch.tensor([4.0, 8.0])))
