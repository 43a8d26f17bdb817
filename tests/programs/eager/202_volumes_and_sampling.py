"""Three-dimensional layers, unpooling, folding, sampling at a grid, interpolation."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.arange(16.0).view(1, 1, 4, 4)
v = torch.arange(16.0).view(1, 1, 2, 2, 4)
print(F.conv3d(v, torch.ones(1, 1, 1, 2, 2)))
print(F.conv_transpose3d(v[..., :2], torch.ones(1, 1, 1, 2, 1)))
print(nn.Conv3d(1, 2, (1, 2, 2), padding="same")(v).shape,
      nn.ConvTranspose3d(1, 1, 2, stride=2)(v, output_size=(4, 4, 9)).shape)
print(F.max_pool3d(v, (1, 2, 2)), F.avg_pool3d(v, (1, 2, 2)))
print(F.max_pool3d(v, 2, return_indices=True))
print(F.adaptive_avg_pool3d(v, (1, 1, 2)), F.adaptive_max_pool3d(v, (1, 1, 2)))
print(F.adaptive_avg_pool2d(x, (None, 2)), F.adaptive_max_pool2d(x, 2, return_indices=True))
pooled, places = F.max_pool2d(x, 2, return_indices=True)
print(F.max_unpool2d(pooled, places, 2), nn.MaxUnpool1d(2)(*F.max_pool1d(x[0], 2, return_indices=True)))
print(F.fold(F.unfold(x, 2), (4, 4), 2))
print(nn.Fold((4, 4), 2, stride=2)(nn.Unfold(2, stride=2)(x)).equal(x))
theta = torch.tensor([[[1.0, 0.0, 0.5], [0.0, -1.0, 0.0]]])
for align in (False, True):
    grid = F.affine_grid(theta, (1, 1, 3, 3), align_corners=align)
    print(grid[0, 0])
    for mode in ("bilinear", "nearest", "bicubic"):
        for padding in ("zeros", "border", "reflection"):
            print(align, mode, padding, F.grid_sample(x, grid, mode=mode, padding_mode=padding, align_corners=align)[0,
                0, 0])
for mode in ("nearest", "nearest-exact", "bilinear", "bicubic", "area"):
    print(mode, F.interpolate(x, size=(3, 3), mode=mode))
print(F.interpolate(x, size=(2, 2), mode="bilinear", antialias=True),
      F.interpolate(x, size=(3, 2), mode="bicubic", antialias=True).shape)
print(F.interpolate(v[..., :2], scale_factor=2, mode="trilinear")[0, 0, 0])
print(F.interpolate(x[0], size=6, mode="linear", align_corners=True)[0, 0],
      F.interpolate(v, scale_factor=(1, 2, 1)).shape)
print(nn.Upsample(scale_factor=2, mode="bicubic", align_corners=True)(x)[0, 0, 0],
      nn.UpsamplingBilinear2d(scale_factor=2)(x)[0, 0, 1])
y = x.double().requires_grad_()
F.interpolate(y, scale_factor=1.5, mode="bicubic").pow(2).sum().backward()
print(y.grad)
for bad in (dict(size=2, mode="linear"), dict(), dict(size=2, scale_factor=2), dict(size=(2, 2), align_corners=True)):
    try:
        F.interpolate(x, **bad)
    except Exception as e:
        print(type(e).__name__, e)
print(nn.ReplicationPad3d((1, 0, 0, 1, 0, 0))(v)[0, 0, 0])
print(nn.LazyConv2d(3, 2), nn.LazyBatchNorm1d())
lazy = nn.LazyConv2d(3, 2)
print(lazy(x).shape, lazy)

w = torch.randn(2, 1, 2, 2, requires_grad=True, dtype=torch.float64)
z = torch.randn(1, 1, 3, 3, requires_grad=True, dtype=torch.float64)
print(torch.autograd.gradgradcheck(lambda a, b: F.conv2d(a, b, stride=1), (z, w)))
