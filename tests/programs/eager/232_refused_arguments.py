# feature: what the ops refuse, by dtype, range and shape
import torch
import torch.nn as nn
import torch.nn.functional as F

b = torch.tensor([True, False])
n = torch.tensor([1, 2])
x = torch.arange(24.0).view(2, 3, 4)
for attempt in (
    lambda: -b, lambda: b.abs(), lambda: b.relu(), lambda: torch.sub(b, 1), lambda: n.lerp(n, 0.5),
    lambda: n.addcdiv(n, n), lambda: x.H,
    lambda: torch.arange(3, dtype=torch.bool), lambda: torch.multinomial(n, 1),
    lambda: torch.bincount(torch.tensor([1.5])), lambda: x[0].exponential_(-1),
    lambda: torch.hsplit(x, 2), lambda: setattr(n, "requires_grad", True),
    lambda: F.pad(x[0], (1, 1, 1, 1), mode="reflect"),
    lambda: nn.ReflectionPad1d(4)(x), lambda: nn.GroupNorm(2, 4)(torch.zeros(2, 6)),
    lambda: F.cross_entropy(x[0], torch.tensor([0, 1, 2]), label_smoothing=2.0),
    lambda: F.binary_cross_entropy(torch.sigmoid(x), torch.ones(2, 3, 4, dtype=torch.long)),
    lambda: nn.LSTM(3, 2)(torch.ones(2, 1, 3), (torch.zeros(1, 2, 2), torch.zeros(1, 1, 2))),
    lambda: nn.ConvTranspose2d(1, 1, 3, stride=2)(torch.zeros(1, 1, 8, 8), output_size=(30, 30)),
    lambda: torch.vmap(lambda v: v, in_dims=2)(torch.ones(2)), lambda: torch.vmap(lambda v: v)(3),
):
    try:
        print(attempt())
    except Exception as e:
        print(type(e).__name__, e)
print(F.mse_loss(x, x + 2, weight=torch.full((2, 3, 4), 0.5)),
      torch.func.grad(torch.func.grad(lambda t: t ** 3))(torch.tensor(2.0)))
print(torch.Size([2, 3]) * 2,
      F.scaled_dot_product_attention(torch.ones(1, 4, 2, 4), torch.ones(1, 2, 3, 4), torch.ones(1, 2, 3, 4),
                                     enable_gqa=True).shape)
torch.set_printoptions(sci_mode=False)
print(torch.tensor([1e-7, 1e7]))
