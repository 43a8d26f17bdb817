import torch


def short(module, example_inputs):
    output = module.graph.output_node()
    last = output.args[0][0]
    output.args = ((last.args[0],),)
    module.graph.eliminate_dead_code()
    module.recompile()
    return module.forward


@torch.compile(backend=short)
def f(x):
    return torch.relu(x) * 2 + 0.001


print(f(torch.tensor([-1.0, 2.0])))
