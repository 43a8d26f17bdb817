# Losses of torch.nn.functional as scripts see them. Part of _functional.py.
from typing import Any, List, Optional, Tuple
import torch


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


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False):
    return torch.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, _reduction(reduction), zero_infinity)


def multi_margin_loss(input, target, p: int = 1, margin: float = 1.0, weight: Optional[torch.Tensor] = None, size_average: Optional[bool] = None,
                      reduce: Optional[bool] = None, reduction: str = "mean"):
    return torch._C._nn.multi_margin_loss(input, target, p, margin, weight, _reduction(reduction))
