import torch
from torch._dynamo import lookup_backend


def mine(module, example_inputs):
    calls = [node for node in module.graph.nodes if node.op == "call_function"]
    if len(calls) < 10:  # a small graph is not worth compiling
        return module.forward
    return lookup_backend("inductor")(module, example_inputs)


@torch.compile(backend=mine)
def f(x, w):
    return torch.relu(x @ w) + torch.sigmoid(x)


w = torch.eye(2)
print(f(torch.tensor([[1.0, -1.0]]), w))
print(f(torch.tensor([[0.0, 2.0]]), w))
