import torch


@torch.compile
def tag(x, name):
    # TODO: the name is new in every call; do not look at it in here
    if name == "":
        return x
    return x * 2


x = torch.ones(2)
for i in range(12):
    y = tag(x, f"sample {i}")
print(y)
