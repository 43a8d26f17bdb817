import torch


@torch.compile
def centre(x, weight, shift):
    return (x - x.mean()) * weight + shift


weight = torch.tensor(2.0)
# TODO: four sizes come, and one graph should serve them all
for n in (4, 6, 8, 10):
    print(centre(torch.arange(float(n)), weight, 1.0).sum().item())
