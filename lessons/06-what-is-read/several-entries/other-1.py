import torch

training = True


@torch.compile
def forward(x):
    if training:
        return x * 2
    return x + 1


x = torch.ones(3)
for training in (True, False, True):
    print(forward(x))
