import torch


@torch.compile
def double(x):
    return torch.relu(x) * 2


def tag(x, name):
    return x if name == "" else double(x)


x = torch.ones(2)
for i in range(12):
    y = tag(x, f"sample {i}")
print(y, tag(x, ""))
