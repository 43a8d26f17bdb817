import torch
from torch.export import Dim, export


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 2)

    def forward(self, x):
        y = self.linear(x)
        return torch.cond(y.sum() > 0, lambda y: torch.relu(y), lambda y: y * 10, (y,))


torch.manual_seed(0)
net = Net()
# TODO: any number of rows
program = export(net, (torch.ones(3, 4),))
for rows in (3, 5):
    x = torch.ones(rows, 4)
    try:
        print(rows, torch.equal(program.module()(x), net(x)))
    except (AssertionError, RuntimeError) as error:
        print(rows, type(error).__name__)
