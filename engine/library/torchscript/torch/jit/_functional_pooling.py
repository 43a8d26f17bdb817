# Pooling functions of torch.nn.functional as scripts see them. Part of _functional.py.
from typing import Any, List, Optional, Tuple
import torch

BroadcastingList1 = BroadcastingList2 = BroadcastingList3 = List  # one int may stand for the list


def max_pool2d(input, kernel_size: BroadcastingList2[int], stride: Optional[BroadcastingList2[int]] = None, padding: BroadcastingList2[int] = 0, dilation: BroadcastingList2[int] = 1,
               ceil_mode: bool = False, return_indices: bool = False):
    if stride is None:
        stride = torch.jit.annotate(List[int], [])
    return torch.max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool1d(input, kernel_size: BroadcastingList1[int], stride: Optional[BroadcastingList1[int]] = None, padding: BroadcastingList1[int] = 0, dilation: BroadcastingList1[int] = 1,
               ceil_mode: bool = False, return_indices: bool = False):
    if stride is None:
        stride = torch.jit.annotate(List[int], [])
    return torch.max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode)


def adaptive_avg_pool2d(input, output_size: BroadcastingList2[int]):
    return torch._C._nn.adaptive_avg_pool2d(input, output_size)


def adaptive_avg_pool1d(input, output_size: BroadcastingList1[int]):
    return torch.adaptive_avg_pool1d(input, output_size)


def max_pool3d(input, kernel_size: BroadcastingList3[int], stride: Optional[BroadcastingList3[int]] = None, padding: BroadcastingList3[int] = 0, dilation: BroadcastingList3[int] = 1,
               ceil_mode: bool = False, return_indices: bool = False):
    if stride is None:
        stride = torch.jit.annotate(List[int], [])
    return torch.max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode)


def adaptive_max_pool1d(input, output_size: BroadcastingList1[int], return_indices: bool = False):
    return torch.adaptive_max_pool1d(input, output_size)[0]


def adaptive_max_pool2d(input, output_size: BroadcastingList2[int], return_indices: bool = False):
    return torch._C._nn.adaptive_max_pool2d(input, output_size)[0]


def adaptive_max_pool3d(input, output_size: BroadcastingList3[int], return_indices: bool = False):
    return torch._C._nn.adaptive_max_pool3d(input, output_size)[0]


def adaptive_avg_pool3d(input, output_size: BroadcastingList3[int]):
    return torch._C._nn.adaptive_avg_pool3d(input, output_size)


def lp_pool1d(input, norm_type: float, kernel_size: int, stride: Optional[BroadcastingList1[int]] = None, ceil_mode: bool = False):
    if stride is not None:
        out = torch.avg_pool1d(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    else:
        out = torch.avg_pool1d(input.pow(norm_type), kernel_size, padding=0, ceil_mode=ceil_mode)
    return (torch.sign(out) * torch.relu(torch.abs(out))).mul(kernel_size).pow(1.0 / norm_type)


def lp_pool2d(input, norm_type: float, kernel_size: BroadcastingList2[int], stride: Optional[BroadcastingList2[int]] = None, ceil_mode: bool = False):
    kw, kh = kernel_size
    if stride is not None:
        out = torch._C._nn.avg_pool2d(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    else:
        out = torch._C._nn.avg_pool2d(input.pow(norm_type), kernel_size, padding=0, ceil_mode=ceil_mode)
    return (torch.sign(out) * torch.relu(torch.abs(out))).mul(kw * kh).pow(1.0 / norm_type)


def _unpool_output_size(input, kernel_size: List[int], stride: List[int], padding: List[int], output_size: Optional[List[int]]) -> List[int]:
    input_size = input.size()
    default_size = torch.jit.annotate(List[int], [])
    for d in range(len(kernel_size)):
        default_size.append((input_size[len(input_size) - len(kernel_size) + d] - 1) * stride[d] + kernel_size[d] - 2 * padding[d])
    if output_size is None:
        ret = default_size
    else:
        if len(output_size) == (len(kernel_size) + 2):
            output_size = output_size[2:]
        if len(output_size) != len(kernel_size):
            raise ValueError("output_size should be a sequence containing {} or {} elements, but it has a length of '{}'".format(
                len(kernel_size), len(kernel_size) + 2, len(output_size)))
        for d in range(len(kernel_size)):
            min_size = default_size[d] - stride[d]
            max_size = default_size[d] + stride[d]
            if not (min_size < output_size[d] < max_size):
                raise ValueError(f'invalid output_size "{output_size}" (dim {d} must be between {min_size} and {max_size})')
        ret = output_size
    return ret


def max_unpool2d(input, indices, kernel_size: BroadcastingList2[int], stride: Optional[BroadcastingList2[int]] = None,
                 padding: BroadcastingList2[int] = 0, output_size: Optional[BroadcastingList2[int]] = None):
    _stride = stride if stride is not None else kernel_size
    output_size = _unpool_output_size(input, kernel_size, _stride, padding, output_size)
    return torch._C._nn.max_unpool2d(input, indices, output_size)


def max_pool1d_with_indices(input, kernel_size: BroadcastingList1[int], stride: Optional[BroadcastingList1[int]] = None, padding: BroadcastingList1[int] = 0,
                            dilation: BroadcastingList1[int] = 1, ceil_mode: bool = False, return_indices: bool = False):
    if stride is None:
        stride = torch.jit.annotate(List[int], [])
    return torch._C._nn.max_pool1d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)


def adaptive_max_pool1d_with_indices(input, output_size: BroadcastingList1[int], return_indices: bool = False):
    return torch._C._nn.adaptive_max_pool1d(input, output_size)


def max_pool2d_with_indices(input, kernel_size: BroadcastingList2[int], stride: Optional[BroadcastingList2[int]] = None, padding: BroadcastingList2[int] = 0,
                            dilation: BroadcastingList2[int] = 1, ceil_mode: bool = False, return_indices: bool = False):
    if stride is None:
        stride = torch.jit.annotate(List[int], [])
    return torch._C._nn.max_pool2d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)


def adaptive_max_pool2d_with_indices(input, output_size: BroadcastingList2[int], return_indices: bool = False):
    return torch._C._nn.adaptive_max_pool2d(input, output_size)


def max_pool3d_with_indices(input, kernel_size: BroadcastingList3[int], stride: Optional[BroadcastingList3[int]] = None, padding: BroadcastingList3[int] = 0,
                            dilation: BroadcastingList3[int] = 1, ceil_mode: bool = False, return_indices: bool = False):
    if stride is None:
        stride = torch.jit.annotate(List[int], [])
    return torch._C._nn.max_pool3d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)


def adaptive_max_pool3d_with_indices(input, output_size: BroadcastingList3[int], return_indices: bool = False):
    return torch._C._nn.adaptive_max_pool3d(input, output_size)
