import torch

layer = torch.nn.Linear(4, 1, bias=False)
torch.nn.init.ones_(layer.weight)
x = torch.ones(8, 4)
target = torch.full((8, 1), 3.0)


@torch.compile
def loss(x, target):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return torch.nn.functional.mse_loss(layer(x), target)


optimizer = torch.optim.SGD(layer.parameters(), lr=0.0005)
for _ in range(100):
    optimizer.zero_grad()
    value = loss(x, target)
    value.backward()
    optimizer.step()
print(layer.weight.dtype, value.dtype)
print("learned:", value.item() < 0.5)
