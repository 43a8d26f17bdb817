import torch


@torch.compile
def decay(x, rate):
    return x * torch.exp(-x * rate)


x = torch.tensor([0.5, 1.0, 2.0])
# TODO: pass the rate so that its value is data, not a constant
for rate in (0.5, 0.25):
    print(decay(x, rate))
