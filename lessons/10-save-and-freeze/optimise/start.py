import torch
import torch.nn as nn


def count(module, kind):
    return sum(node.kind() == kind for node in module.graph.nodes())


torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Dropout(0.5)).eval()
scripted = torch.jit.script(net)
# TODO: optimise for inference: a batch norm behind a convolution can go into its weights
ready = torch.jit.freeze(scripted, optimize_numerics=False)
print("batch norms:", count(ready, "aten::batch_norm"), "dropouts:", count(ready, "aten::dropout"))
x = torch.randn(1, 1, 5, 5)
print("same results:", torch.allclose(net(x), ready(x), atol=1e-5))
