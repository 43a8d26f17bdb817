# The gradient functions of what recurrent layers, pooling and resizing give.
import torch
import torch.nn as nn
import torch.nn.functional as F

x = torch.ones(2, 3, 4, requires_grad=True)
for layer in (nn.RNN, nn.GRU, nn.LSTM):
    for batch_first in (True, False):
        for layers in (1, 2):
            for both in (True, False):
                m = layer(4, 3, layers, batch_first=batch_first, bidirectional=both)
                for given in (x, x[0]):
                    y, h = m(given)
                    states = h if isinstance(h, tuple) else (h,)
                    print(layer.__name__, batch_first, layers, both, y.grad_fn.name(),
                          [s.grad_fn.name() for s in states])

line, plane, volume = (torch.ones(1, 2, *[4] * n, requires_grad=True) for n in (1, 2, 3))
for y in (
    F.adaptive_avg_pool1d(line, 2), F.adaptive_avg_pool2d(plane, 2), F.adaptive_avg_pool2d(plane, 1),
    F.adaptive_avg_pool3d(volume, 2),
    F.adaptive_avg_pool3d(volume, 1), F.adaptive_max_pool3d(volume, 2),
    F.interpolate(plane, size=3, mode="bilinear", antialias=True),
    F.interpolate(plane, size=3, mode="bicubic", antialias=True), F.interpolate(line, size=3, mode="linear"),
    F.interpolate(plane, size=3, mode="area"),
    F.interpolate(volume, size=3, mode="trilinear"), F.nll_loss(plane, torch.zeros(1, 4, 4).long()),
    F.lp_pool2d(plane, 2, 2), F.unfold(plane, 2),
):
    print(tuple(y.shape), y.grad_fn.name())
