# Gradients of convolutions by their inputs and by their weights.
import torch
import torch.nn.functional as F


def _gradient(convolve, of, grad_output, *options):
    with torch.enable_grad():
        of = of.detach().requires_grad_()
        out = convolve(of, *options)
        return torch.autograd.grad(out, of, grad_output.expand(out.shape))[0]


def _input(convolve):
    def gradient(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
        input = grad_output.new_empty(1).expand(input_size)
        return _gradient(lambda x: convolve(x, weight, None, stride, padding, dilation, groups), input, grad_output)
    return gradient


def _weight(convolve):
    def gradient(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
        weight = grad_output.new_empty(1).expand(weight_size)
        return _gradient(lambda w: convolve(input, w, None, stride, padding, dilation, groups), weight, grad_output)
    return gradient


conv1d_input, conv2d_input, conv3d_input = _input(F.conv1d), _input(F.conv2d), _input(F.conv3d)
conv1d_weight, conv2d_weight, conv3d_weight = _weight(F.conv1d), _weight(F.conv2d), _weight(F.conv3d)
