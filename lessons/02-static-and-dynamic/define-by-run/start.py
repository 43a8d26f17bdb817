import torch


def shrink(x):
    rounds = 0
    # TODO: halve x for as long as its largest element exceeds 1
    for _ in range(2):
        x = x / 2
        rounds += 1
    return x, rounds


print(shrink(torch.tensor([1.5, 0.5])))
print(shrink(torch.tensor([4.0, 8.0])))
