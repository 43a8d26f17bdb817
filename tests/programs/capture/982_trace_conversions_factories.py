# feature: conversions, factories and constants in the code of traces
# seed: none
import torch
import torch.nn.functional as F
import warnings

warnings.simplefilter("ignore")
x = torch.ones(2, 3)


def show(f, *a):
    t = torch.jit.trace(f, a or (x,), check_trace=False)
    print(t.code.strip().split("\n", 1)[1])
    print([n.kind() for n in t.graph.nodes()])


show(lambda x: torch.tensor(3.0) * x)
show(lambda x: torch.tensor([1, 2, 3]) * x)
show(lambda x: torch.tensor([1., 2, 3], dtype=torch.float64) * x)
show(lambda x: torch.as_tensor([1., 2, 3]) * x)
show(lambda x: x.float() * 2)
show(lambda x: x.to(torch.float32) * 2)
show(lambda x: x.to("cpu") * 2)
show(lambda x: x.to("cpu", torch.float64) * 2)
show(lambda x: x.to(x) * 2)
show(lambda x: x.type(torch.float64) * 2)
show(lambda x: x.type_as(x) * 2)
show(lambda x: x.var(unbiased=False))
show(lambda x: x.contiguous() + x.clone() + x.detach())
show(lambda x: torch.arange(x.size(1)))
show(lambda x: torch.zeros(x.size(0), 3) + torch.zeros_like(x) + x.new_ones(3) + torch.full_like(x, 2))
show(lambda x: torch.linspace(0, 1, 3) + torch.rand(3) + torch.randn(2, 3) + torch.empty(3))
show(lambda x: x.norm() + x.norm(dim=1).sum() + torch.norm(x, p=1))
show(lambda x: F.interpolate(x[None, None], size=(4, 4), mode="bilinear"))
show(lambda x: x.max(dim=1).values + x.max(1)[0])
show(lambda x: x.size())
show(lambda x: x.shape[0] * x)
show(lambda x: x * x.shape[0] + x.size(1))
show(lambda x: x.reshape(x.shape[0] * x.shape[1]))
show(lambda x: x.view(-1, x.size(1) // 3))
show(lambda x: x.numel() * x)
show(lambda x: len(x) * x)
show(lambda x: x & 1 | 2, torch.tensor([1]))
show(lambda x: x << 1, torch.tensor([1]))
show(lambda x: x ** 2 + 2 ** x + x // 2 + x % 2 - (1 - x) / (1 / x))
show(lambda x: x[x > 0] + x[torch.tensor([0])][0, 0])
show(lambda x: F.dropout(x, training=True) + F.relu(x, inplace=False) + F.relu6(x))
show(lambda x, y: F.mse_loss(x, y), x, x + 1)
show(lambda x: F.interpolate(x[None, None], scale_factor=2.0), x)
show(lambda x: F.normalize(x), x)
