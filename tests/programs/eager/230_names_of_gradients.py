# feature: compositions print the gradient function of the whole
import torch
import torch.nn as nn
import torch.nn.functional as F

t = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
image = torch.arange(32.0).view(1, 2, 4, 4).requires_grad_()
for name, fn in [
    ("roll", lambda: t.roll(1)), ("rot90", lambda: t.rot90()), ("trace", lambda: t.trace()), ("T", lambda: t.T),
    ("diag", lambda: t.diag()),
    ("take", lambda: t.take(torch.tensor([0, 3]))), ("put", lambda: t.put(torch.tensor([0]), torch.tensor([1.0]))),
    ("select_scatter", lambda: t.select_scatter(t[0], 0, 1)), ("slice_scatter", lambda: t.slice_scatter(t[:1], 0, 1)),
    ("diagonal_scatter", lambda: t.diagonal_scatter(t[0])), ("block_diag", lambda: torch.block_diag(t, t)),
    ("renorm", lambda: t.renorm(2, 0, 1)),
    ("cdist", lambda: torch.cdist(t, t + 1)), ("pdist", lambda: F.pdist(t)), ("pinv", lambda: torch.linalg.pinv(t)),
    ("matrix_exp", lambda: torch.matrix_exp(t * 0)), ("floor_divide", lambda: t // 2),
    ("trunc", lambda: torch.div(t, 2, rounding_mode="trunc")),
    ("rrelu", lambda: F.rrelu(t)), ("unfold", lambda: F.unfold(image, 2)),
    ("fold", lambda: F.fold(F.unfold(image, 2), (4, 4), 2)),
    ("pixel_unshuffle", lambda: F.pixel_unshuffle(image, 2)), ("max_pool3d", lambda: F.max_pool3d(image, 2)),
    ("reflect", lambda: F.pad(image, (1, 1), mode="reflect")
     if image.dim() == 3 else F.pad(image, (1, 1, 0, 0), mode="reflect")),
    ("replicate", lambda: F.pad(image[0], (1, 1), mode="replicate")),
    ("grid_sample", lambda: F.grid_sample(image, torch.zeros(1, 2, 2, 2), align_corners=True)),
    ("embedding_bag", lambda: F.embedding_bag(torch.tensor([[0, 1]]), t)),
    ("soft_margin", lambda: F.soft_margin_loss(t, torch.ones(2, 2))),
]:
    print(name, fn().grad_fn.name())
x = torch.tensor(2.0, requires_grad=True)
x.sin().backward(create_graph=True)
print(x.grad)
print(t // 2)
try:
    (t // 2).sum().backward()
except RuntimeError as e:
    print(e)


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return 3


print(str(Double.apply(t).grad_fn).split(" object")[0])
try:
    Double.apply(t).sum().backward()
except RuntimeError as e:
    print(e)
try:
    t.register_hook(lambda g: g.sum())
    t.sum().backward()
except RuntimeError as e:
    print(e)
del x.grad
print(x.grad)
w = torch.tensor([2.0], requires_grad=True)
y = w ** 2
w.data.fill_(5)
y.backward()
print(w.grad, w._version)
