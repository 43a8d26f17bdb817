import torch


def half(x):
    for _ in range(6):
        x = torch.sin(x) * 0.9
    return x


@torch.compile
def loss(x):
    x = half(x)
    return half(x).sum()


x = torch.linspace(-1, 1, 1000, requires_grad=True)
print("half way")
loss(x).backward()
print(x.grad.sum())
