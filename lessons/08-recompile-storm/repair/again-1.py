import torch


@torch.compile
def step(x, epoch, note):
    scale = len(note)
    y = torch.tanh(x)
    if epoch == 0:
        y = y * 0.1
    return y * scale


for epoch in range(3):
    print(step(torch.ones(1), epoch, "warm-up"))
