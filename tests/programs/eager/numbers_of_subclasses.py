# Instances of classes derived from int and float are numbers to tensors, members of an IntEnum among them.
import enum

import torch


class Rate(float):
    pass


class Size(enum.IntEnum):
    TWO = 2
    THREE = 3


x = torch.arange(4.0)
n = torch.arange(4)
print(x + Rate(2.5), Rate(2.5) - x, n * Size.THREE, n * Rate(1.5), x > Rate(1.5))
print(torch.full((2,), Rate(1.5)), torch.zeros(Size.TWO), torch.zeros((Size.TWO, Size.THREE)).shape)
print(torch.tensor(Rate(2.5)), torch.tensor([Rate(2.5), Size.TWO]), torch.tensor([Size.TWO, 1]))
print(x[Size.TWO], x[Size.TWO : Size.THREE], x.view(Size.TWO, 2), x.clamp(Rate(0.5), Size.TWO))
x[Size.THREE] = Rate(9.5)
print(x, torch.where(x > 1, Rate(0.5), x), torch.arange(Rate(0), Rate(2), Rate(0.5)))
print(torch.nn.functional.dropout(x, Rate(0.0)), torch.add(x, x, alpha=Rate(0.5)), x.sum() == Rate(12.5))
