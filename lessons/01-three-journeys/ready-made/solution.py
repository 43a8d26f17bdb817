import torch


def gate(x):
    return torch.nn.functional.silu(x)


x = torch.linspace(-4.0, 4.0, 100_000)
print(gate(x))
