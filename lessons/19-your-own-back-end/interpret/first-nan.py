import torch
import torch.fx as fx


class Tracer(fx.Interpreter):
    def run_node(self, node):
        result = super().run_node(node)
        if node.op == "call_function" or node.op == "call_method":
            print(node.name, tuple(result.shape))
            assert result.isfinite().all(), node.name
        return result


def traced(module, example_inputs):
    return Tracer(module).run


@torch.compile(backend=traced)
def f(x, w):
    return torch.relu(x @ w).sum(0)


print(f(torch.ones(2, 3), torch.ones(3, 4)))
