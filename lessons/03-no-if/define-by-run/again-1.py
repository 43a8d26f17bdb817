import torch

x = torch.tensor([3.0], requires_grad=True)
y = x
for i in range(4):
    if i % 2 == 0:
        y = y * 2
y.sum().backward()
print(x.grad)
