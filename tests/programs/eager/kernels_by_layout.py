# Kernels that have ways of their own for layouts and widths: what they give must not depend on the way.
import torch
import torch.nn.functional as F


def digest(t):
    flat = t.detach().to(torch.float64).contiguous().reshape(-1)
    return list(t.shape), t.stride(), round((flat * (torch.arange(flat.numel()) % 101 + 1)).sum().item(), 6)


def numbers(*sizes, dtype=torch.float64):
    count = 1
    for size in sizes:
        count *= size
    return ((torch.arange(count) * 37) % 127 - 50).to(dtype).reshape(sizes)


print("copies")
for dtype in (torch.int8, torch.bool, torch.int16, torch.bfloat16, torch.float32, torch.float64):
    t = numbers(5, 33, 70, dtype=dtype)
    for order in ((2, 1, 0), (0, 2, 1), (1, 0, 2), (2, 0, 1)):
        print(dtype, order, digest(t.permute(order).contiguous()))
    print(digest(t[:, ::2, 1::3].contiguous()), digest(t.flip(2).transpose(1, 2).contiguous()))
    print(digest(t[..., :2].permute(2, 0, 1).contiguous()), digest(t.repeat_interleave(3, 2)),
          digest(t[:, :1].expand(5, 4, 70).contiguous()))
print(digest(F.pixel_shuffle(numbers(2, 8, 3, 5), 2)), digest(F.pixel_unshuffle(numbers(2, 3, 6, 9), 3)))

print("reductions")
for dtype in (torch.uint8, torch.int8, torch.int32, torch.int64, torch.bfloat16, torch.float32, torch.float64):
    t = numbers(7, 40, 130, dtype=dtype)
    for view in (t, t.transpose(0, 2), t.permute(1, 0, 2), t[:, ::2, ::3]):
        print(dtype, [digest(view.amax(axes))[2] for axes in (0, 1, 2, (0, 2), (0, 1, 2))],
              [digest(view.amin(axes))[2] for axes in (0, 1, 2, (1, 2))],
              [digest((view > 40).any(axis))[2] for axis in (0, 1, 2)],
              [digest(view.all(axis))[2] for axis in (0, 1, 2)],
              [digest(view.sum(axes, dtype=None if dtype.is_floating_point else torch.int64))[2]
               for axes in (0, 1, (0, 2))], digest(view.count_nonzero((0, 2)))[2])
nan = torch.where(numbers(6, 90, dtype=torch.float32) % 5 == 0, float("nan"), numbers(6, 90, dtype=torch.float32))
print(digest(nan.nansum(0)), digest(nan.nansum(1)), nan.nansum().item(), nan.amax(0).isnan().sum().item(),
      torch.ones(2, 0).all(1), torch.ones(0, 2).any(0))
print(digest(numbers(300, 9).prod(0).sign()), digest((numbers(9, 300, dtype=torch.float32) % 3 + 1.0).prod(1).log2()))

print("scans")
for view in (numbers(6, 130), numbers(130, 6).t(), numbers(3, 4, 9).transpose(0, 1)):
    for axis in range(view.dim()):
        print([digest(f(axis)) for f in (view.cumsum, (view % 3 + 0.5).cumprod)],
              [digest(x) for x in view.cummax(axis) + view.cummin(axis)])
print(digest(nan.cummax(0)[1]), digest(nan.cummin(1)[1]), digest(numbers(5, 9, dtype=torch.int8).cumsum(0)))

print("borders")
for mode in ("reflect", "replicate", "circular"):
    for sizes, pad in (((2, 3, 9), (2, 1)), ((2, 3, 4, 9), (1, 2, 3, 0)), ((1, 2, 3, 4, 5), (1, 1, 2, 0, 0, 1)),
                       ((2, 5, 6), (-1, 2, 0, -2)), ((1, 2, 3), (3, 1)),
                       ((2, 3, 2, 9), (1, 1, 2, 2)), ((1, 1, 1), (-1, 0)), ((1, 2, 1, 2), (-2, 0, 0, 0))):
        try:
            t = numbers(*sizes).requires_grad_()
            out = F.pad(t, pad, mode=mode)
            out.backward(numbers(*out.shape))
            print(mode, sizes, pad, digest(out), digest(t.grad),
                  digest(F.pad(t.detach().transpose(0, 1), pad, mode=mode)))
        except RuntimeError as e:
            print(mode, sizes, pad, e)

