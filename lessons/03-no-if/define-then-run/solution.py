import operator

import torch
import torch.fx as fx

graph = fx.Graph()
x = graph.placeholder("x")
positive = graph.call_function(torch.relu, (x,))
total = graph.call_function(operator.add, (positive, x))
graph.output(total)

module = fx.GraphModule(torch.nn.Module(), graph)
print(module.code)
print(module(torch.tensor([-1.0, 2.0])))
