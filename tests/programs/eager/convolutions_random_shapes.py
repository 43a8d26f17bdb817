# Convolutions of many shapes, strides, paddings, dilations and groups, beside the same ones in float64.
import torch
import torch.nn.functional as F

convolutions = [F.conv1d, F.conv2d, F.conv3d]


def number(low, high):
    return torch.randint(low, high + 1, (1,)).item()


def case(seed):
    torch.manual_seed(seed)
    rank, groups, batch = number(1, 3), [1, 1, 2, 4][number(0, 3)], number(1, 5)
    inner, outer = groups * number(1, 10), groups * number(1, 36)
    ranges = [(1, 5), (1, 3), (1, 2), (0, 3)]
    kernel, stride, dilation, padding = ([number(*bounds) for _ in range(rank)] for bounds in ranges)
    most = 30 if rank < 3 else 9
    size = [max(number(3, most), (k - 1) * d + 1) for k, d in zip(kernel, dilation)]
    x, weight = torch.randn(batch, inner, *size), torch.randn(outer, inner // groups, *kernel)
    bias = torch.randn(outer) if number(0, 1) else None
    got = convolutions[rank - 1](x, weight, bias, stride, padding, dilation, groups)
    wide = None if bias is None else bias.double()
    expected = convolutions[rank - 1](x.double(), weight.double(), wide, stride, padding, dilation, groups)
    error = (got - expected).abs().max() / expected.abs().max()
    print(seed, list(got.shape), got.is_contiguous(), bool(error < 2e-6))


for seed in range(40):
    case(seed)
