import torch

compiled = []
executed = []


def count(module, example_inputs):
    compiled.append(len(module.graph.nodes))

    def run(*inputs):
        # TODO: append to executed, so that each execution is counted
        return module(*inputs)

    return run


@torch.compile(backend=count)
def f(x):
    x = x * 2
    print("half way")
    return x + 1


for _ in range(3):
    f(torch.ones(2))
print(len(compiled), "graphs compiled,", len(executed), "executions")
