import torch
from torch._dynamo import lookup_backend


def picky(module, example_inputs):
    calls = [node for node in module.graph.nodes if node.op == "call_function"]
    if len(calls) < 3:
        return module.forward
    return lookup_backend("inductor")(module, example_inputs)


@torch.compile(backend=picky)
def small(x):
    return torch.relu(x)


@torch.compile(backend=picky)
def large(x):
    return torch.relu(x) * torch.sigmoid(x) + 1


x = torch.tensor([-1.0, 0.0, 2.0])
print(small(x))
print(large(x))
