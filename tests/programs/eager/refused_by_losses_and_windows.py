"""Losses, windows, generators, schedulers and Jacobians that refuse their arguments; storages and buffers."""
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.autograd.functional as A
from torch.optim import SGD, Adam, lr_scheduler as S


def show(label, fn):
    try:
        print(label, fn())
    except Exception as e:
        print(label, type(e).__name__, str(e).split("\n")[0])


one, row, two = torch.ones(1), torch.ones(2), torch.ones(2, 3)
whole = torch.tensor([0, 1])
for label, fn in {
    "nll": lambda: F.nll_loss(torch.ones(3), whole), "nll 1": lambda: F.nll_loss(torch.ones(3), torch.tensor([1])),
    "nll 0": lambda: F.nll_loss(torch.tensor(3.), torch.tensor(1)),
    "nll spatial": lambda: F.nll_loss(torch.ones(2, 3, 2), whole),
    "nll images": lambda: F.nll_loss(torch.ones(2, 3, 2, 2), torch.ones(2, 3, dtype=torch.long)),
    "entropy": lambda: F.cross_entropy(two, torch.ones(2, 3, dtype=torch.long)),
    "entropy ignore": lambda: F.cross_entropy(two, two, ignore_index=1),
    "entropy size": lambda: F.cross_entropy(torch.ones(3), whole),
    "cosine": lambda: F.cosine_embedding_loss(two, two, torch.ones(2, 2)),
    "cosine 1": lambda: F.cosine_embedding_loss(row, row, row),
    "cosine 0": lambda: F.cosine_embedding_loss(two, two, torch.tensor(1.)),
    "ranking": lambda: F.margin_ranking_loss(row, torch.zeros(2, 2), row),
    "triplet": lambda: F.triplet_margin_loss(row, torch.zeros(2, 2), row),
    "triplet margin": lambda: F.triplet_margin_loss(two, two, two, margin=-1),
    "triplet layer": lambda: nn.TripletMarginLoss(margin=-1),
    "multi margin": lambda: F.multi_margin_loss(two, torch.tensor([0, 5])),
    "ctc": lambda: nn.CTCLoss()(torch.ones(2, 1, 3), torch.tensor([[1]]), torch.tensor([3]), torch.tensor([1])),
    "ctc batch": lambda: nn.CTCLoss()(torch.ones(2, 1, 3), torch.tensor([[1]]), torch.tensor([2, 2]),
                                      torch.tensor([1])),
    "adaptive": lambda: nn.AdaptiveLogSoftmaxWithLoss(4, 5, [2])(torch.ones(1, 4), torch.tensor([9])),
    "hardtanh": lambda: F.hardtanh(one, 2, 1), "hardtanh layer": lambda: nn.Hardtanh(2, 1),
    "softshrink": lambda: F.softshrink(one, -1.5),
    "softshrink half": lambda: F.softshrink(one.half(), -1.5), "rrelu": lambda: nn.RReLU(0.5, 0.1)(one),
    "grid axes": lambda: F.grid_sample(torch.ones(1, 1, 2, 2), torch.zeros(1, 1, 2), align_corners=True),
    "grid empty": lambda: F.grid_sample(torch.ones(1, 1, 0, 2), torch.zeros(1, 1, 2, 2), align_corners=True),
    "grid type": lambda: F.grid_sample(torch.ones(1, 1, 2, 2), torch.zeros(1, 1, 2, 2).double(), align_corners=True),
    "resize": lambda: F.interpolate(torch.ones(1, 1, 4), size=0),
    "antialias": lambda: F.interpolate(torch.ones(1, 1, 4), size=2, antialias=True),
    "unfold": lambda: nn.Unfold(3)(torch.ones(1, 1, 2, 2)), "unfold 0": lambda: nn.Unfold(0)(torch.ones(1, 1, 2, 2)),
    "unfold pad": lambda: nn.Unfold(2, padding=-1)(torch.ones(1, 1, 4, 4)),
    "unpool": lambda: nn.MaxUnpool2d(2)(torch.ones(1, 1, 1, 1), torch.zeros(1, 1, 1, 1)),
    "shuffle": lambda: nn.ChannelShuffle(2)(torch.ones(1, 3, 1, 1)),
    "shuffle 0": lambda: nn.ChannelShuffle(0)(torch.ones(1, 2, 1, 1)),
    "bilinear": lambda: nn.Bilinear(0, 1, 1), "lazy": lambda: nn.LazyConv2d(2, 1)(torch.ones(1, 4)),
    "cell": lambda: nn.LSTMCell(2, 3)(torch.ones(1, 2), torch.ones(1, 3)),
    "bincount": lambda: torch.bincount(whole, weights=torch.ones(3)), "histc bins": lambda: torch.histc(row, bins=0),
    "histc range": lambda: torch.histc(row, min=3, max=1),
    "histc inf": lambda: torch.histc(torch.tensor([1., float("inf")])),
    "quantile": lambda: row.quantile(torch.tensor(0.5).double()), "amax": lambda: torch.empty(0).amax(),
    "aminmax": lambda: torch.aminmax(torch.empty(0)),
    "iinfo": lambda: torch.iinfo(torch.bool), "imag": lambda: torch.imag(one),
    "Tensor": lambda: torch.Tensor([1], dtype=torch.float32),
    "normal": lambda: torch.normal(row, -1.), "rand": lambda: torch.rand(2, generator=5),
    "state": lambda: torch.set_rng_state(row),
    "state list": lambda: torch.set_rng_state([1]), "seed": lambda: torch.Generator().manual_seed("a"),
    "solve": lambda: torch.linalg.solve(torch.eye(2), torch.tensor(1.)),
    "fused": lambda: Adam([one], fused=True, foreach=True), "names": lambda: SGD([("w", one), row], lr=0.5),
    "softmax": lambda: torch._softmax_backward_data(row, row / 2, 0, torch.float32),
}.items():
    show(label, fn)

