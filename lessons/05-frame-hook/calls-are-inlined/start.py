import torch


class Block(torch.nn.Module):
    def __init__(self, gain):
        super().__init__()
        self.gain = gain

    def forward(self, x):
        return torch.tanh(x) * self.gain


# TODO: one graph for the whole model, not one per block
blocks = [torch.compile(Block(gain)) for gain in (1.0, 0.5, 2.0)]


def model(x):
    for block in blocks:
        x = block(x)
    return x


print(model(torch.tensor([0.5, 1.0])))
