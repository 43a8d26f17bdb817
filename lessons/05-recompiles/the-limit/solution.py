import torch


@torch.compile
def tag(x):
    return x * 2


x = torch.ones(2)
for i in range(12):
    name = f"sample {i}"
    y = x if name == "" else tag(x)
print(y)
