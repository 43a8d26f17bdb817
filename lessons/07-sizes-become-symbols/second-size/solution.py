import torch


@torch.compile(dynamic=True)
def centre(x, weight, shift):
    return (x - x.mean()) * weight + shift


weight = torch.tensor(2.0)
for n in (4, 6, 8, 10):
    print(centre(torch.arange(float(n)), weight, 1.0).sum().item())
