import torch

x, a, b = (torch.full((1000,), value) for value in (1.0, 2.0, 3.0))
print(torch.addcmul(x, a, b)[:2], (x + a * b)[:2])
