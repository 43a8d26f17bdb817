import torch
from torch.fx.node import map_arg


def mine(module, example_inputs):
    def run(*inputs):
        waiting = list(inputs)
        values = {}
        for node in module.graph.nodes:
            args = map_arg(node.args, lambda argument: values[argument])
            kwargs = map_arg(node.kwargs, lambda argument: values[argument])
            if node.op == "placeholder":
                values[node] = waiting.pop(0)
            elif node.op == "call_function":
                values[node] = node.target(*args, **kwargs)
            elif node.op == "call_method":
                values[node] = getattr(args[0], node.target)(*args[1:], **kwargs)
            elif node.op == "output":
                return args[0]

    return run


@torch.compile(backend=mine)
def f(x, w):
    return torch.relu(x @ w) + torch.sigmoid(x)


w = torch.eye(2)
print(f(torch.tensor([[1.0, -1.0]]), w))
print(f(torch.tensor([[0.0, 2.0]]), w))
