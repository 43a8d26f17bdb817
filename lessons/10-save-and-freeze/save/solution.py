import io

import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 2)

    def forward(self, x):
        if x.sum() > 0:
            return torch.relu(self.linear(x))
        return self.linear(x) * 10


torch.manual_seed(0)
net = Net()
buffer = io.BytesIO()
torch.jit.save(torch.jit.script(net), buffer)
buffer.seek(0)
loaded = torch.jit.load(buffer)
x = -torch.ones(1, 3)
print(torch.equal(loaded(x), net(x)))
print(torch.equal(loaded(-x), net(-x)))
