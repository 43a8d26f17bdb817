import operator

import torch
import torch.fx as fx


def drop_additions_of_zero(module):
    graph = module.graph
    for node in list(graph.nodes):
        if node.target is operator.add and node.args[1] == 0:
            node.replace_all_uses_with(node.args[0])
            graph.erase_node(node)
    graph.lint()
    module.recompile()
    return module


def f(x):
    y = torch.relu(x + 0)
    return y * 2 + 0


module = drop_additions_of_zero(fx.symbolic_trace(f))
print(module.code)
print(module(torch.tensor([-1.0, 0.5])))
