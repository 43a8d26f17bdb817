# FlopCounterMode and ModuleTracker: what is counted, for whom, and how the table shows it.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable
from torch.utils.checkpoint import checkpoint
from torch.utils.flop_counter import FlopCounterMode, register_flop_formula
from torch.utils.module_tracker import ModuleTracker


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        return x + self.down(torch.relu(self.up(x)))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(Block(8), Block(8))
        self.head = nn.Linear(8, 3, bias=False)

    def forward(self, x):
        return self.head(self.blocks(x))


def count(run, depth=2, table=None, **settings):
    with FlopCounterMode(display=False, depth=depth, **settings) as mode:
        run()
    print(mode.get_total_flops())
    print(mode.get_table() if table is None else mode.get_table(table))
    return mode


net, x = Net(), torch.randn(5, 8)
with FlopCounterMode():
    net(x)
mode = count(lambda: net(x).sum().backward(), table=4)
for name, counts in sorted(mode.get_flop_counts().items()):
    print(name, counts)
count(lambda: (net(x), x @ x.t()), depth=1)
count(lambda: (net(x), nn.Linear(8, 2)(x)))
count(lambda: (nn.Linear(8, 4)(x), nn.Linear(8, 2)(x)))
count(lambda: net.blocks(x), depth=3)
count(lambda: net(x), depth=0)
count(lambda: None)
count(lambda: checkpoint(net, x.clone().requires_grad_(), use_reentrant=False).sum().backward())

for total in (999, 9999, 10000, 1000000, 9999999, 10000000, 12345678901, 12345678901234, 1234567890123456789):
    with FlopCounterMode(display=False, custom_mapping={torch.ops.aten.relu: lambda a, out_shape=None: total}) as mode:
        torch.relu(x)
    print(mode.get_table().splitlines()[2])

strided, transposed = nn.Conv1d(3, 5, 3, stride=2, padding=1, dilation=2), nn.ConvTranspose2d(3, 6, 3, stride=2)
grouped = nn.Conv3d(2, 4, 2, groups=2)
cases = {
    "strided": lambda: strided(torch.ones(2, 3, 11)),
    "strided, backwards": lambda: strided(torch.ones(2, 3, 11, requires_grad=True)).sum().backward(),
    "transposed": lambda: transposed(torch.ones(2, 3, 5, 5)),
    "transposed, backwards": lambda: transposed(torch.ones(2, 3, 5, 5, requires_grad=True)).sum().backward(),
    "grouped": lambda: grouped(torch.ones(1, 2, 4, 4, 4)),
    "grouped, backwards": lambda: grouped(torch.ones(1, 2, 4, 4, 4, requires_grad=True)).sum().backward(),
    "matrix by vector": lambda: torch.matmul(torch.ones(2, 3, 4), torch.ones(4)),
    "stack by matrix": lambda: torch.matmul(torch.ones(2, 3, 4), torch.ones(4, 5)),
    "stacks": lambda: torch.einsum("bij,bjk->bik", torch.ones(4, 5, 6), torch.ones(4, 6, 7)),
    "baddbmm": lambda: torch.baddbmm(torch.zeros(4, 5, 7), torch.ones(4, 5, 6), torch.ones(4, 6, 7)),
    "attention": lambda: nn.MultiheadAttention(8, 2)(torch.ones(3, 2, 8), torch.ones(3, 2, 8), torch.ones(3, 2, 8)),
    "cell": lambda: nn.GRUCell(8, 5)(x),
    "softmax": lambda: F.softmax(x, 1),
}
for name, run in cases.items():
    with FlopCounterMode(display=False) as mode:
        run()
    print(name, mode.get_total_flops(), mode.get_flop_counts().get("Global"))


@register_flop_formula(torch.ops.aten.tanh)
def tanh_flop(a, *args, out_shape=None, **kwargs):
    print(a, args, out_shape, kwargs)
    return 5


def of_values(a, **kwargs):
    print(a.shape, sorted(kwargs))
    return 2


of_values._get_raw = True
count(lambda: torch.tanh(x))
count(lambda: torch.relu(x), custom_mapping={torch.ops.aten.relu: of_values})
for target in (torch.ops.aten.tanh, 3):
    try:
        register_flop_formula(target)(tanh_flop)
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, e)
with mode:
    net(x)
with mode:
    net(x)
print(mode.get_total_flops())
try:
    with FlopCounterMode() as mode:
        raise ValueError("no")
except ValueError as e:
    print(e)

with ModuleTracker() as tracker:
    net.blocks[1].up.register_forward_hook(lambda *_: print(sorted(tracker.parents), tracker.is_bw))
    net.blocks[1].register_full_backward_hook(lambda *_: print(sorted(tracker.parents), tracker.is_bw))
    net(x.clone().requires_grad_()).sum().backward()
    print(tracker.parents, tracker.is_bw)


def after(gradient):
    Variable._execution_engine.queue_callback(lambda: print("after", leaf.grad))
    Variable._execution_engine.queue_callback(
        lambda: Variable._execution_engine.queue_callback(lambda: print("one more")))


leaf = torch.ones(2, requires_grad=True)
twice = leaf * 2
twice.register_hook(after)
twice.sum().backward()
try:
    Variable._execution_engine.queue_callback(print)
except RuntimeError as e:
    print(e)
aten, row = torch.ops.aten, torch.arange(6.0)
for parts in (aten.split.Tensor(row, 4), aten.unbind.int(row[:2]), aten.split_with_sizes(row, [1, 5]),
              aten.chunk(row, 2)):
    print(parts)
