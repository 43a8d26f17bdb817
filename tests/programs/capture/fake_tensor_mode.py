# Tensors without elements: FakeTensorMode, and the values in the nodes of a captured graph.
import torch
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode


def tried(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, e)


with FakeTensorMode() as mode:
    x = torch.empty(2, 3)
    y = torch.ones(3, 4, dtype=torch.float64)
    print(x, isinstance(x, FakeTensor), isinstance(x, torch.Tensor), x.device)
    print((x @ y.float()).shape, (x + 1).dtype, torch.cat([x, x]).view(-1).shape)
    tried("item", lambda: x.sum().item())
    tried("items", lambda: x.item())
    tried("bool", lambda: bool(x.sum() > 0))
    tried("list", lambda: x.tolist())
    images, weight = torch.empty(1, 3, 8, 8), torch.empty(4, 3, 3, 3)
    print(torch.nn.functional.conv2d(images, weight, padding=1).shape)
print(isinstance(torch.ones(2), FakeTensor))
real = torch.randn(4, 5, requires_grad=True)
fake = mode.from_tensor(real)
print(fake, fake.requires_grad, fake.fake_mode is mode, (fake * 2).t().shape)

graphs = []


def keep(gm, example_inputs):
    graphs.append(gm)
    return gm.forward


torch.compile(lambda x: (x * 2).sum(0), backend=keep)(torch.ones(3, 4))
for node in graphs[0].graph.nodes:
    value = node.meta.get("example_value")
    if value is not None:
        print(node.name, value, value.detach(), (value + 1).shape)
        tried("list", value.tolist)
