"""A flag that changes: a guard fails, and the function is compiled again."""
import torch


@torch.compile
def scaled(x, negate):
    return -x if negate else x * 2


x = torch.ones(4)
for negate in (False, True, False):
    print(scaled(x, negate).tolist())
