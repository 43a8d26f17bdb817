# torch.nn.functional as scripts see it: functions that are compiled with their caller.
from typing import List, Optional
import torch

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


def tanh(input):
    return input.tanh()


def sigmoid(input):
    return input.sigmoid()


def softsign(input):
    return input / (input.abs() + 1)


def tanhshrink(input):
    return input - input.tanh()


def glu(input, dim: int = -1):
    return torch.glu(input, dim)


def _get_softmax_dim(name: str, ndim: int) -> int:
    if ndim == 0 or ndim == 1 or ndim == 3:
        ret = 0
    else:
        ret = 1
    return ret


def softmax(input, dim: Optional[int] = None, _stacklevel: int = 3, dtype: Optional[int] = None):
    if dim is None:
        dim = _get_softmax_dim("softmax", input.dim())
    if dtype is None:
        ret = input.softmax(dim)
    else:
        ret = input.softmax(dim, dtype=dtype)
    return ret


def softmin(input, dim: Optional[int] = None, _stacklevel: int = 3, dtype: Optional[int] = None):
    if dim is None:
        dim = _get_softmax_dim("softmin", input.dim())
    if dtype is None:
        ret = (-input).softmax(dim)
    else:
        ret = (-input).softmax(dim, dtype=dtype)
    return ret


def log_softmax(input, dim: Optional[int] = None, _stacklevel: int = 3, dtype: Optional[int] = None):
    if dim is None:
        dim = _get_softmax_dim("log_softmax", input.dim())
    if dtype is None:
        ret = input.log_softmax(dim)
    else:
        ret = input.log_softmax(dim, dtype=dtype)
    return ret


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


def _reduction(reduction: str) -> int:
    if reduction == "none":
        ret = 0
    elif reduction == "mean":
        ret = 1
    elif reduction == "sum":
        ret = 2
    else:
        ret = -1
        raise ValueError("{} is not a valid value for reduction".format(reduction))
    return ret


def mse_loss(input, target, size_average: Optional[bool] = None, reduce: Optional[bool] = None, reduction: str = "mean", weight: Optional[torch.Tensor] = None):
    assert weight is None, "a weighted loss is not supported in a script"
    return torch._C._nn.mse_loss(input, target, _reduction(reduction))


def l1_loss(input, target, size_average: Optional[bool] = None, reduce: Optional[bool] = None, reduction: str = "mean"):
    return torch._C._nn.l1_loss(input, target, _reduction(reduction))


def smooth_l1_loss(input, target, size_average: Optional[bool] = None, reduce: Optional[bool] = None, reduction: str = "mean", beta: float = 1.0):
    return torch._C._nn.smooth_l1_loss(input, target, _reduction(reduction), beta)


def huber_loss(input, target, reduction: str = "mean", delta: float = 1.0):
    return torch._C._nn.huber_loss(input, target, _reduction(reduction), delta)


def nll_loss(input, target, weight: Optional[torch.Tensor] = None, size_average: Optional[bool] = None, ignore_index: int = -100,
             reduce: Optional[bool] = None, reduction: str = "mean"):
    return torch._C._nn.nll_loss_nd(input, target, weight, _reduction(reduction), ignore_index)


def cross_entropy(input, target, weight: Optional[torch.Tensor] = None, size_average: Optional[bool] = None, ignore_index: int = -100,
                  reduce: Optional[bool] = None, reduction: str = "mean", label_smoothing: float = 0.0):
    return torch._C._nn.cross_entropy_loss(input, target, weight, _reduction(reduction), ignore_index, label_smoothing)


def binary_cross_entropy(input, target, weight: Optional[torch.Tensor] = None, size_average: Optional[bool] = None,
                         reduce: Optional[bool] = None, reduction: str = "mean"):
    return torch._C._nn.binary_cross_entropy(input, target, weight, _reduction(reduction))


def binary_cross_entropy_with_logits(input, target, weight: Optional[torch.Tensor] = None, size_average: Optional[bool] = None,
                                     reduce: Optional[bool] = None, reduction: str = "mean", pos_weight: Optional[torch.Tensor] = None):
    return torch.binary_cross_entropy_with_logits(input, target, weight, pos_weight, _reduction(reduction))


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


def adaptive_avg_pool1d(input, output_size: BroadcastingList2[int]):
    return torch.adaptive_avg_pool1d(input, output_size)


def normalize(input, p: float = 2.0, dim: int = 1, eps: float = 1e-12, out: Optional[torch.Tensor] = None):
    assert out is None, "out= is not supported in a script"
    denom = input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
    return input / denom


def pad(input, pad: List[int], mode: str = "constant", value: Optional[float] = None):
    return torch._C._nn.pad(input, pad, mode, value)


def max_pool3d(input, kernel_size: BroadcastingList3[int], stride: Optional[BroadcastingList3[int]] = None, padding: BroadcastingList3[int] = 0, dilation: BroadcastingList3[int] = 1,
               ceil_mode: bool = False, return_indices: bool = False):
    if stride is None:
        stride = torch.jit.annotate(List[int], [])
    return torch.max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode)


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
    return torch.log_sigmoid(input)


def kl_div(input, target, size_average: Optional[bool] = None, reduce: Optional[bool] = None, reduction: str = "mean", log_target: bool = False):
    if reduction == "batchmean":
        kind = 2
    else:
        kind = _reduction(reduction)
    reduced = torch.kl_div(input, target, kind, log_target=log_target)
    if reduction == "batchmean" and input.size()[0] != 0:
        reduced = reduced / input.size()[0]
    return reduced


def hinge_embedding_loss(input, target, margin: float = 1.0, size_average: Optional[bool] = None, reduce: Optional[bool] = None, reduction: str = "mean"):
    return torch.hinge_embedding_loss(input, target, margin, _reduction(reduction))


def cosine_embedding_loss(input1, input2, target, margin: float = 0, size_average: Optional[bool] = None, reduce: Optional[bool] = None,
                          reduction: str = "mean"):
    return torch.cosine_embedding_loss(input1, input2, target, margin, _reduction(reduction))


def margin_ranking_loss(input1, input2, target, margin: float = 0, size_average: Optional[bool] = None, reduce: Optional[bool] = None,
                        reduction: str = "mean"):
    return torch.margin_ranking_loss(input1, input2, target, margin, _reduction(reduction))


def triplet_margin_loss(anchor, positive, negative, margin: float = 1.0, p: float = 2, eps: float = 1e-06, swap: bool = False,
                        size_average: Optional[bool] = None, reduce: Optional[bool] = None, reduction: str = "mean"):
    return torch.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, _reduction(reduction))


def poisson_nll_loss(input, target, log_input: bool = True, full: bool = False, size_average: Optional[bool] = None, eps: float = 1e-08,
                     reduce: Optional[bool] = None, reduction: str = "mean"):
    return torch.poisson_nll_loss(input, target, log_input, full, eps, _reduction(reduction))
