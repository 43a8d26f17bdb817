"""One step of training: the joint graph is cut in two, and some values are saved for the backward."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))


@torch.compile
def loss_of(x, target):
    return F.mse_loss(model(x), target)


optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.linspace(-1.0, 1.0, 32).reshape(4, 8)
for step in range(2):
    loss = loss_of(x, torch.ones(4, 4))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    print(f"{loss.item():.3f}")
