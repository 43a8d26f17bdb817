# Lazy modules before their first call, einsum by lists of axes, files that keep identities, and
# operators under their names in the module torch.
import io

import torch
import torch.nn as nn
import torch.nn.functional as F


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).split(". ")[0])


torch.manual_seed(0)
x = torch.randn(4, 3)
net = nn.Sequential(nn.LazyLinear(5), nn.LazyBatchNorm1d(), nn.ReLU(), nn.LazyLinear(1))
print(net.state_dict())
print([name for name, _ in net.named_parameters()], type(net[0].weight), net[0].has_uninitialized_params())
attempt(lambda: sum(p.numel() for p in net.parameters()))
attempt(lambda: net[0].weight.shape)
attempt(lambda: net[0].weight + 1)
attempt(lambda: nn.Linear(3, 5).load_state_dict(net[0].state_dict()))
optimiser = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    loss = net(x).pow(2).mean()
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
    print(f"{loss.item():.4f}")
print(net, sum(p.numel() for p in net.parameters()))
other = nn.LazyLinear(5)
print(other.load_state_dict(net[0].state_dict()), other, other.weight.shape)
print(torch.equal(other(x), net[0](x)), other)
convolution = nn.LazyConv2d(2, 3, bias=False)
print(convolution.weight, convolution(torch.ones(1, 3, 4, 4)).shape, convolution)

a, b = torch.arange(6.0).view(2, 3), torch.arange(12.0).view(3, 4)
print(torch.einsum(a, [0, 1], b, [1, 2], [0, 2]), torch.einsum(a, [0, 1], []), torch.einsum(a, [..., 1], [1, ...]))
attempt(lambda: torch.einsum(a, [0, 60]))
attempt(lambda: torch.einsum("ij->ji"))
print(torch.atleast_2d(torch.tensor(1.0), torch.tensor([2.0])), torch.atleast_1d([torch.tensor(3)]))
print(torch.repeat_interleave(torch.tensor([[1, 2], [3, 4]]), torch.tensor([1, 2]), dim=0, output_size=3))
attempt(lambda: torch.where(torch.tensor([True, False]), torch.tensor([1, 2], dtype=torch.uint8), 300))
attempt(lambda: torch.where(torch.tensor([True, False]), torch.tensor([1, 2], dtype=torch.int8), -128))
for name in ("elu", "leaky_relu", "selu", "celu", "relu", "hardtanh"):
    leaf = torch.ones(2, requires_grad=True)
    print(getattr(F, name)(leaf * 1, inplace=True), getattr(F, name)(leaf * 1))

shared = [1, torch.arange(3.0)]
weight = nn.Parameter(torch.ones(2))
file = io.BytesIO()
torch.save({"a": shared, "b": shared, "t": shared[1], "w": weight, "again": (weight, weight.data.view(1, 2))}, file)
file.seek(0)
loaded = torch.load(file)
loaded["t"][0] = 9
print(loaded, loaded["a"] is loaded["b"], loaded["w"] is loaded["again"][0],
      loaded["again"][1].data_ptr() == loaded["w"].data_ptr())

logs = torch.randn(5, 1, 4).log_softmax(2)
print(torch.ctc_loss(logs, torch.tensor([[1, 2]]), (5,), (2,), 0, 1), torch.kl_div(logs[0, 0], torch.ones(4) / 4),
      torch.pdist(b))
hidden = torch.zeros(1, 2, 4)
parts = [torch.randn(16, 3), torch.randn(16, 4), torch.randn(16), torch.randn(16)]
print(torch.lstm(torch.randn(2, 2, 3), (hidden, hidden), parts, True, 1, 0.0, False, False, False)[1])
print(torch.nonzero_static(torch.tensor([[1, 0], [3, 2]]), size=4), torch.ones(2, 3, 4, 5).transpose(1, 2).dim_order())
points = torch.tensor([[0.0, 1.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0]])
print(torch.histogramdd(points, bins=[3, 3], weight=torch.tensor([1.0, 2.0, 4.0, 8.0])))
symmetric = torch.tensor([[1.0, 4.0, 2.0], [4.0, -3.0, 5.0], [2.0, 5.0, 1.0]], dtype=torch.float64)
factors = torch.linalg.ldl_factor(symmetric)
print(factors, torch.linalg.ldl_solve(*factors, torch.eye(3, dtype=torch.float64)))


class Labelled(torch.Tensor):
    def __repr__(self):
        return "labelled"


print(torch.ones(2).as_subclass(Labelled), str(torch.ones(2).as_subclass(Labelled)),
      f"{torch.ones(2).as_subclass(Labelled)!r}")
