# torch.distributed as far as one process goes, and the wrapper for data parallelism.
import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler


def show(label, call):
    try:
        print(label, call())
    except Exception as error:
        print(label, type(error).__name__, str(error).split("\n")[0])


show("available", dist.is_available)
show("backends", lambda: (dist.is_gloo_available(), dist.is_nccl_available()))
show("initialized", dist.is_initialized)
show("launched", dist.is_torchelastic_launched)
for name in ("get_rank", "get_world_size", "get_backend", "barrier", "destroy_process_group"):
    show(name, getattr(dist, name))
show("all_reduce", lambda: dist.all_reduce(torch.ones(2)))
show("DDP", lambda: DDP(nn.Linear(2, 1)))
show("sampler", lambda: DistributedSampler(TensorDataset(torch.arange(5))))
show("no address", lambda: dist.init_process_group("gloo", rank=0, world_size=1))

os.environ["USE_LIBUV"] = "0"
os.environ["MASTER_ADDR"] = "127.0.0.1"
os.environ["MASTER_PORT"] = "29513"
show("no rank", lambda: dist.init_process_group("gloo"))
show("bad backend", lambda: dist.init_process_group("glooo", rank=0, world_size=1))
dist.init_process_group(backend="gloo", rank=0, world_size=1)
show("initialized", dist.is_initialized)
show("rank", dist.get_rank)
show("size", dist.get_world_size)
show("backend", dist.get_backend)
show("twice", lambda: dist.init_process_group("gloo", rank=0, world_size=1))
show("group", lambda: dist.group.WORLD is not None)

x = torch.tensor([1.0, 2.0])
for op in (dist.ReduceOp.SUM, dist.ReduceOp.PRODUCT, dist.ReduceOp.MIN, dist.ReduceOp.MAX):
    dist.all_reduce(x, op=op)
    print(op, x)
show("average", lambda: dist.all_reduce(x, op=dist.ReduceOp.AVG))
dist.broadcast(x, src=0)
dist.reduce(x, dst=0)
work = dist.all_reduce(x, async_op=True)
print(work.wait(), work.is_completed(), x)
parts = [torch.zeros(2)]
dist.all_gather(parts, x)
print(parts)
whole = torch.zeros(2)
dist.all_gather_into_tensor(whole, x)
print(whole)
dist.scatter(whole, [torch.tensor([7.0, 8.0])], src=0)
print(whole)
dist.gather(whole, parts, dst=0)
print(parts)
dist.reduce_scatter_tensor(whole, x)
print(whole)
dist.all_to_all_single(whole, x + 1)
print(whole)
objects = [None]
dist.all_gather_object(objects, {"loss": 1.5})
print(objects)
names = ["a", 3]
dist.broadcast_object_list(names, src=0)
print(names)
dist.gather_object([1], objects, dst=0)
print(objects)
show("barrier", dist.barrier)
show("wrong type", lambda: dist.all_reduce([1]))
show("wrong root", lambda: dist.broadcast(x, src=1))
show("new group", lambda: dist.get_world_size(dist.new_group([0])))
show("outside", lambda: dist.new_group([1]))
show("send", lambda: dist.send(x, 0))

torch.manual_seed(0)
model = DDP(nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)))
print(model)
print(list(model.state_dict()), [n for n, _ in model.named_parameters()][:2])
data = TensorDataset(torch.arange(18.0).view(6, 3) / 18, torch.arange(6.0).view(6, 1))
sampler = DistributedSampler(data, shuffle=True)
print(len(sampler), sampler.num_replicas, sampler.rank)
loader = DataLoader(data, batch_size=2, sampler=sampler)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    sampler.set_epoch(epoch)
    for inputs, targets in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(inputs), targets)
        loss.backward()
        optimizer.step()
    print(epoch, f"{loss.item():.4f}")
with model.no_sync():
    model(torch.ones(1, 3)).sum().backward()
print(model.module[2].bias.grad.shape, model.require_backward_grad_sync)
plain = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
print(plain.load_state_dict({k.removeprefix("module."): v for k, v in model.state_dict().items()}))
show("nothing to train", lambda: DDP(nn.ReLU()))
print(model.training, model.eval().module.training)
dist.destroy_process_group()
print(dist.is_initialized())
