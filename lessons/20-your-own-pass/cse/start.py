import torch


def merge_equal(module):
    seen = {}
    for node in list(module.graph.nodes):
        if node.op != "call_function":
            continue
        key = (node.target, node.args, tuple(node.kwargs.items()))
        # TODO: of two nodes that compute the same, one is left
    module.graph.lint()
    module.recompile()


def with_pass(module, example_inputs):
    merge_equal(module)
    return module.forward


@torch.compile(backend=with_pass)
def f(x):
    a = torch.sin(x) * torch.cos(x)
    b = torch.sin(x) + torch.cos(x)
    noise = torch.rand_like(x) - torch.rand_like(x)
    return a + b, noise


result, noise = f(torch.tensor([0.0, 1.0]))
print(result)
print("noise:", bool((noise != 0).any()))
