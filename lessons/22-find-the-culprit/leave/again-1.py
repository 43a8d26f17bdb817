import torch
from torch.export import Dim, export

net = torch.nn.Linear(4, 2)
program = export(net, (torch.ones(3, 4),), dynamic_shapes=({0: Dim("rows", max=8)},))
for rows in (5, 9):
    try:
        print(rows, tuple(program.module()(torch.ones(rows, 4)).shape))
    except (AssertionError, RuntimeError) as error:
        print(rows, type(error).__name__)
