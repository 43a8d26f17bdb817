import torch


def mine(module, example_inputs):
    result = module(*example_inputs)
    return lambda *inputs: result


@torch.compile(backend=mine)
def f(x, w):
    return torch.relu(x @ w) + torch.sigmoid(x)


w = torch.eye(2)
print(f(torch.tensor([[1.0, -1.0]]), w))
print(f(torch.tensor([[0.0, 2.0]]), w))