first, second = SGD([one], lr=1.0), SGD([one], lr=2.0)
show("sequence", lambda: S.SequentialLR(first, [S.ConstantLR(first), S.ConstantLR(second)], [1]))
show("plateau", lambda: S.SequentialLR(first, [S.ConstantLR(first), S.ReduceLROnPlateau(first)], [1]))


def cube(x):
    return (x ** 3).sum()


x = torch.tensor([1., 2.])
for product in (A.vjp, A.jvp, A.vhp, A.hvp):
    for v in (None, torch.ones(3), (row, row), 5, row):
        show(product.__name__, lambda: product(cube, x, v))
show("vhp", lambda: A.vhp(lambda t: t ** 3, x, row))
show("vhp pair", lambda: A.vhp(lambda a, b: (a * b).sum(), (x, x), row))
show("graph", lambda: A.vjp(lambda t: t ** 2, x, row, create_graph=True))
show("strict", lambda: A.hessian(torch.sum, x, strict=True))
show("strategy", lambda: A.jacobian(cube, x, strategy="other"))
show("forward", lambda: A.jacobian(cube, x, strategy="forward-mode"))
show("pair", lambda: A.hessian(lambda t: (t, t), one))

a = torch.ones(2, requires_grad=True)
y = a * 2
z = y ** 2
y[0] = 5
print(y.grad_fn.name())
show("changed", lambda: z.sum().backward())


class Stand:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return "handled " + func.__name__


print(one + Stand(), torch.add(Stand(), 1), one < Stand())

held = torch.arange(3.).untyped_storage()
print(held, len(held), held[6], held.nbytes(), type(held).__name__)
typed = torch.FloatStorage([1, 2])
typed[0] = 7
print(typed, typed.tolist(), len(typed), typed.dtype, torch.is_storage(typed))
for label, fn in {
    "bytes": lambda: torch.frombuffer(bytearray(b"abcdefgh"), dtype=torch.int16, offset=2, count=2),
    "odd": lambda: torch.frombuffer(bytearray(5), dtype=torch.float32),
    "far": lambda: torch.frombuffer(bytearray(3), dtype=torch.uint8, offset=5),
    "many": lambda: torch.frombuffer(bytearray(3), dtype=torch.uint8, count=7),
    "none": lambda: torch.frombuffer(bytearray(), dtype=torch.uint8),
    "number": lambda: torch.frombuffer(5, dtype=torch.uint8),
}.items():
    show(label, fn)
image, kernel = torch.arange(9.).view(1, 1, 3, 3), torch.ones(1, 1, 2, 2)
print(nn.grad.conv2d_input(image.shape, kernel, torch.ones(1, 1, 2, 2)),
      nn.grad.conv2d_weight(image, kernel.shape, torch.ones(1, 1, 2, 2)))
with torch.backends.cudnn.flags(enabled=False):
    print(torch.backends.cudnn.enabled)
print(torch.backends.cudnn.enabled, torch.is_anomaly_check_nan_enabled())
