# torch.nn.functional as scripts see it, where eager runs an op: PyTorch's text, which is compiled with its caller and
# shows in printed graphs. What eager runs as text too stands in torch/nn/functional.py alone.
from typing import Any, List, Optional, Tuple
import torch
from torch.jit._functional_attention import (
    multi_head_attention_forward)
import torch.jit._functional_rnn
from torch.jit._functional_losses import (
    _reduction, binary_cross_entropy, binary_cross_entropy_with_logits, cosine_embedding_loss, cross_entropy, ctc_loss, hinge_embedding_loss,
    huber_loss, kl_div, l1_loss, margin_ranking_loss, mse_loss, multi_margin_loss, nll_loss, poisson_nll_loss, smooth_l1_loss, triplet_margin_loss)
from torch.jit._functional_pooling import (
    _unpool_output_size, adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d, adaptive_max_pool1d, adaptive_max_pool1d_with_indices,
    adaptive_max_pool2d, adaptive_max_pool2d_with_indices, adaptive_max_pool3d, adaptive_max_pool3d_with_indices, lp_pool1d, lp_pool2d, max_pool1d,
    max_pool1d_with_indices, max_pool2d, max_pool2d_with_indices, max_pool3d, max_pool3d_with_indices, max_unpool2d)

from torch.nn.functional import _for_scripts

globals().update(_for_scripts)
BroadcastingList1 = BroadcastingList2 = BroadcastingList3 = List  # one int may stand for the list


def relu(input, inplace: bool = False):
    if inplace:
        result = torch.relu_(input)
    else:
        result = torch.relu(input)
    return result


def dropout(input, p: float = 0.5, training: bool = True, inplace: bool = False):
    if p < 0.0 or p > 1.0:
        raise ValueError("dropout probability has to be between 0 and 1, but got {}".format(p))
    return torch.dropout_(input, p, training) if inplace else torch.dropout(input, p, training)


def feature_dropout(input, p: float = 0.5, training: bool = True, inplace: bool = False):
    if p < 0.0 or p > 1.0:
        raise ValueError("dropout probability has to be between 0 and 1, but got {}".format(p))
    return torch.feature_dropout(input, p, training)


def dropout2d(input, p: float = 0.5, training: bool = True, inplace: bool = False):
    return feature_dropout(input, p, training, inplace)


def dropout1d(input, p: float = 0.5, training: bool = True, inplace: bool = False):
    return feature_dropout(input, p, training, inplace)


def leaky_relu(input, negative_slope: float = 0.01, inplace: bool = False):
    if inplace:
        result = torch.leaky_relu_(input, negative_slope)
    else:
        result = torch.leaky_relu(input, negative_slope)
    return result


def elu(input, alpha: float = 1.0, inplace: bool = False):
    if inplace:
        result = torch.elu_(input, alpha)
    else:
        result = torch.elu(input, alpha)
    return result


def selu(input, inplace: bool = False):
    if inplace:
        result = torch.selu_(input)
    else:
        result = torch.selu(input)
    return result


def celu(input, alpha: float = 1.0, inplace: bool = False):
    if inplace:
        result = torch.celu_(input, alpha)
    else:
        result = torch.celu(input, alpha)
    return result


def silu(input, inplace: bool = False):
    if inplace:
        return torch.silu_(input)
    return torch.silu(input)


def mish(input, inplace: bool = False):
    if inplace:
        return torch.mish_(input)
    return torch.mish(input)


def relu6(input, inplace: bool = False):
    if inplace:
        result = torch.relu6_(input)
    else:
        result = torch.relu6(input)
    return result


def hardtanh(input, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False):
    if inplace:
        result = torch.hardtanh_(input, min_val, max_val)
    else:
        result = torch.hardtanh(input, min_val, max_val)
    return result


def hardswish(input, inplace: bool = False):
    if inplace:
        return torch.hardswish_(input)
    return torch.hardswish(input)


