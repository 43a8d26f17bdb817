# Convolutions of whole numbers, exact in any order: kernels, strides, padding, dilation, groups, one image and several.
import itertools
import torch
import torch.nn.functional as F


def whole(*sizes):
    n = 1
    for size in sizes:
        n *= size
    return ((torch.arange(n) * 7 + 3) % 11 - 5).float().reshape(sizes)


def show(label, f, *tensors):
    leaves = [t.clone().requires_grad_() for t in tensors]
    y = f(*leaves)
    grads = torch.autograd.grad(y, leaves, whole(*y.shape))
    print(label, tuple(y.shape),
          *(int((t.detach() * (torch.arange(t.numel()) % 13 - 6).float().reshape(t.shape)).sum()) for t in (y, *grads)))


for batch, groups, kernel, stride, padding, dilation in itertools.product((1, 3), (1, 2, 4), (1, 3), (1, 2, 3), (0, 2),
    (1, 2)):
    if padding > kernel or (kernel == 1 and dilation == 2):
        continue
    x, w, b = whole(batch, 4, 9, 10), whole(8, 4 // groups, kernel, kernel), whole(8)
    show(f"2d {batch} {groups} {kernel} {stride} {padding} {dilation}",
         lambda x, w, b: F.conv2d(x, w, b, stride, padding, dilation, groups), x, w, b)
for batch, stride, dilation in itertools.product((1, 2), (1, 2), (1, 2)):
    show(f"1d {batch} {stride} {dilation}", lambda x, w: F.conv1d(x, w, None, stride, 1, dilation), whole(batch, 3, 40),
         whole(5, 3, 3))
    show(f"3d {batch} {stride} {dilation}", lambda x, w: F.conv3d(x, w, None, stride, 1, dilation),
         whole(batch, 2, 5, 6, 7), whole(3, 2, 2, 3, 3))
    show(f"t2d {batch} {stride} {dilation}", lambda x, w: F.conv_transpose2d(x, w, None, stride, 1, 0, 1, dilation),
         whole(batch, 3, 5, 6), whole(3, 2, 3, 3))
show("unbatched", lambda x, w: F.conv2d(x, w), whole(3, 6, 6), whole(2, 3, 1, 1))
show("wide", lambda x, w: F.conv2d(x, w, None, (2, 1), (3, 0), (1, 3)), whole(1, 3, 33, 70), whole(4, 3, 7, 5))
show("padding", lambda x, w: F.conv2d(x, w, padding="same", dilation=2), whole(1, 2, 7, 8), whole(2, 2, 3, 4))
for x, w, f in ((whole(1, 2, 0, 5), whole(2, 2, 3, 3), lambda x, w: F.conv_transpose2d(x, w, None, 2, 1)),
                (whole(0, 2, 4, 4), whole(3, 2, 3, 3), F.conv2d), (whole(2, 2, 1, 0), whole(2, 2, 1, 1), F.conv2d)):
    try:
        print(tuple(f(x, w).shape))
    except RuntimeError as e:
        print(type(e).__name__, str(e).split("\n")[0])

# Channels and groups that do not belong together.
for x, w, groups in [((2, 1, 6), (1, 2, 3), 2), ((2, 3, 6), (3, 2, 3), 2), ((2, 0, 6), (0, 2, 3), 1),
                     ((0, 4, 6), (4, 2, 3), 2),
                     ((2, 4, 6), (4, 2, 3), 4), ((2, 3, 6), (2, 2, 3), 1), ((2, 3, 6), (2, 2, 3), 0)]:
    for f in (F.conv_transpose1d, F.conv1d):
        try:
            print(f(torch.ones(x), torch.ones(w), groups=groups).shape)
        except RuntimeError as e:
            print(e)
