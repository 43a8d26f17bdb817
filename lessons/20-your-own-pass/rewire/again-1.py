import torch
import torch.fx as fx


def f(x):
    unused = torch.sin(x)
    return torch.relu(x)


module = fx.symbolic_trace(f)
for node in list(module.graph.nodes):
    if node.target is torch.sin:
        module.graph.erase_node(node)
module.recompile()
print(module.code)