def hardsigmoid(input, inplace: bool = False):
    if inplace:
        return torch.hardsigmoid_(input)
    return torch.hardsigmoid(input)


def softsign(input):
    return input / (input.abs() + 1)


def tanhshrink(input):
    return input - input.tanh()


def glu(input, dim: int = -1):
    return torch.glu(input, dim)


def _verify_batch_size(size: List[int]) -> None:
    size_prods = size[0]
    for i in range(len(size) - 2):
        size_prods *= size[i + 2]
    if size_prods == 1:
        raise ValueError("Expected more than 1 value per channel when training, got input size {}".format(size))


def batch_norm(input, running_mean: Optional[torch.Tensor], running_var: Optional[torch.Tensor], weight: Optional[torch.Tensor] = None,
               bias: Optional[torch.Tensor] = None, training: bool = False, momentum: float = 0.1, eps: float = 1e-05):
    if training:
        _verify_batch_size(input.size())
    if training and eps <= 0.0:
        raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    elif eps < 0.0:
        raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")
    return torch.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, True)


def layer_norm(input, normalized_shape: List[int], weight: Optional[torch.Tensor] = None, bias: Optional[torch.Tensor] = None, eps: float = 1e-05):
    return torch.layer_norm(input, normalized_shape, weight, bias, eps, True)


def group_norm(input, num_groups: int, weight: Optional[torch.Tensor] = None, bias: Optional[torch.Tensor] = None, eps: float = 1e-05):
    return torch.group_norm(input, num_groups, weight, bias, eps, True)


def embedding(input, weight, padding_idx: Optional[int] = None, max_norm: Optional[float] = None, norm_type: float = 2.0,
              scale_grad_by_freq: bool = False, sparse: bool = False):
    if padding_idx is not None:
        if padding_idx > 0:
            assert padding_idx < weight.size(0), "Padding_idx must be within num_embeddings"
        elif padding_idx < 0:
            assert padding_idx >= -weight.size(0), "Padding_idx must be within num_embeddings"
            padding_idx = weight.size(0) + padding_idx
    else:
        padding_idx = -1
    return torch.embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)


def normalize(input, p: float = 2.0, dim: int = 1, eps: float = 1e-12, out: Optional[torch.Tensor] = None):
    assert out is None, "out= is not supported in a script"
    denom = input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
    return input / denom


def pad(input, pad: List[int], mode: str = "constant", value: Optional[float] = None):
    return torch._C._nn.pad(input, pad, mode, value)


def instance_norm(input, running_mean: Optional[torch.Tensor] = None, running_var: Optional[torch.Tensor] = None, weight: Optional[torch.Tensor] = None,
                  bias: Optional[torch.Tensor] = None, use_input_stats: bool = True, momentum: float = 0.1, eps: float = 1e-05):
    return torch.instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, True)


def threshold(input, threshold: float, value: float, inplace: bool = False):
    if inplace:
        result = torch.threshold_(input, threshold, value)
    else:
        result = torch.threshold(input, threshold, value)
    return result


def logsigmoid(input):
    return torch._C._nn.log_sigmoid(input)


def rrelu(input, lower: float = 1.0 / 8, upper: float = 1.0 / 3, training: bool = False, inplace: bool = False):
    if inplace:
        result = torch.rrelu_(input, lower, upper, training)
    else:
        result = torch.rrelu(input, lower, upper, training)
    return result


def alpha_dropout(input, p: float = 0.5, training: bool = False, inplace: bool = False):
    if p < 0.0 or p > 1.0:
        raise ValueError("dropout probability has to be between 0 and 1, but got {}".format(p))
    return torch.alpha_dropout(input, p, training)


def feature_alpha_dropout(input, p: float = 0.5, training: bool = False, inplace: bool = False):
    if p < 0.0 or p > 1.0:
        raise ValueError("dropout probability has to be between 0 and 1, but got {}".format(p))
    return torch.feature_alpha_dropout(input, p, training)


