# Losses of torch.nn.functional that are compositions of ops; imported by functional.py.
import warnings

import torch
from torch._C._functional import one_hot, pairwise_distance
from torch._native_names import _REDUCTIONS
from torch._tensor_library import _named_grad


def _reduce(loss, reduction):
    if reduction == "none":
        return loss
    if reduction == "mean":
        return loss.mean()
    if reduction == "sum":
        return loss.sum()
    raise ValueError(f"{reduction} is not a valid value for reduction")


def _reduction_of(size_average, reduce, reduction):
    if size_average is None and reduce is None:
        return reduction
    size_average = True if size_average is None else size_average
    reduce = True if reduce is None else reduce
    chosen = "mean" if size_average and reduce else "sum" if reduce else "none"
    warnings.warn(f"size_average and reduce args will be deprecated, please use reduction='{chosen}' instead.")
    return chosen


def _check_triplet(margin, anchor, positive, negative):
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    a, p, n = anchor.dim(), positive.dim(), negative.dim()
    if not a == p == n:
        raise RuntimeError(f"The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: anchor {a}D, "
                           f"positive {p}D, and negative {n}D inputs")


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    _check_triplet(margin, anchor, positive, negative)
    distance = pairwise_distance if distance_function is None else distance_function
    near = distance(anchor, positive)
    far = distance(anchor, negative)
    if swap:
        far = torch.minimum(far, distance(positive, negative))
    return _reduce((margin + near - far).clamp_min(0), reduction)


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    torch._C._refuse_types("multi_margin_loss", input)
    reduction = _reduction_of(size_average, reduce, reduction)
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.dim() != 1:
        raise ValueError("weight must be one-dimensional")
    if input.dim() > 2 or (input.dim() > 0 and input.size(-1) == 0):
        raise RuntimeError(f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {list(input.shape)}")
    count = input.size(0) if input.dim() == 2 else 1
    if target.dim() > 1 or target.numel() != count:
        raise RuntimeError("multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples (batch size). "
                           f"Expected target size [{count}], but got {list(target.shape)}.")
    if target.dtype != torch.int64:
        raise RuntimeError(f"expected scalar type Long but found {target.type()[6:-6]}")
    classes = input.size(-1) if input.dim() > 0 else 1
    if weight is not None and weight.numel() != classes:
        raise RuntimeError(f"inconsistent weight size, expected {classes} but got {list(weight.shape)}")
    if input.dim() == 0:
        input = input.unsqueeze(0)
    x = input if input.dim() == 2 else input.unsqueeze(0)
    y = target.reshape(-1)
    if not torch.compiler.is_compiling() and ((y < 0) | (y >= x.size(1))).any():
        raise RuntimeError("target out of range")
    right = x.gather(1, y.unsqueeze(1))
    terms = (margin - right + x).clamp_min(0)
    if p != 1:
        terms = terms.pow(p)
    if weight is not None:
        terms = terms * weight[y].unsqueeze(1)
    terms = terms.masked_fill(one_hot(y, x.size(1)).bool(), 0)
    loss = terms.sum(1) / x.size(1)
    if input.dim() != 2:
        loss = loss.squeeze(0)
    return _named_grad(_reduce(loss, reduction), "MultiMarginLossBackward0", input)


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    torch._C._refuse_types("multilabel_margin_loss", input)
    reduction = _reduction_of(size_average, reduce, reduction)
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    if input.dim() > 2 or (input.dim() > 0 and input.size(-1) == 0):
        raise RuntimeError(f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {list(input.shape)}")
    if target.numel() and not -1 <= int(target.min()) <= int(target.max()) < (input.size(-1) if input.dim() else 1):
        raise RuntimeError("argument #2 'target' is out of range")
    if target.dtype != torch.int64:
        raise RuntimeError(f"expected scalar type Long but found {target.type()[6:-6]}")
    if input.shape != target.shape and input.numel() != target.numel():
        raise RuntimeError(f"inconsistent target size: {list(target.shape)} for input of size: {list(input.shape)}")
    x, y = (input, target) if input.dim() == 2 else (input.reshape(1, -1), target.reshape(1, -1))
    if y.numel() and not (-1 <= y.min() and y.max() < x.size(1)):
        raise RuntimeError("argument #2 'target' is out of range")
    # A row's labels end before the first that is negative.
    counted = (y >= 0).long().cumprod(1).bool()
    most = int(counted.sum(1).max()) if y.numel() else 0
    labels, counted = y[:, :most].clamp(min=0), counted[:, :most]
    classes = x.size(1)
    others = torch.ones(x.size(0), classes + 1, dtype=torch.bool, device=x.device).scatter(1, labels.where(counted, classes), False)[:, :classes]
    margins = 1 - (x.gather(1, labels).unsqueeze(2) - x.unsqueeze(1))
    margins = margins.masked_fill(~(counted.unsqueeze(2) & others.unsqueeze(1) & (margins > 0)), 0)
    loss = margins.sum((1, 2)) / classes
    loss = _reduce(loss if input.dim() == 2 else loss.squeeze(0), reduction)
    return _named_grad(loss, "MultilabelMarginLossBackward0", input)


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
    if reduction not in _REDUCTIONS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return torch.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, _REDUCTIONS.index(reduction), zero_infinity)
