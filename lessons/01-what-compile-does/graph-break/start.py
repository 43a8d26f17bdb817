import torch


@torch.compile
def f(x):
    positive = torch.relu(x)
    # TODO: this line cuts f in two; print the shape outside of f
    print("shape:", tuple(x.shape))
    return positive + torch.sigmoid(x)


x = torch.tensor([-1.0, 0.0, 2.0, 4.0])
print(f(x))
