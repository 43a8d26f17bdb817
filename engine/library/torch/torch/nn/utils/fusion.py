# Folding a batch norm in eval mode into the convolution or linear layer in front of it.
import copy

import torch


def _scale_and_shift(bias, running_mean, running_var, eps, weight, shift):
    if bias is None:
        bias = torch.zeros_like(running_mean)
    if weight is None:
        weight = torch.ones_like(running_mean)
    if shift is None:
        shift = torch.zeros_like(running_mean)
    scale = weight * torch.rsqrt(running_var + eps)
    return scale, (bias - running_mean) * scale + shift


def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    scale, bias = _scale_and_shift(conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b)
    shape = [1, -1] if transpose else [-1, 1]
    fused = (conv_w * scale.reshape(shape + [1] * (conv_w.dim() - 2))).to(dtype=conv_w.dtype)
    return torch.nn.Parameter(fused, conv_w.requires_grad), torch.nn.Parameter(bias.to(dtype=conv_w.dtype), conv_b is None or conv_b.requires_grad)


def fuse_conv_bn_eval(conv, bn, transpose=False):
    if conv.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    fused = copy.deepcopy(conv)
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError("bn.running_mean and bn.running_var must not be None")
    fused.weight, fused.bias = fuse_conv_bn_weights(
        fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias, transpose)
    return fused


def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    scale, bias = _scale_and_shift(linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b)
    fused = (linear_w * scale.unsqueeze(-1)).to(dtype=linear_w.dtype)
    return torch.nn.Parameter(fused, linear_w.requires_grad), torch.nn.Parameter(bias.to(dtype=linear_w.dtype), linear_b is None or linear_b.requires_grad)


def fuse_linear_bn_eval(linear, bn):
    if linear.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    fused = copy.deepcopy(linear)
    fused.weight, fused.bias = fuse_linear_bn_weights(
        fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias)
    return fused
