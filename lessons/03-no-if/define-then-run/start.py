import operator

import torch
import torch.fx as fx

graph = fx.Graph()
x = graph.placeholder("x")
positive = graph.call_function(torch.relu, (x,))
# TODO: one node is missing between relu and the output: the addition of x
graph.output(positive)

module = fx.GraphModule(torch.nn.Module(), graph)
print(module.code)
print(module(torch.tensor([-1.0, 2.0])))
