# A module that is compiled already, called in a function that is compiled: one graph holds both.
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 3)
        self.calls = 0

    def forward(self, x):
        return torch.relu(self.first(x))


def show(gm, inputs):
    print([node.name for node in gm.graph.nodes if node.op != "placeholder"])
    return gm.forward


torch.manual_seed(0)
x = torch.ones(2, 3)
compiled = torch.compile(Block(), backend=show)


class Holder:
    net = compiled


@torch.compile(backend=show, fullgraph=True)
def by_global(x):
    return compiled(x) * 2


@torch.compile(backend=show, fullgraph=True)
def by_forward(x):
    return compiled.forward(x) - 1


@torch.compile(backend=show, fullgraph=True)
def by_attribute(x, holder):
    return holder.net(x) + (10 if holder.net.training else 0)


@torch.compile(backend=show, fullgraph=True)
def counts(x):
    compiled.calls = compiled.calls + 1
    return compiled(x) * compiled.calls


for f in (by_global, by_forward):
    print(torch.equal(f(x), f(x)))
print(by_attribute(x, Holder()).min() >= 10)
compiled.eval()
print(by_attribute(x, Holder()).min() < 10)
print(counts(x).shape, compiled.calls, compiled._orig_mod.calls, type(compiled).__name__)


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([torch.compile(Block(), backend=show) for _ in range(2)])
        self.tail = torch.compile(nn.Linear(3, 2), backend=show)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.tail(x)


stack = torch.compile(Stack(), backend=show, fullgraph=True)
print(stack(x).shape)

optimizer = torch.optim.SGD(stack.parameters(), lr=0.1)


@torch.compile(backend="inductor", fullgraph=True)
def loss_of(x):
    return stack(x).pow(2).mean()


losses = []
for _ in range(3):
    loss = loss_of(x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
print(losses[0] > losses[1] > losses[2])
