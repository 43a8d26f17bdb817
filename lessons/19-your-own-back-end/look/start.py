import torch


def look(module, example_inputs):
    # TODO: the name of each function that the graph calls is printed
    return module.forward


@torch.compile(backend=look)
def f(x, y):
    return torch.relu(x) * y + 1


for _ in range(3):
    print(f(torch.tensor([-1.0, 2.0]), torch.tensor([3.0, 4.0])))
