import torch

total = torch.zeros((), dtype=torch.bfloat16)
for two in torch.full((300,), 2.0, dtype=torch.bfloat16):
    total = total + two
print(int(total))
