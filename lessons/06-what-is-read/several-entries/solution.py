import torch

training = True


@torch.compile
def forward(x):
    if training:
        return x * 2
    return x + 1


x = torch.ones(3)
print(forward(x))
training = False
print(forward(x))
training = True
print(forward(x))
