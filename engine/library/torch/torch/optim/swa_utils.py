# Averages of models over training.
import copy

import math

import torch
from torch.nn.modules.module import Module
from torch.optim.lr_scheduler import LRScheduler, _for_each_group


class SWALR(LRScheduler):
    """Anneals each rate to swa_lr, and keeps it there."""

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        for rate, group in zip(_for_each_group("swa_lr", optimizer, swa_lr), optimizer.param_groups):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self._anneal_strategy = anneal_strategy
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def _share(self, step):
        t = max(0, min(1, step / max(1, self.anneal_epochs)))
        return t if self._anneal_strategy == "linear" else (1 - math.cos(math.pi * t)) / 2

    def get_lr(self):
        self._warn_outside_step()
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._share(max(0, step - 1)), self._share(step)
        values = []
        for group in self.optimizer.param_groups:
            start = group["swa_lr"] if before == 1 else (group["lr"] - before * group["swa_lr"]) / (1 - before)
            values.append(group["swa_lr"] * now + start * (1 - now))
        return values


def update_bn(loader, model, device=None):
    """Fresh running statistics from one pass over the data."""
    kept = {}
    for module in model.modules():
        if hasattr(module, "running_mean") and module.running_mean is not None:
            module.reset_running_stats()
            kept[module] = module.momentum
    if not kept:
        return
    was_training = model.training
    model.train()
    for module in kept:
        module.momentum = None
    for batch in loader:
        model(batch[0] if isinstance(batch, (list, tuple)) else batch)
    for module, momentum in kept.items():
        module.momentum = momentum
    model.train(was_training)


def get_swa_multi_avg_fn():
    def update(averaged, current, count):
        for a, c in zip(averaged, current):
            a.lerp_(c, 1 / float(count + 1))
    return update


def get_swa_avg_fn():
    def update(averaged, current, count):
        return averaged + (current - averaged) / (count + 1)
    return update


def _check_decay(decay):
    if decay < 0.0 or decay > 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")


def get_ema_avg_fn(decay=0.999):
    _check_decay(decay)

    def update(averaged, current, count):
        return decay * averaged + (1 - decay) * current
    return update


def get_ema_multi_avg_fn(decay=0.999):
    _check_decay(decay)

    def update(averaged, current, count):
        for a, c in zip(averaged, current):
            a.lerp_(c, 1 - decay)
    return update


class AveragedModel(Module):
    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        assert avg_fn is None or multi_avg_fn is None, "Only one of avg_fn and multi_avg_fn should be provided"
        self.module = copy.deepcopy(model)
        self.register_buffer("n_averaged", torch.tensor(0, dtype=torch.long))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def update_parameters(self, model):
        with torch.no_grad():
            pairs = list(zip(self.module.parameters(), model.parameters()))
            if self.n_averaged.item() == 0:
                for a, c in pairs:
                    a.copy_(c)
            elif self.multi_avg_fn is not None:
                self.multi_avg_fn([a for a, _ in pairs], [c for _, c in pairs], self.n_averaged)
            else:
                for a, c in pairs:
                    if self.avg_fn is not None:
                        a.copy_(self.avg_fn(a, c, self.n_averaged))
                    else:
                        a.add_((c - a) / (self.n_averaged.item() + 1))
            self.n_averaged += 1
