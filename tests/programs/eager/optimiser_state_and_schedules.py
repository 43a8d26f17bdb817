# What optimisers keep, and what schedules and loaders refuse or warn of.
import warnings

import torch
from torch.optim import lr_scheduler
from torch.utils.data import ConcatDataset, IterableDataset


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", str(e)[:150])


def stepped(make):
    p = torch.tensor([1.0, -2.0], requires_grad=True)
    optimizer = make([p])
    for _ in range(2):
        optimizer.zero_grad()
        (p**2).sum().backward()
        optimizer.step()
    return optimizer


print(stepped(lambda p: torch.optim.SGD(p, 0.1)).state_dict()["state"])
print(stepped(lambda p: torch.optim.SGD(p, 0.1, momentum=0.9)).state_dict()["state"])

p = torch.tensor([1.0, -2.0], requires_grad=True)
optimizer = torch.optim.LBFGS([p], lr=0.1, max_iter=2)


def closure():
    optimizer.zero_grad()
    loss = (p**2).sum()
    loss.backward()
    return loss


optimizer.step(closure)
print(round(optimizer.state_dict()["state"][0]["prev_loss"], 4))

attempt(lambda: torch.optim.Optimizer([torch.zeros(1)], {}).step())
for cls in (torch.optim.Adam, torch.optim.AdamW):
    attempt(lambda: cls([torch.zeros(1)], lr=torch.tensor(0.1), foreach=True))
    attempt(lambda: cls([torch.zeros(1)], lr=torch.tensor([0.1, 0.2])))

optimizer = torch.optim.SGD([p], 0.1)
schedule = lr_scheduler.CyclicLR(optimizer, 0.1, 1.0)
print({k: v for k, v in optimizer.param_groups[0].items() if "momentum" in k})
optimizer = torch.optim.Adam([p], 0.1)
schedule = lr_scheduler.CyclicLR(optimizer, 0.1, 1.0)
print({k: v for k, v in optimizer.param_groups[0].items() if "momentum" in k or k == "betas"})

for order in ("schedule first", "optimizer first"):
    optimizer = torch.optim.SGD([p], 0.1)
    schedule = lr_scheduler.StepLR(optimizer, 1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if order == "optimizer first":
            optimizer.step()
        schedule.step()
        schedule.step()
    print(order, [str(w.message)[:70] for w in caught])


class Numbers(IterableDataset):
    def __iter__(self):
        return iter(range(3))


attempt(lambda: ConcatDataset([Numbers()]))
