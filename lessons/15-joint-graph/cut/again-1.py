import torch


@torch.compile
def loss(x):
    for _ in range(15):
        x = torch.cos(x) * 0.5
    return x.sum()


x = torch.linspace(-1, 1, 500, requires_grad=True)
loss(x).backward()
print(x.grad.shape)
