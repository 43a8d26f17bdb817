import torch

torch.manual_seed(0)
weight = torch.randn(16, 32)
scale = weight.abs().amax(dim=1, keepdim=True) / 127
small = torch.round(weight / scale).to(torch.int8)


@torch.compile
def linear(x):
    return x @ (small.to(torch.float32) * scale).t()


x = torch.randn(4, 32)
error = (linear(x) - x @ weight.t()).abs().max()
print(small.dtype, small.element_size(), "byte instead of", weight.element_size())
print("largest error below 0.2:", bool(error < 0.2))
