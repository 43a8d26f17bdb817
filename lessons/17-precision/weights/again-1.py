import torch

layer = torch.nn.Linear(4, 1, bias=False).bfloat16()
torch.nn.init.ones_(layer.weight)
x = torch.ones(8, 4, dtype=torch.bfloat16)
target = torch.full((8, 1), 3.0, dtype=torch.bfloat16)


@torch.compile
def loss(x, target):
    out = layer(x)
    return (out - target).square().mean()


optimizer = torch.optim.SGD(layer.parameters(), lr=0.005)
for _ in range(100):
    optimizer.zero_grad()
    value = loss(x, target)
    value.backward()
    optimizer.step()
print(layer.weight.dtype, value.dtype)
print("learned:", value.item() < 0.5)
