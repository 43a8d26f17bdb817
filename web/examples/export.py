import torch
from torch import nn


class Scale(nn.Module):
    def forward(self, x):
        return torch.relu(x) * x.shape[0]


batch = torch.export.Dim("batch", min=2)
program = torch.export.export(Scale(), (torch.ones(3, 2),), dynamic_shapes={"x": {0: batch}})
print(program.module()(torch.ones(5, 2)).shape)