def unfold(input, kernel_size: BroadcastingList2[int], dilation: BroadcastingList2[int] = 1, padding: BroadcastingList2[int] = 0,
           stride: BroadcastingList2[int] = 1):
    return torch._C._nn.im2col(input, kernel_size, dilation, padding, stride)


def fold(input, output_size: BroadcastingList2[int], kernel_size: BroadcastingList2[int], dilation: BroadcastingList2[int] = 1,
         padding: BroadcastingList2[int] = 0, stride: BroadcastingList2[int] = 1):
    return torch._C._nn.col2im(input, output_size, kernel_size, dilation, padding, stride)


def local_response_norm(input, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0):
    dim = input.dim()
    if dim < 3:
        raise ValueError(f"Expected 3D or higher dimensionality input (got {dim} dimensions)")
    if input.numel() == 0:
        return input
    div = input.mul(input)
    if dim == 3:
        div = div.unsqueeze(1)
        div = pad(div, (0, 0, size // 2, (size - 1) // 2))
        div = torch._C._nn.avg_pool2d(div, (size, 1), stride=1).squeeze(1)
    else:
        sizes = input.size()
        div = div.view(sizes[0], 1, sizes[1], sizes[2], -1)
        div = pad(div, (0, 0, 0, 0, size // 2, (size - 1) // 2))
        div = torch._C._nn.avg_pool3d(div, (size, 1, 1), stride=1).squeeze(1)
        div = div.view(sizes)
    div = div.mul(alpha).add(k).pow(beta)
    return input / div


def embedding_bag(input, weight, offsets: Optional[torch.Tensor] = None, max_norm: Optional[float] = None, norm_type: float = 2,
                  scale_grad_by_freq: bool = False, mode: str = "mean", sparse: bool = False, per_sample_weights: Optional[torch.Tensor] = None,
                  include_last_offset: bool = False, padding_idx: Optional[int] = None):
    if per_sample_weights is not None and input.size() != per_sample_weights.size():
        raise ValueError(f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not None, then it must have the same shape as the input ({input.shape})")
    if not weight.dim() == 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.dim()}")
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError("if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length sequences. However, found offsets of type {}".format("<unknown>"))
        offsets = torch.arange(0, input.numel(), input.size(1), dtype=input.dtype, device=input.device)
        input = input.reshape(-1)
        if per_sample_weights is not None:
            per_sample_weights = per_sample_weights.reshape(-1)
    elif input.dim() == 1:
        if offsets is None:
            raise ValueError("offsets has to be a 1D Tensor but got None")
        if offsets.dim() != 1:
            raise ValueError("offsets has to be a 1D Tensor")
    else:
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.dim()}")
    if mode == "sum":
        mode_enum = 0
    elif mode == "mean":
        mode_enum = 1
    elif mode == "max":
        mode_enum = 2
        if scale_grad_by_freq:
            raise ValueError("max mode does not support scaling the gradient by the frequency")
    else:
        raise ValueError("mode has to be one of sum, mean or max")
    assert max_norm is None, "max_norm is not supported in a script"
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(f"embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum' (got mode='{mode}'). Please open a feature request on GitHub.")
    ret, _, _, _ = torch.embedding_bag(weight, input, offsets, scale_grad_by_freq, mode_enum, sparse, per_sample_weights, include_last_offset, padding_idx)
    return ret


def _spatial(value: Optional[Any], dim: int) -> Optional[List[int]]:
    if value is None:
        return None
    if isinstance(value, int):
        return [value for _ in range(dim)]
    if isinstance(value, Tuple[int, int]):
        return [value[0], value[1]]
    if isinstance(value, Tuple[int, int, int]):
        return [value[0], value[1], value[2]]
    assert isinstance(value, List[int]), "size must be one of int or a sequence of ints"
    return value


def _factors(value: Optional[Any], dim: int) -> Optional[List[float]]:
    if value is None:
        return None
    if isinstance(value, float):
        return [value for _ in range(dim)]
    if isinstance(value, int):
        return [float(value) for _ in range(dim)]
    if isinstance(value, Tuple[float, float]):
        return [value[0], value[1]]
    if isinstance(value, Tuple[float, float, float]):
        return [value[0], value[1], value[2]]
    assert isinstance(value, List[float]), "scale_factor must be a float or a sequence of floats"
    return value


def interpolate(input, size: Optional[Any] = None, scale_factor: Optional[Any] = None, mode: str = "nearest", align_corners: Optional[bool] = None,
                recompute_scale_factor: Optional[bool] = None, antialias: bool = False):
    if mode in ("nearest", "area", "nearest-exact"):
        if align_corners is not None:
            raise ValueError("align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear")
    elif align_corners is None:
        align_corners = False
    dim = input.dim() - 2
    output_size = _spatial(size, dim)
    scale_factors = _factors(scale_factor, dim)
    if output_size is not None and scale_factors is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if output_size is None and scale_factors is None:
        raise ValueError("either size or scale_factor should be defined")
    assert not antialias, "antialias is not supported in a script"
    if scale_factors is not None and recompute_scale_factor is not None and recompute_scale_factor:
        sizes = torch.jit.annotate(List[int], [])
        for i in range(dim):
            sizes.append(int(float(input.size(i + 2)) * scale_factors[i]))
        output_size = sizes
        scale_factors = None
    if input.dim() == 3 and mode == "nearest":
        return torch._C._nn.upsample_nearest1d(input, output_size, scale_factors)
    if input.dim() == 4 and mode == "nearest":
        return torch._C._nn.upsample_nearest2d(input, output_size, scale_factors)
    if input.dim() == 5 and mode == "nearest":
        return torch._C._nn.upsample_nearest3d(input, output_size, scale_factors)
    if align_corners is not None:
        if input.dim() == 3 and mode == "linear":
            return torch._C._nn.upsample_linear1d(input, output_size, align_corners, scale_factors)
        if input.dim() == 4 and mode == "bilinear":
            return torch._C._nn.upsample_bilinear2d(input, output_size, align_corners, scale_factors)
        if input.dim() == 5 and mode == "trilinear":
            return torch._C._nn.upsample_trilinear3d(input, output_size, align_corners, scale_factors)
        if input.dim() == 4 and mode == "bicubic":
            return torch._C._nn.upsample_bicubic2d(input, output_size, align_corners, scale_factors)
    raise NotImplementedError("Input Error: Only 3D, 4D and 5D input Tensors supported (got {}D) for the modes: nearest | linear | bilinear | bicubic | trilinear (got {})".format(input.dim(), mode))


def grid_sample(input, grid, mode: str = "bilinear", padding_mode: str = "zeros", align_corners: Optional[bool] = None):
    if mode == "bilinear":
        mode_enum = 0
    elif mode == "nearest":
        mode_enum = 1
    else:
        mode_enum = 2
    if padding_mode == "zeros":
        padding_mode_enum = 0
    elif padding_mode == "border":
        padding_mode_enum = 1
    else:
        padding_mode_enum = 2
    if align_corners is None:
        align_corners = False
    return torch.grid_sampler(input, grid, mode_enum, padding_mode_enum, align_corners)


def affine_grid(theta, size: List[int], align_corners: Optional[bool] = None):
    if align_corners is None:
        align_corners = False
    return torch.affine_grid_generator(theta, size, align_corners)


def gumbel_softmax(logits, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1):
    gumbels = -torch.empty_like(logits).exponential_().log()
    gumbels = (logits + gumbels) / tau
    y_soft = gumbels.softmax(dim)
    if hard:
        index = y_soft.max(dim, keepdim=True)[1]
        y_hard = torch.zeros_like(logits).scatter_(dim, index, 1.0)
        ret = y_hard - y_soft.detach() + y_soft
    else:
        ret = y_soft
    return ret
