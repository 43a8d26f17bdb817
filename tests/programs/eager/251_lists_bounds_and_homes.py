# feature: lists and ranges as indices, tensors inside lists, bounds of numbers, out= rules, homes of classes
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import prune
from torch.utils.data import DataLoader, DistributedSampler


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", str(e).split("\n")[0])


a = torch.arange(24.0).reshape(2, 3, 4)
for key in (range(2), [[0, 1], [1, 0]], [True, False], [1.7], [[True, False], [True, False, True]],
            [torch.tensor(1), 0]):
    attempt(lambda: a[key].shape)
attempt(lambda: a[[True, True, True]])
x = torch.zeros(4)
x[range(2)] = 1
print(x)
attempt(lambda: torch.tensor([torch.tensor([1]), torch.tensor([2.5])]))
attempt(lambda: torch.tensor([torch.ones(2), torch.ones(2)]))
attempt(lambda: torch.tensor([torch.tensor([1, 2]), torch.tensor([3, 4])]))
attempt(lambda: torch.randint(0, 300, (2,), dtype=torch.uint8))
attempt(lambda: torch.zeros(2, dtype=torch.int8).random_(300))
attempt(lambda: torch.full((2,), 2**63))
attempt(lambda: torch.ones(1) + 2**70)
attempt(lambda: torch.manual_seed(2**64))
attempt(lambda: torch.manual_seed(-1).initial_seed())
attempt(lambda: torch.normal(torch.zeros(2), torch.tensor([-1.0, 1.0])))
attempt(lambda: +torch.tensor([True]))
attempt(lambda: divmod(torch.ones(2), 2))
attempt(lambda: torch.argmax(torch.tensor([True])))
attempt(lambda: torch.add(torch.ones(2), 1, out=torch.zeros(2, dtype=torch.int64)))
attempt(lambda: torch.add(torch.ones(2, requires_grad=True), 1, out=torch.zeros(2)))
attempt(lambda: torch.max(torch.tensor([[1, 2]]), 0,
                          out=(torch.empty(0, dtype=torch.long), torch.empty(0, dtype=torch.long))))
attempt(lambda: torch.add(torch.tensor([1]), 1, alpha=1.5))
m = torch.arange(12.0).reshape(3, 4)
for dim in (0, 1):
    attempt(lambda: m.index_select(dim, torch.tensor([9])))
    attempt(lambda: m.index_add(dim, torch.tensor([9]), torch.ones((1, 4) if dim == 0 else (3, 1))))
    attempt(lambda: m.index_fill(dim, torch.tensor([9]), 1.0))
    attempt(lambda: m.index_fill(dim, torch.tensor([-1]), 0.5)[-1])
    attempt(lambda: m.index_copy(dim, torch.tensor([9]), torch.ones((1, 4) if dim == 0 else (3, 1))))
attempt(lambda: m.masked_fill(torch.tensor([True, False]), 0))
attempt(lambda: m.bool() @ m.bool().t())
attempt(lambda: m.bitwise_not())
attempt(lambda: torch.einsum("ij->ii", m))
attempt(lambda: torch.einsum("ij", m, m))
attempt(lambda: torch.cross(torch.ones(2), torch.ones(2)))
attempt(lambda: torch.cdist(m, torch.ones(2, 2)))
attempt(lambda: m.view(2, -3))
attempt(lambda: m.repeat(-1, 1))
attempt(lambda: m.to("float32"))
print(torch.meshgrid(torch.arange(2), torch.arange(3), indexing="xy"))
print(torch.moveaxis(a, (0, 1), (1, 0)).shape, [p.shape for p in torch.hsplit(m, [1, 3])],
      [p.shape for p in torch.vsplit(m, [2])])
print(torch.signbit(torch.tensor([-0.0, 0.0, -1.0])), torch.nonzero(torch.tensor(5), as_tuple=True),
      torch.scalar_tensor(3))
print(torch.cov(torch.tensor([[1, 2], [3, 5]])), torch.lu_unpack(*torch.lu(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))))
attempt(lambda: F.pad(torch.ones(1, 1, 4), (1, 1), mode="reflect", value=1.0))
attempt(lambda: F.instance_norm(torch.ones(2, 4)))
attempt(lambda: F.layer_norm(torch.arange(4), [4]))
attempt(lambda: F.scaled_dot_product_attention(torch.ones(2), torch.ones(2), torch.ones(2)))
attempt(lambda: F.interpolate(torch.ones(1, 1, 4), size=(6, 6)))
attempt(lambda: F.grid_sample(torch.zeros(1, 1, 2, 2), torch.zeros(2, 1, 1, 2)))
attempt(lambda: nn.GRU(2, 2)(nn.utils.rnn.pack_sequence([torch.ones(3, 1)])))

net = nn.Linear(3, 2)
print(net.state_dict().keys(), type(torch.optim.SGD(net.parameters(), lr=0.1)), type(nn.Flatten()),
      type(torch.distributions.Normal(0.0, 1.0)))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
steps = torch.optim.lr_scheduler.ConstantLR(opt, 0.5, 2), torch.optim.lr_scheduler.ExponentialLR(opt, 0.9)
schedule = torch.optim.lr_scheduler.ChainedScheduler(steps, opt)
opt.step()
schedule.step()
print(schedule.state_dict())
scaler = torch.amp.GradScaler("cpu")
scaler.scale(net(torch.ones(3)).sum()).backward()
scaler.unscale_(opt)
attempt(lambda: scaler.unscale_(opt))
scaler.step(opt)
attempt(lambda: scaler.step(opt))
scaler.update()
attempt(lambda: scaler.update())
print(list(DistributedSampler(range(7), num_replicas=2, rank=1)),
      list(DistributedSampler(range(7), num_replicas=2, rank=0, shuffle=False)))
loader = DataLoader([1, 2])
try:
    loader.batch_size = 3
except ValueError as e:
    print(e)
torch.manual_seed(0)
print(prune.random_unstructured(nn.Linear(3, 2), "weight", 0.5).weight_mask)
attempt(lambda: prune.l1_unstructured(nn.Linear(3, 2), "weight", 100))
w = torch.tensor([3.0, -2.0], requires_grad=True)
lbfgs = torch.optim.LBFGS([w], lr=0.5, max_iter=4, line_search_fn="strong_wolfe")
calls = []


def closure():
    calls.append(1)
    lbfgs.zero_grad()
    loss = (w[0] - 1) ** 4 + (w[1] + w[0]) ** 2
    loss.backward()
    return loss


print([round(lbfgs.step(closure).item(), 3) for _ in range(3)], len(calls))
print(torch.vmap(lambda row: row.max(0))(torch.tensor([[1.0, 2.0], [4.0, 3.0]])))

for arguments in ((torch.tensor(1.), 0, 0, 0), (torch.tensor(1.),), (torch.ones(2), 0, 0, -2),
                  (torch.ones(2), 0, 5, 1)):
    try:
        print(torch.diag_embed(*arguments))
    except (IndexError, RuntimeError) as error:
        print(type(error).__name__, error)
