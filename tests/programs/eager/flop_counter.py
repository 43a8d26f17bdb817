# Floating point operations of products and convolutions, by module.
import torch
import torch.nn as nn
from torch.utils.flop_counter import FlopCounterMode

net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
with FlopCounterMode(display=False) as counter:
    net(torch.ones(3, 4)).sum().backward()
print(counter.get_total_flops())
for name, counts in sorted(counter.get_flop_counts().items()):
    print(name, counts)
print(counter.get_table())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.up = nn.ConvTranspose2d(8, 4, 2, stride=2)
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(self.up(self.conv(x).relu()).mean((2, 3)))


with FlopCounterMode(depth=3):
    Net()(torch.ones(2, 3, 16, 16)).sum().backward()
with FlopCounterMode():
    torch.bmm(torch.ones(2, 300, 400), torch.ones(2, 400, 500))
with FlopCounterMode(display=False) as counter:
    torch.ones(2, 3) + 1
print(counter.get_total_flops(), counter.get_flop_counts())
print(counter.get_table())
with FlopCounterMode(display=False, custom_mapping={torch.ops.aten.add: lambda *shapes, out_shape=None, **kwargs: 7}) as counter:
    torch.ones(2) + torch.baddbmm(torch.ones(1, 2, 2), torch.ones(1, 2, 3), torch.ones(1, 3, 2))[0, 0]
print(counter.get_flop_counts())
