import torch


def a(x):
    return torch.softmax(x, 1)


def b(x):
    return x.t() @ x


def c(x):
    return (x - x.mean()) / x.std()


x = torch.linspace(-1.0, 1.0, 64).reshape(8, 8)
print(a(x)[0, 0], b(x)[0, 0], c(x)[0, 0])
