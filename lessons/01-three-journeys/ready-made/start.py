import torch


def gate(x):
    # TODO: this takes two kernels; one is enough
    return x * torch.sigmoid(x)


x = torch.linspace(-4.0, 4.0, 100_000)
print(gate(x))
