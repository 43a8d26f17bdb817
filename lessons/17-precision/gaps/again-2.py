import torch

total = torch.zeros((), dtype=torch.float16)
for one in torch.ones(3000, dtype=torch.float16):
    total = total + one
print(int(total))
