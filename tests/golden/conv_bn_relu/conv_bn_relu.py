"""Convolution, batch norm and ReLU in evaluation mode: a library call and one kernel."""
import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Sequential(nn.Conv2d(2, 4, 3, padding=1, bias=False), nn.BatchNorm2d(4), nn.ReLU()).eval()
compiled = torch.compile(model)
image = torch.linspace(-1.0, 1.0, 128).reshape(1, 2, 8, 8)
with torch.no_grad():
    print(f"{compiled(image).sum().item():.3f}")
