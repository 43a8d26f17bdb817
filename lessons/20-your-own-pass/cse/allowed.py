import operator

import torch


PURE = {torch.sin, torch.cos, operator.mul, operator.add, operator.sub}


def merge_equal(module):
    seen = {}
    for node in list(module.graph.nodes):
        if node.target not in PURE:
            continue
        key = (node.target, node.args)
        if key in seen:
            node.replace_all_uses_with(seen[key])
            module.graph.erase_node(node)
        else:
            seen[key] = node
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
