import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.history = []

    def forward(self, x):
        self.history.append(len(self.history))
        return torch.relu(x) * 2


net = Net()
compiled = torch.compile(net)
for _ in range(4):
    y = compiled(torch.ones(3))
print(net.history)
