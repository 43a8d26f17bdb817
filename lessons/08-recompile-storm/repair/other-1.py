import torch


@torch.compile
def double(x, named):
    return torch.where(named, torch.relu(x) * 2, x)


def tag(x, name):
    return double(x, torch.tensor(name != ""))


x = torch.ones(2)
for i in range(12):
    y = tag(x, f"sample {i}")
print(y, tag(x, ""))
