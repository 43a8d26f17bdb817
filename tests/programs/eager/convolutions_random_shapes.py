# Convolutions of many shapes, strides, paddings, dilations and groups, and their gradients, beside the same ones in
# float64.
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
    tensors = [t for t in (x, weight, bias) if t is not None]

    def run(operands):
        operands = [t.requires_grad_() for t in operands]
        out = convolutions[rank - 1](*operands[:2], None, stride, padding, dilation, groups)
        if bias is not None:
            out = convolutions[rank - 1](*operands, stride, padding, dilation, groups)
        torch.manual_seed(seed)
        gradient = torch.randn(out.shape).to(out.dtype)
        return [out.detach(), *torch.autograd.grad(out, operands, gradient)]

    got = run(tensors)
    expected = run([t.detach().double() for t in tensors])
    errors = [((g - e).abs().max() / e.abs().max().clamp(min=1e-3)).item() for g, e in zip(got, expected)]
    print(seed, list(got[0].shape), got[0].is_contiguous(), [error < 2e-6 for error in errors])


for seed in range(40):
    case(seed)
