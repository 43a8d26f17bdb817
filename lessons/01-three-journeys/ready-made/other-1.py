import torch

gate = torch.nn.SiLU()
x = torch.linspace(-4.0, 4.0, 100_000)
print(gate(x))
