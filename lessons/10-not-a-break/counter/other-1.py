import torch


class Net(torch.nn.Module):
    def forward(self, x):
        return torch.relu(x) * 2


net = Net()
compiled = torch.compile(net)
seen = 0
for _ in range(4):
    y = compiled(torch.ones(3))
    seen += 1
print(seen, "calls")
