import torch


def count(graph, example_inputs):
    calls = [node.name for node in graph.graph.nodes if node.op == "call_function"]
    print("captured:", calls)
    return graph.forward


@torch.compile(backend=count)
def f(x):
    return torch.sin(x) + torch.cos(x)


print(f(torch.zeros(3)))
