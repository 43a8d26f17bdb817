import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3)
        self.norm = nn.BatchNorm2d(2)

    def forward(self, x):
        x = self.norm(self.conv(x))
        if self.training:
            x = torch.dropout(x, 0.5, True)
        return torch.relu(x)


torch.manual_seed(0)
scripted = torch.jit.script(Net().eval())
# TODO: the weights never change again: what follows from them alone is computed once
ready = scripted
graph = str(ready.graph)
print("parameters:", len(list(ready.parameters())))
print("if:", "prim::If" in graph, "batch norm:", "norm" in graph)
x = torch.ones(1, 1, 5, 5)
print("same:", torch.allclose(scripted(x), ready(x), atol=1e-5))