print("resizing and pooling")
for t in (numbers(2, 3, 6, 8), numbers(2, 3, 6, 8).to(memory_format=torch.channels_last),
          numbers(2, 70, 4, 6).to(memory_format=torch.channels_last), numbers(2, 3, 8, 6).transpose(2, 3)):
    for arguments in (dict(scale_factor=2), dict(scale_factor=3), dict(size=(5, 9)), dict(size=(3, 4))):
        print([digest(F.interpolate(t, mode=mode, **arguments)) for mode in ("nearest", "nearest-exact", "bilinear")])
    for kernel, stride, padding, ceil in ((2, 2, 0, False), (3, 2, 1, True), ((1, 3), (2, 1), (0, 1), False)):
        u = t.clone().requires_grad_()
        most, places = F.max_pool2d(u, kernel, stride, padding, ceil_mode=ceil, return_indices=True)
        mean = F.avg_pool2d(u, kernel, stride, padding, ceil_mode=ceil, count_include_pad=False)
        (most * 3 + mean).sum().backward()
        print(digest(most), digest(places), digest(mean), digest(u.grad))
    print([digest(F.adaptive_avg_pool2d(t, size)) for size in (2, (3, 4))],
          [digest(x) for x in F.adaptive_max_pool2d(t, 2, return_indices=True)])
cube = numbers(2, 2, 4, 6, 8).requires_grad_()
for arguments in ((2,), (3, 2, 1), ((1, 2, 3), (2, 1, 2), 0, 1, True), (2, 1, 0, (2, 1, 3))):
    most, places = F.max_pool3d(cube, *arguments, return_indices=True)
    cube.grad = None
    most.sum().backward()
    print(digest(most), digest(places), digest(cube.grad))
print([digest(x) for x in F.max_pool1d(cube[0, 0], 3, 2, 1, return_indices=True)],
      [digest(x) for x in F.adaptive_max_pool3d(cube, 2, return_indices=True)])
try:
    F.max_pool3d(cube, (2, 3, 9))
except RuntimeError as e:
    print(e)

print("indices")
t = numbers(7, 9, 11)
rows, columns = torch.tensor([3, -1, 0, 3]), torch.tensor([[1], [-2], [6]])
for key in ((rows,), (slice(None), rows), (slice(None), slice(None), rows), (rows, slice(None), rows), (rows, columns),
            (columns, slice(2, 9, 3), rows), (slice(None), columns, rows)):
    changed = t.clone()
    changed[key] = 1000
    print(digest(t[key]), digest(changed), digest(t.transpose(0, 2).contiguous().transpose(0, 2)[key]))
print(digest(t.take(torch.tensor([[0, -1], [692, -693]]))), digest(t.index_add(2, rows % 4, t[..., :4])),
      digest(t.index_add(1, rows % 4, t[:, :4], alpha=2)))
print(digest(t.gather(0, (columns % 7).expand(3, 9).unsqueeze(2).expand(3, 9, 11))),
      digest(t.scatter_add(0, torch.zeros(7, 9, 11, dtype=torch.int64), t)))
for wrong in (lambda: t[torch.tensor([1, 7])], lambda: t[:, torch.tensor([0, -10])],
              lambda: t.take(torch.tensor([693]))):
    try:
        wrong()
    except IndexError as e:
        print(e)
print(torch.tensor([3, 1, 3, 0]).bincount().tolist(),
      torch.tensor([3, 1, 3]).bincount(torch.tensor([0.1, 0.2, 0.3]), 6).tolist(),
      torch.tensor([], dtype=torch.int64).bincount(minlength=2).tolist())
