import torch
from torch import fx


def f(x):
    return torch.relu(x + 1) * 2


graph = fx.symbolic_trace(f)
print(graph.code)
for node in graph.graph.nodes:
    if node.target == torch.relu:
        node.target = torch.sigmoid
graph.recompile()
print(graph(torch.zeros(2)))
