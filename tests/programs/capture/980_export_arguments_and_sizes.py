# feature: torch.export: nested and keyword arguments, constants, sizes that vary, files, decompositions
import io
import torch
import torch.nn as nn
from torch.export import Dim, export, load, save


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.scale = torch.tensor([2.0, 3.0])
        self.register_buffer("shift", torch.ones(2))

    def forward(self, x, *, gain=1.0, parts=None):
        h = self.fc(x) * self.scale
        if x.shape[1] == 3:
            h = h + self.shift
        for i in range(len(parts["list"])):
            h = h + parts["list"][i]
        return {"out": h * gain, "first": h[:, 0]}, x.shape[1]


torch.manual_seed(0)
net = Net()
parts = {"list": [torch.ones(2), torch.zeros(2)]}
ep = export(net, (torch.ones(4, 3),), {"parts": parts, "gain": 2.0})
print(ep.graph_signature)
print([(n.op, n.name, str(n.target)) for n in ep.graph.nodes])
got, size = ep.module()(torch.ones(4, 3), parts=parts, gain=2.0)
want, _ = net(torch.ones(4, 3), parts=parts, gain=2.0)
print(sorted(got), torch.equal(got["out"], want["out"]), size)
try:
    ep.module()(torch.ones(5, 3), parts=parts, gain=2.0)
except AssertionError as e:
    print(e)


class Rows(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)

    def forward(self, x, y):
        h = torch.relu(self.fc(x))
        h = h.reshape(x.shape[0] * 2, -1)
        return h.sum() + y.size(0), h.shape[0] * 3, h.view(-1, h.size(1))


rows = Rows()
batch = Dim("batch", min=2, max=16)
ep = export(rows, (torch.ones(4, 3), torch.ones(5)), dynamic_shapes={"x": {0: batch}, "y": {0: Dim.DYNAMIC}})
buffer = io.BytesIO()
save(ep, buffer)
buffer.seek(0)
again = load(buffer)
print(again.graph_signature == ep.graph_signature, type(again).__name__)
for program in (ep, again):
    m = program.module()
    for n, k in ((4, 5), (7, 2), (2, 9)):
        a, b = m(torch.ones(n, 3), torch.ones(k)), rows(torch.ones(n, 3), torch.ones(k))
        print(n, k, torch.allclose(a[0], b[0]), int(a[1]), tuple(a[2].shape))
    try:
        m(torch.ones(40, 3), torch.ones(5))
    except AssertionError as e:
        print(e)
    try:
        m(torch.ones(4, 2), torch.ones(5))
    except AssertionError as e:
        print(e)
for shapes in ({"x": {1: Dim("k")}, "y": None}, ({1: Dim.DYNAMIC}, None)):
    try:
        export(rows, (torch.ones(4, 3), torch.ones(5)), dynamic_shapes=shapes)
    except Exception as e:
        print(type(e).__name__, "constant (3)" in str(e))
ep = export(rows, (torch.ones(4, 3), torch.ones(5)), dynamic_shapes=({0: Dim.AUTO, 1: Dim.AUTO}, None))
print(tuple(ep.module()(torch.ones(6, 3), torch.ones(5))[2].shape))
d = export(nn.Sequential(nn.Linear(3, 2), nn.ReLU()).eval(), (torch.ones(4, 3),)).run_decompositions()
print("aten.linear.default" in [str(n.target) for n in d.graph.nodes],
      "aten.addmm.default" in [str(n.target) for n in d.graph.nodes])
print(tuple(d.module()(torch.ones(4, 3)).shape), d.graph_signature.parameters)
print(Dim("q"), Dim("r", min=3), Dim("s", max=9), Dim.AUTO)
