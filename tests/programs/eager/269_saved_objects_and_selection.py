# Whole modules and objects through torch.save, what weights_only refuses, out= that has to grow, and equal elements
# that selections find.
import collections
import dataclasses
import enum
import io
import os
import tempfile
import warnings

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n=3):
        super().__init__()
        self.fc = nn.Linear(n, 2)
        self.bn = nn.BatchNorm1d(2)
        self.n = n
        self.register_buffer("steps", torch.tensor(0))

    def forward(self, x):
        return self.bn(self.fc(x)).relu()


Point = collections.namedtuple("Point", "a b")


class Color(enum.Enum):
    RED = 1


@dataclasses.dataclass
class Config:
    lr: float = 0.1
    dims: tuple = (1, 2)


def scale(x):
    return 2 * x


def through(obj, **kwargs):
    buffer = io.BytesIO()
    torch.save(obj, buffer)
    buffer.seek(0)
    return torch.load(buffer, **kwargs)


torch.manual_seed(0)
net = Net().eval()
again = through(net, weights_only=False)
x = torch.ones(1, 3)
print(type(again).__name__, again.n, again.training, torch.equal(again(x), net(x)))
print(again)
try:
    through(net)
except Exception as e:
    print(type(e).__name__, e)
path = os.path.join(tempfile.mkdtemp(), "checkpoint.pt")
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
torch.save({"model": net, "optimizer": optimizer.state_dict(), "epoch": 3, "config": Config(0.5)}, path)
loaded = torch.load(path, weights_only=False)
print(loaded["epoch"], loaded["config"], type(loaded["model"]).__name__, loaded["optimizer"]["param_groups"][0]["lr"])
print(loaded["model"].fc.weight.requires_grad, torch.equal(loaded["model"].fc.weight, net.fc.weight))

shared = torch.arange(4.0)
for obj in [
    collections.defaultdict(list, a=[1]),
    Point(1, torch.ones(1)),
    Color.RED,
    Config(),
    {1, 2},
    10**30,
    slice(1, 2),
    range(3),
    1 + 2j,
    collections.deque([1, 2], 3),
    nn.Sequential(nn.Linear(2, 2), nn.Tanh()),
    Config,
    [shared, shared[1:], {"same": shared}],
]:
    for weights_only in (False, True):
        try:
            back = through(obj, weights_only=weights_only)
            print(weights_only, back, type(back).__name__)
        except Exception as e:
            print(type(e).__name__, str(e).split("WeightsUnpickler error: ")[-1].split(" was not")[0])
print(through(scale, weights_only=False)(3))
torch.serialization.add_safe_globals([Config])
print(through(Config(0.25)))
torch.serialization.clear_safe_globals()
with torch.serialization.safe_globals([Config]):
    print(through(Config(0.75)))
both = through([shared, shared[1:]])
both[1][0] = 9
print(both[0])


def local():
    class Inner(nn.Module):
        pass

    return Inner()


try:
    torch.save(local(), io.BytesIO())
except Exception as e:
    print(type(e).__name__, e)

with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    out = torch.empty(3)
    torch.add(torch.ones(2, 2), 1, out=out)
    print(out, len(seen), str(seen[0].message)[:124], seen[0].category.__name__)
    torch.add(torch.ones(2), 1, out=torch.empty(0))
    print(len(seen))

for values in ([1] * 5, [2, 1] * 3, [3, 3, 1, 1, 2, 2, 2], [0, 0, 1, 0, 1, 1, 0, 1], list(range(20, 0, -1)) + [5] * 5,
               [1, 2] * 12):
    t = torch.tensor(values, dtype=torch.float32)
    print([t.kthvalue(k).indices.item() for k in range(1, len(values) + 1)], t.mode().indices.item())
print(torch.tensor([[1.0, 1, 0], [2, 2, 2], [0, 1, 0]]).kthvalue(2, 0))
for dtype in (torch.float16, torch.bfloat16, torch.float32):
    t = torch.tensor([float("nan"), float("inf"), -float("inf"), 1.0]).to(dtype)
    print(torch.nan_to_num(t), torch.nan_to_num(t, nan=2.0, posinf=5.0))
