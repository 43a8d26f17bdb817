# Operators that scripts and traces name and that are compositions here: called with the
# operator's arguments in order. Where overloads differ, the overload's name is appended.
import warnings

import torch
import torch.nn.functional as F
from torch import ctc_loss  # whose reduction is none by default, an operator's is the mean
from torch._native_names import adaptive_max_pool1d, affine_grid_generator, embedding_bag, grid_sampler
from torch.nn.functional import _renorm_rows, interpolate as _interpolate  # F.interpolate is patched in traces


def _upsample(mode, aligned):
    """The two overloads of torch.upsample_*: a size with factors per axis, or either as a list."""
    def run(input, size, factors, align_corners):
        size = list(size) if size is not None else None
        factors = list(factors) if size is None else None
        return _interpolate(input, size=size, scale_factor=factors, mode=mode, align_corners=align_corners)

    if aligned:
        return (lambda input, output_size, align_corners, *scales: run(input, output_size, None, align_corners),
                lambda input, output_size, align_corners, scale_factors: run(input, output_size, scale_factors, align_corners))
    return (lambda input, output_size, *scales: run(input, output_size, None, None),
            lambda input, output_size, scale_factors: run(input, output_size, scale_factors, None))


upsample_nearest1d, upsample_nearest1d_vec = _upsample("nearest", False)
upsample_nearest2d, upsample_nearest2d_vec = _upsample("nearest", False)
upsample_nearest3d, upsample_nearest3d_vec = _upsample("nearest", False)
upsample_linear1d, upsample_linear1d_vec = _upsample("linear", True)
upsample_bilinear2d, upsample_bilinear2d_vec = _upsample("bilinear", True)
upsample_trilinear3d, upsample_trilinear3d_vec = _upsample("trilinear", True)
upsample_bicubic2d, upsample_bicubic2d_vec = _upsample("bicubic", True)


def im2col(input, kernel_size, dilation, padding, stride):
    return F.unfold(input, kernel_size, dilation, padding, stride)


def col2im(input, output_size, kernel_size, dilation, padding, stride):
    return F.fold(input, output_size, kernel_size, dilation, padding, stride)


def adaptive_max_pool2d(input, output_size):
    return F.adaptive_max_pool2d(input, output_size, True)


def adaptive_max_pool3d(input, output_size):
    return F.adaptive_max_pool3d(input, output_size, True)


def max_unpool2d(input, indices, output_size):
    lead = input.shape[:-2]
    out = input.new_zeros(lead + (output_size[0] * output_size[1],))
    return out.scatter(-1, indices.flatten(-2), input.flatten(-2)).reshape(lead + tuple(output_size))


def max_unpool3d(input, indices, output_size, stride, padding):
    lead = input.shape[:-3]
    out = input.new_zeros(lead + (output_size[0] * output_size[1] * output_size[2],))
    return out.scatter(-1, indices.flatten(-3), input.flatten(-3)).reshape(lead + tuple(output_size))


def rrelu(input, lower, upper, training, generator):
    return F.rrelu(input, lower, upper, training)


def rrelu_(input, lower, upper, training, generator):
    return F.rrelu(input, lower, upper, training, True)


def log_sigmoid(input):
    return F.logsigmoid(input)


_REDUCTIONS = ("none", "mean", "sum")


def multi_margin_loss(input, target, p, margin, weight, reduction):
    return F.multi_margin_loss(input, target, p, margin, weight, reduction=_REDUCTIONS[reduction])


def embedding_renorm_(weight, indices, max_norm, norm_type):
    _renorm_rows(weight, indices, max_norm, norm_type)
    return weight


def warn(message, stacklevel):
    warnings.warn(message, stacklevel=stacklevel)


def grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused):
    return torch.autograd.grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused=allow_unused)


def backward(self, gradient, retain_graph, create_graph):
    self.backward(gradient, retain_graph, create_graph)


def backward_TensorList(tensors, grad_tensors, retain_graph, create_graph):
    torch.autograd.backward(tensors, grad_tensors, retain_graph, create_graph)
