import torch
import torch.fx as fx

graph = fx.Graph()
x = graph.placeholder("x")
root = graph.call_function(torch.sqrt, (x,))
graph.output(root)
print("built")
module = fx.GraphModule(torch.nn.Module(), graph)
print(module(torch.tensor([-1.0])))
