import torch
import torch.fx as fx


class Tracer(fx.Interpreter):
    def run_node(self, node):
        result = super().run_node(node)
        # TODO: each operation is printed, with the shape of its result
        return result


def traced(module, example_inputs):
    return Tracer(module).run


@torch.compile(backend=traced)
def f(x, w):
    return torch.relu(x @ w).sum(0)


print(f(torch.ones(2, 3), torch.ones(3, 4)))
