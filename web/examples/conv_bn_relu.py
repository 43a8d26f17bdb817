import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2)).eval()
compiled = torch.compile(model)
with torch.no_grad():
    x = torch.randn(1, 3, 16, 16)
    y = compiled(x)
    print(y.shape, torch.allclose(y, model(x), atol=1e-5))
