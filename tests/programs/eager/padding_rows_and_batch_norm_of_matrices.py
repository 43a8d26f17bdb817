# Ways of their own that kernels have: rows of a filter over padding, batch norm of samples by channels, linear layers
# of a few elements, views of plain tensors.
import torch
import torch.nn.functional as F

torch.manual_seed(7)

# Rows of a filter that meet padding only take no part, whatever their weights are.
clip = torch.arange(3 * 8 * 3 * 5 * 4, dtype=torch.float32).reshape(3, 8, 3, 5, 4) % 7 - 3
cube = torch.arange(5 * 8 * 27, dtype=torch.float32).reshape(5, 8, 3, 3, 3) % 5 - 2
for stride, dilation, padding in [(1, 1, 1), ((2, 1, 1), 1, 1), (1, (1, 2, 1), (1, 2, 0)), (2, 1, (2, 2, 2))]:
    x, w = clip.clone().requires_grad_(), cube.clone().requires_grad_()
    out = F.conv3d(x, w, torch.arange(5.0), stride, padding, dilation)
    gx, gw = torch.autograd.grad((out * (torch.arange(out.numel()).reshape(out.shape) % 7 - 2)).sum(), (x, w))
    wide = F.conv3d(clip.double(), cube.double(), torch.arange(5.0).double(), stride, padding, dilation)
    print(tuple(out.shape), torch.equal(out.double(), wide), out.sum().item(), gx.abs().sum().item(),
          gw.abs().sum().item())
one_image = F.conv2d(torch.ones(1, 16, 40, 40), torch.ones(3, 16, 3, 3), padding=1)
print(one_image[0, :, :2, :3], one_image.sum().item())
for columns in (8, 9, 31, 32, 33, 57):
    line = torch.arange(2 * 32 * 20 * columns, dtype=torch.float32).reshape(2, 32, 20, columns) % 11 - 5
    dense, apart = torch.ones(4, 32, 3, 3), torch.ones(32, 1, 3, 3)
    a = F.conv2d(line, dense, stride=2, padding=1)
    b = F.conv2d(line, apart, stride=2, padding=1, groups=32)
    print(columns, a[1, 3, -1, -3:].tolist(), torch.equal(a[:, 0], b.sum(1)), b.abs().sum().item())

# The gradients of batch norm in training, of matrices and with the channels last.
for shape, form in [((6, 5), None), ((9, 1), None), ((4, 3, 2, 5), torch.channels_last),
                    ((2, 3, 2, 2, 2), torch.channels_last_3d)]:
    x = torch.randn(shape)
    x = (x.to(memory_format=form) if form else x).requires_grad_()
    w, b = (torch.rand(shape[1]) + 0.5).requires_grad_(), torch.randn(shape[1], requires_grad=True)
    for weights in [(w, b), (None, None)]:
        out = F.batch_norm(x, None, None, *weights, training=True)
        sources = [x] + [t for t in weights if t is not None]
        given = torch.randn(shape)
        for grad in [given, given.to(memory_format=form) if form else given.t().contiguous().t(),
                     torch.ones(()).expand(shape)]:
            got = torch.autograd.grad(out, sources, grad, retain_graph=True)
            doubles = [t.detach().double().requires_grad_() for t in sources]
            wide = F.batch_norm(doubles[0], None, None, *(doubles[1:] or (None, None)), training=True)
            wanted = torch.autograd.grad(wide, doubles, grad.double())
            print(shape, len(got), [torch.allclose(g.double(), t, atol=1e-5) for g, t in zip(got, wanted)])
x = torch.tensor([[1.0, 2.0], [3.0, -1.0], [0.5, 4.0]], requires_grad=True)
out = F.batch_norm(x, None, None, torch.tensor([1.0, 2.0]), None, training=True)
(first,) = torch.autograd.grad((out ** 3).sum(), x, create_graph=True)
print(out, first.detach(), torch.autograd.grad(first[0].sum(), x)[0], sep="\n")

# Linear layers of a few elements.
numbers = torch.arange(24.0)
a, w, bias = numbers[:6].reshape(2, 3), numbers[6:18].reshape(4, 3), numbers[19:23]
for dtype in (torch.float32, torch.float64, torch.bfloat16, torch.float16):
    print(F.linear(a.to(dtype), w.to(dtype), bias.to(dtype)), F.linear(a.to(dtype), w.to(dtype)).dtype)
print(F.linear(a, w, numbers[::6]), F.linear(a[:0], w, bias).shape, F.linear(a[:, :0], w[:, :0], bias))
print(torch.addmm(bias, a, w.t(), beta=2, alpha=0.5), torch.addmm(bias * float("nan"), a, w.t(), beta=0)[0])
for wrong in [lambda: torch.addmm(bias[:3], a, w.t()), lambda: torch.addmm(bias, a, w),
              lambda: torch.addmm(bias.double(), a, w.t()),
              lambda: torch.addmm(bias, a[0], w.t())]:
    try:
        wrong()
    except RuntimeError as error:
        print(error)

# Views of plain tensors.
t = numbers.reshape(2, 3, 4)[:, 1:, ::2]
for view in [t.transpose(0, 2), t.transpose(-1, -2), t[0].t(), t[0, 0].t(), numbers[3].t(), t.unsqueeze(0),
             t.unsqueeze(-1), t.unsqueeze(-3),
             numbers[5].unsqueeze(0), t.expand(2, 2, 2).unsqueeze(1)]:
    print(tuple(view.shape), view.stride(), view.storage_offset(), view.sum().item())
for wrong in [lambda: t.t(), lambda: t.transpose(0, 3), lambda: t.unsqueeze(4)]:
    try:
        wrong()
    except (RuntimeError, IndexError) as error:
        print(type(error).__name__, error)
v = numbers.clone()
v.unsqueeze(0).t()[2:4].mul_(-1)
print(v[:6], v._version)
