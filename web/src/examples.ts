// Programs to begin with. Plain PyTorch: each can be pasted into a notebook.
export interface Example { id: string; en: string; zh: string; source: string; }

export const examples: Example[] = [
  { id: "fuse", en: "One fused kernel", zh: "一个融合内核", source: `import torch


@torch.compile
def f(x, y):
    a = torch.relu(x)
    b = torch.sigmoid(y)
    return a + b * 2.0


x = torch.tensor([[-1.0, 0.5], [2.0, 3.0]])
y = torch.ones(2, 2)
print(f(x, y))
` },
  { id: "break", en: "A graph break", zh: "图断裂", source: `import torch


@torch.compile
def f(x):
    y = torch.relu(x) * 2
    print("halfway")
    return torch.sigmoid(y) + 1


print(f(torch.tensor([-1.0, 0.0, 2.0])))
` },
  { id: "recompile", en: "A recompile", zh: "重新编译", source: `import torch


@torch.compile
def scale(x, factor):
    return torch.tanh(x) * factor


print(scale(torch.ones(4), 2))
print(scale(torch.ones(4), 3))
print(scale(torch.ones(6), 3))
print(scale(torch.ones(9), 3))
` },
  { id: "softmax", en: "Softmax: a reduction", zh: "Softmax：归约", source: `import torch


@torch.compile
def softmax(x):
    shifted = x - x.max(dim=-1, keepdim=True).values
    e = torch.exp(shifted)
    return e / e.sum(dim=-1, keepdim=True)


torch.manual_seed(0)
print(softmax(torch.randn(3, 5)))
` },
  { id: "train", en: "Training a small net", zh: "训练小网络", source: `import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
compiled = torch.compile(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(16, 4)
target = x.sum(dim=1, keepdim=True)

for step in range(5):
    loss = ((compiled(x) - target) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, round(loss.item(), 4))
` },
];
