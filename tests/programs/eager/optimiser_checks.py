# What optimisers, schedules and averaged models refuse; steps that are differentiated; copies of optimisers.
import copy
import pickle
import warnings

import torch
import torch.nn as nn
from torch.optim import *
from torch.optim import lr_scheduler as S
from torch.optim.swa_utils import AveragedModel, SWALR, get_ema_multi_avg_fn


def show(make):
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            print(make())
        except Exception as error:
            print(type(error).__name__ + ":", error)
        for warning in given:
            print("warned:", str(warning.message)[:60])


def weights():
    return [torch.tensor([1.0, -2.0], requires_grad=True)]


every = (SGD, Adam, AdamW, RMSprop, Rprop, Adagrad, Adadelta, ASGD, NAdam, RAdam, Adamax, Adafactor, LBFGS, SparseAdam)
for kind in every:
    show(lambda: kind(weights(), lr=torch.tensor([1.0, 2.0])))
show(lambda: LBFGS(weights(), lr=-1))
show(lambda: SparseAdam(weights(), betas=(2, 2)))
show(lambda: SparseAdam(weights(), eps=0))
show(lambda: SGD(weights(), lr=None))
show(lambda: Adam(weights(), betas=(0, 0.9)))
show(lambda: Adam(weights(), betas=(torch.tensor(0.5), 0.9)))
show(lambda: Adam(weights(), betas=(torch.tensor(0.5), torch.tensor([0.9, 0.8]))))
show(lambda: Adam(weights(), betas=(torch.tensor(0.5), torch.tensor(0.9)), foreach=True))
show(lambda: AdamW(weights(), betas=[0.5, 0.9]).defaults["betas"])
show(lambda: AdamW(weights(), betas=(torch.tensor(0.5), torch.tensor(0.9))).defaults["betas"])


def differentiated(kind, **options):
    """Two steps on a tensor with a history, and the gradient through them."""
    start = torch.tensor([1.0, -2.0], requires_grad=True)
    moved = start.clone()
    optimiser = kind([moved], lr=0.1, differentiable=True, **options)
    moved.grad = 2 * start
    optimiser.step()
    moved.grad = (moved * moved).detach()
    optimiser.step()
    moved.sum().backward()
    return [round(value, 4) for value in moved.tolist()], [round(value, 4)
                                                           for value in start.grad.tolist()], moved.grad_fn.name()


for kind in (SGD, Adam, AdamW, RMSprop, Adagrad, Adadelta, NAdam, RAdam, ASGD):
    show(lambda: (kind.__name__, *differentiated(kind)))
show(lambda: differentiated(SGD, momentum=0.9))
show(lambda: differentiated(RMSprop, momentum=0.9, centered=True))


def leaf():
    parameter = weights()[0]
    optimiser = Adam([parameter], differentiable=True)
    parameter.grad = torch.ones(2)
    optimiser.step()


show(leaf)

first = SGD(weights(), 0.1, momentum=0.9)
first.param_groups[0]["params"][0].grad = torch.ones(2)
first.step()
for other in (copy.deepcopy(first), pickle.loads(pickle.dumps(first))):
    parameter = other.param_groups[0]["params"][0]
    parameter.grad = torch.ones(2)
    other.step()
    print(parameter.tolist(), len(other.state))


def plain(**options):
    return SGD([{"params": [torch.ones(1, requires_grad=True)], "lr": 1.0},
                {"params": [torch.ones(1, requires_grad=True)]}], 0.1, **options)


show(lambda: S.MultiplicativeLR(plain(), [lambda epoch: 1]))
show(lambda: S.OneCycleLR(plain(), 1.0, epochs=0, steps_per_epoch=3))
show(lambda: S.OneCycleLR(plain(), 1.0, epochs=2, steps_per_epoch=-3))
show(lambda: S.OneCycleLR(plain(), [1.0, 2.0, 3.0], total_steps=5, cycle_momentum=False))
show(lambda: S.CyclicLR(plain(), [0.1], 1.0, cycle_momentum=False))
show(lambda: S.CyclicLR(plain(momentum=0.9), 0.1, 1.0, base_momentum=[0.1, 0.2, 0.3]))
show(lambda: SWALR(plain(), [0.1]))
show(lambda: S.CosineAnnealingWarmRestarts(plain(), 3, 1).step(-1))
one = plain()
show(lambda: S.ChainedScheduler([S.StepLR(one, 1), S.StepLR(SGD(weights(), 0.1), 2)]))
show(lambda: S.ChainedScheduler([S.StepLR(one, 1), S.ReduceLROnPlateau(one)]))
show(lambda: S.ReduceLROnPlateau(one, min_lr=[0.1, 0.2]).state_dict()["default_min_lr"])
show(lambda: S.ExponentialLR(plain(), 0.5).get_lr())
show(lambda: S.OneCycleLR(plain(momentum=0.9), 1.0, total_steps=5, base_momentum=[0.1, 0.2],
                          max_momentum=[0.5, 0.6]).optimizer.param_groups[1]["momentum"])
show(lambda: get_ema_multi_avg_fn(2.0))
show(lambda: AveragedModel(nn.Linear(1, 1), avg_fn=print, multi_avg_fn=print))
