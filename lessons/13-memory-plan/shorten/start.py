import torch


@torch.compile
def f(x, v, w):
    gate = torch.sigmoid(x @ v)
    y = x
    for _ in range(5):
        y = torch.relu(y @ w)
    # TODO: `gate` does not wait through five products
    return y * gate


x = torch.ones(256, 256)
print(f(x, torch.zeros(256, 256), torch.eye(256)).sum())
