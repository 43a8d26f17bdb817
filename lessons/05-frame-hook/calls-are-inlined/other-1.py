import torch


class Block(torch.nn.Module):
    def __init__(self, gain):
        super().__init__()
        self.gain = gain

    def forward(self, x):
        return torch.tanh(x) * self.gain


model = torch.compile(torch.nn.Sequential(*[Block(gain) for gain in (1.0, 0.5, 2.0)]))
print(model(torch.tensor([0.5, 1.0])))
