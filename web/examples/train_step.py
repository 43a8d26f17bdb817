import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)


@torch.compile
def loss_of(x, target):
    return ((model(x) - target) ** 2).mean()


x = torch.randn(32, 8)
target = x[:, :1] * x[:, 1:2]
for step in range(4):
    loss = loss_of(x, target)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    print(step, round(loss.item(), 3))
