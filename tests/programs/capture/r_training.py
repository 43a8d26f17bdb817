# Compiled training equals eager: steps of an MLP, buffers of batch norm, dropout in eval.
import copy
import torch
import torch.nn as nn
import torch.nn.functional as F


def steps(model, x, y, count):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for _ in range(count):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def compare(name, model, x, y, count=5):
    torch._dynamo.reset()
    twin = copy.deepcopy(model)
    eager = steps(model, x, y, count)
    compiled = steps(torch.compile(twin), x, y, count)
    print(name, "losses", all(abs(a - b) < 1e-5 for a, b in zip(eager, compiled)), eager[-1] < eager[0])
    print(name, "parameters", all(torch.allclose(a, b, atol=1e-5) for a, b in zip(model.parameters(),
        twin.parameters())))
    print(name, "buffers", all(torch.allclose(a, b, atol=1e-5) for a, b in zip(model.buffers(), twin.buffers())))


torch.manual_seed(0)
x, y = torch.randn(16, 8), torch.randn(16, 2)
compare("mlp", nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2)), x, y)
compare("batchnorm", nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.Tanh(), nn.Linear(16, 2)), x, y)
compare("layernorm", nn.Sequential(nn.Linear(8, 16), nn.LayerNorm(16), nn.GELU(), nn.Linear(16, 2)), x, y)

model = nn.Sequential(nn.Linear(8, 16), nn.Dropout(0.5), nn.BatchNorm1d(16), nn.Linear(16, 2))
model.eval()
compiled = torch.compile(model)
print("eval", torch.allclose(model(x), compiled(x), atol=1e-6), torch.equal(compiled(x), compiled(x)))
model.train()
before = model[2].num_batches_tracked.item()
compiled(x)
print("train", model[2].num_batches_tracked.item() - before)
