# Averages of models over training.
import copy

import torch
from torch.nn.modules.module import Module


def get_ema_multi_avg_fn(decay=0.999):
    def update(averaged, current, count):
        for a, c in zip(averaged, current):
            a.lerp_(c, 1 - decay)
    return update


class AveragedModel(Module):
    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
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
