# torch.nn.functional: the native ops, and compositions of them for what is not an op.
import math
import warnings

import torch
import torch._C._functional as _native
from torch._C._functional import *
from torch.nn.modules.utils import _pair, _single, _triple


def _missing(name):
    return not hasattr(_native, name)


def _softmax_dim(name, ndim, stacklevel):
    warnings.warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.", stacklevel=stacklevel)
    return 0 if ndim == 0 or ndim == 1 or ndim == 3 else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    if dim is None:
        dim = _softmax_dim("softmax", input.dim(), _stacklevel)
    if dtype is None:
        return input.softmax(dim)
    return input.softmax(dim, dtype=dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    if dim is None:
        dim = _softmax_dim("log_softmax", input.dim(), _stacklevel)
    if dtype is None:
        return input.log_softmax(dim)
    return input.log_softmax(dim, dtype=dtype)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    if dim is None:
        dim = _softmax_dim("softmin", input.dim(), _stacklevel)
    if dtype is None:
        return (-input).softmax(dim)
    return (-input).softmax(dim, dtype=dtype)


def tanh(input):
    return input.tanh()


def sigmoid(input):
    return input.sigmoid()


def _check_probability(p):
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def _feature_dropout(input, p, training, batched_dims):
    if not training or p == 0.0:
        return input
    shape = [input.size(0), input.size(1)] + [1] * (input.dim() - 2) if batched_dims else [input.size(0)] + [1] * (input.dim() - 1)
    if p == 1.0:
        return input * torch.zeros(shape, dtype=input.dtype)
    noise = torch.empty(shape, dtype=input.dtype).bernoulli_(1 - p).div_(1 - p)
    return input * noise


if _missing("dropout1d"):
    def dropout1d(input, p=0.5, training=True, inplace=False):
        _check_probability(p)
        if input.dim() not in (2, 3):
            raise RuntimeError(f"dropout1d: Expected 2D or 3D input, but received a {input.dim()}D input. Note that dropout1d exists to provide channel-wise dropout on inputs with 1 spatial dimension, a channel dimension, and an optional batch dimension (i.e. 2D or 3D inputs).")
        return _feature_dropout(input, p, training, input.dim() == 3)

if _missing("dropout2d"):
    def dropout2d(input, p=0.5, training=True, inplace=False):
        _check_probability(p)
        return _feature_dropout(input, p, training, True)

if _missing("dropout3d"):
    def dropout3d(input, p=0.5, training=True, inplace=False):
        _check_probability(p)
        return _feature_dropout(input, p, training, True)


def _alpha_noise(input, p, shape):
    alpha = 1.7580993408473766
    a = 1.0 / math.sqrt((alpha * alpha * p + 1) * (1 - p))
    noise = torch.empty(shape, dtype=input.dtype).bernoulli_(1 - p)
    b = (noise - 1) * (alpha * a) + alpha * a * p
    return input * (noise * a) + b


if _missing("alpha_dropout"):
    def alpha_dropout(input, p=0.5, training=False, inplace=False):
        _check_probability(p)
        if not training or p == 0.0:
            return input
        return _alpha_noise(input, p, input.shape)

if _missing("feature_alpha_dropout"):
    def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
        _check_probability(p)
        if not training or p == 0.0:
            return input
        return _alpha_noise(input, p, [input.size(0), input.size(1)] + [1] * (input.dim() - 2))

if _missing("rrelu"):
    def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
        if training:
            slope = torch.empty_like(input).uniform_(lower, upper)
        else:
            slope = (lower + upper) / 2
        out = torch.where(input >= 0, input, input * slope)
        return input.copy_(out) if inplace else out

if _missing("gumbel_softmax"):
    def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
        gumbels = -torch.empty_like(logits).exponential_().log()
        y_soft = ((logits + gumbels) / tau).softmax(dim)
        if hard:
            index = y_soft.max(dim, keepdim=True)[1]
            y_hard = torch.zeros_like(logits).scatter_(dim, index, 1.0)
            return y_hard - y_soft.detach() + y_soft
        return y_soft

if _missing("normalize"):
    def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
        denom = input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
        return input / denom

if _missing("one_hot"):
    def one_hot(tensor, num_classes=-1):
        if tensor.dtype != torch.int64:
            raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
        if tensor.numel() == 0 and num_classes <= 0:
            raise RuntimeError("Can not infer total number of classes from empty tensor.")
        if tensor.numel() > 0 and tensor.min().item() < 0:
            raise RuntimeError("Class values must be non-negative.")
        if num_classes == -1:
            num_classes = int(tensor.max().item()) + 1
        elif tensor.numel() > 0 and tensor.max().item() >= num_classes:
            raise RuntimeError("Class values must be smaller than num_classes.")
        return torch.zeros(tuple(tensor.shape) + (num_classes,), dtype=torch.int64).scatter_(-1, tensor.unsqueeze(-1), 1)

if _missing("pairwise_distance"):
    def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
        return torch.norm(x1 - x2 + eps, p, -1, keepdim)

if _missing("cosine_similarity"):
    def cosine_similarity(x1, x2, dim=1, eps=1e-8):
        n1 = x1.norm(2, dim, keepdim=True).clamp_min(eps)
        n2 = x2.norm(2, dim, keepdim=True).clamp_min(eps)
        return ((x1 / n1) * (x2 / n2)).sum(dim)

if _missing("local_response_norm"):
    def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
        squares = input.mul(input)
        before = size // 2
        channels = input.size(1)
        total = torch.zeros_like(input)
        for shift in range(-before, size - before):
            low = max(0, -shift)
            high = min(channels, channels - shift)
            if low < high:
                part = torch.zeros_like(input)
                part[:, low:high] = squares[:, low + shift:high + shift]
                total = total + part
        return input / (total / size).mul(alpha).add(k).pow(beta)

if _missing("instance_norm"):
    def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-5):
        b, c = input.size(0), input.size(1)
        if use_input_stats and input.numel() // (b * c) == 1:
            raise ValueError(f"Expected more than 1 spatial element when training, got input size {input.size()}")
        flat = input.reshape(1, b * c, *input.shape[2:])
        mean = None if running_mean is None else running_mean.repeat(b)
        var = None if running_var is None else running_var.repeat(b)
        w = None if weight is None else weight.repeat(b)
        bb = None if bias is None else bias.repeat(b)
        out = batch_norm(flat, mean, var, w, bb, use_input_stats, momentum, eps)
        if running_mean is not None and use_input_stats:
            running_mean.copy_(mean.view(b, c).mean(0))
            running_var.copy_(var.view(b, c).mean(0))
        return out.view(input.shape)

if _missing("rms_norm"):
    def rms_norm(input, normalized_shape, weight=None, eps=None):
        if eps is None:
            eps = torch.finfo(input.dtype).eps
        dims = tuple(range(-len(normalized_shape), 0))
        out = input * torch.rsqrt(input.pow(2).mean(dims, keepdim=True) + eps)
        return out if weight is None else out * weight

if _missing("bilinear"):
    def bilinear(input1, input2, weight, bias=None):
        out = torch.einsum("...i,oij,...j->...o", input1, weight, input2)
        return out if bias is None else out + bias

if _missing("embedding_bag"):
    def embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode="mean", sparse=False, per_sample_weights=None,
                      include_last_offset=False, padding_idx=None):
        if input.dim() == 2:
            rows = [embedding(row, weight) for row in input]
            weights = None if per_sample_weights is None else list(per_sample_weights)
        else:
            edges = offsets.tolist()
            if not include_last_offset:
                edges = edges + [input.numel()]
            rows = [embedding(input[a:b], weight) for a, b in zip(edges[:-1], edges[1:])]
            weights = None if per_sample_weights is None else [per_sample_weights[a:b] for a, b in zip(edges[:-1], edges[1:])]
        if weights is not None:
            rows = [r * w.unsqueeze(-1) for r, w in zip(rows, weights)]
        if mode == "sum":
            return torch.stack([r.sum(0) for r in rows])
        if mode == "max":
            return torch.stack([r.max(0)[0] for r in rows])
        return torch.stack([r.mean(0) if r.size(0) > 0 else weight.new_zeros(weight.size(1)) for r in rows])

if _missing("lp_pool2d"):
    def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
        kh, kw = _pair(kernel_size)
        out = avg_pool2d(input.pow(norm_type), kernel_size, stride if stride is not None else kernel_size, 0, ceil_mode)
        return (torch.sign(out) * relu(torch.abs(out))).mul(kw * kh).pow(1.0 / norm_type)

if _missing("lp_pool1d"):
    def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
        out = avg_pool1d(input.pow(norm_type), kernel_size, stride if stride is not None else kernel_size, 0, ceil_mode)
        return (torch.sign(out) * relu(torch.abs(out))).mul(kernel_size).pow(1.0 / norm_type)

if _missing("adaptive_avg_pool1d"):
    def adaptive_avg_pool1d(input, output_size):
        size = output_size if isinstance(output_size, int) else output_size[0]
        return adaptive_avg_pool2d(input.unsqueeze(-2), (1, size)).squeeze(-2)

if _missing("adaptive_max_pool2d"):
    def adaptive_max_pool2d(input, output_size, return_indices=False):
        oh, ow = _pair(output_size)
        h, w = input.shape[-2:]
        oh = h if oh is None else oh
        ow = w if ow is None else ow
        rows = []
        for i in range(oh):
            a, b = (i * h) // oh, -((-(i + 1) * h) // oh)
            rows.append(torch.stack([input[..., a:b, (j * w) // ow:-((-(j + 1) * w) // ow)].amax((-2, -1)) for j in range(ow)], -1))
        return torch.stack(rows, -2)

if _missing("adaptive_max_pool1d"):
    def adaptive_max_pool1d(input, output_size, return_indices=False):
        size = output_size if isinstance(output_size, int) else output_size[0]
        n = input.shape[-1]
        return torch.stack([input[..., (j * n) // size:-((-(j + 1) * n) // size)].amax(-1) for j in range(size)], -1)

if _missing("pixel_unshuffle"):
    def pixel_unshuffle(input, downscale_factor):
        r = downscale_factor
        *lead, c, h, w = input.shape
        return input.reshape(*lead, c, h // r, r, w // r, r).movedim((-3, -1), (-4, -3)).reshape(*lead, c * r * r, h // r, w // r)

if _missing("pixel_shuffle"):
    def pixel_shuffle(input, upscale_factor):
        r = upscale_factor
        *lead, c, h, w = input.shape
        return input.reshape(*lead, c // (r * r), r, r, h, w).movedim((-4, -3), (-3, -1)).reshape(*lead, c // (r * r), h * r, w * r)

if _missing("channel_shuffle"):
    def channel_shuffle(input, groups):
        shape = tuple(input.shape)
        return input.reshape(shape[0], groups, shape[1] // groups, *shape[2:]).transpose(1, 2).reshape(shape)

if _missing("upsample"):
    def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
        return interpolate(input, size, scale_factor, mode, align_corners)

if _missing("hardswish"):
    def hardswish(input, inplace=False):
        return input * relu6(input + 3) / 6


# --- losses -------------------------------------------------------------------------------
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


def _same_shapes(input, target, name, action="using a target size ({}) that is different to the input size ({})"):
    if target.size() != input.size():
        warnings.warn(f"Using a target size ({target.size()}) that is different to the input size ({input.size()}). "
                      "This will likely lead to incorrect results due to broadcasting. Please ensure they have the same size.", stacklevel=3)


if _missing("mse_loss"):
    def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
        _same_shapes(input, target, "mse_loss")
        loss = (input - target).pow(2)
        return _reduce(loss if weight is None else loss * weight, _reduction_of(size_average, reduce, reduction))

if _missing("l1_loss"):
    def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
        _same_shapes(input, target, "l1_loss")
        loss = (input - target).abs()
        return _reduce(loss if weight is None else loss * weight, _reduction_of(size_average, reduce, reduction))

if _missing("smooth_l1_loss"):
    def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
        difference = (input - target).abs()
        if beta == 0.0:
            return _reduce(difference, _reduction_of(size_average, reduce, reduction))
        return _reduce(torch.where(difference < beta, 0.5 * difference * difference / beta, difference - 0.5 * beta), _reduction_of(size_average, reduce, reduction))

if _missing("huber_loss"):
    def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
        difference = (input - target).abs()
        loss = torch.where(difference < delta, 0.5 * difference * difference, delta * (difference - 0.5 * delta))
        return _reduce(loss if weight is None else loss * weight, reduction)

if _missing("kl_div"):
    def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
        loss = target.exp() * (target - input) if log_target else torch.xlogy(target, target) - target * input
        if reduction == "batchmean":
            return loss.sum() / input.size(0)
        return _reduce(loss, _reduction_of(size_average, reduce, reduction))

if _missing("binary_cross_entropy"):
    def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
        if target.size() != input.size():
            raise ValueError(f"Using a target size ({target.size()}) that is different to the input size ({input.size()}) is deprecated. Please ensure they have the same size.")
        if input.numel() > 0 and (input.min().item() < 0 or input.max().item() > 1):
            raise RuntimeError("all elements of input should be between 0 and 1")
        loss = -(target * input.log().clamp_min(-100) + (1 - target) * (1 - input).log().clamp_min(-100))
        return _reduce(loss if weight is None else loss * weight, _reduction_of(size_average, reduce, reduction))

if _missing("binary_cross_entropy_with_logits"):
    def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
        if not (target.size() == input.size()):
            raise ValueError(f"Target size ({target.size()}) must be the same as input size ({input.size()})")
        log_sigmoid = logsigmoid(input)
        if pos_weight is None:
            loss = (1 - target) * input - log_sigmoid
        else:
            loss = (1 - target) * input - ((pos_weight - 1) * target + 1) * log_sigmoid
        return _reduce(loss if weight is None else loss * weight, _reduction_of(size_average, reduce, reduction))

if _missing("nll_loss"):
    def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
        reduction = _reduction_of(size_average, reduce, reduction)
        classes = input.size(1) if input.dim() > 1 else input.size(0)
        if input.dim() > 1 and input.size(0) != target.size(0):
            raise ValueError(f"Expected input batch_size ({input.size(0)}) to match target batch_size ({target.size(0)}).")
        dim = 1 if input.dim() > 1 else 0
        keep = target != ignore_index
        for t in target.reshape(-1).tolist():
            if t != ignore_index and (t < 0 or t >= classes):
                raise IndexError(f"Target {t} is out of bounds.")
        index = torch.where(keep, target, torch.zeros_like(target))
        picked = -input.gather(dim, index.unsqueeze(dim)).squeeze(dim)
        scale = keep.to(input.dtype) if weight is None else weight[index] * keep.to(input.dtype)
        loss = picked * scale
        if reduction == "mean":
            return loss.sum() / scale.sum()
        return _reduce(loss, reduction)

if _missing("cross_entropy"):
    def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0):
        reduction = _reduction_of(size_average, reduce, reduction)
        dim = 1 if input.dim() > 1 else 0
        logs = log_softmax(input, dim)
        classes = input.size(dim)
        if target.is_floating_point():
            if label_smoothing > 0.0:
                target = target * (1 - label_smoothing) + label_smoothing / classes
            scaled = logs * target
            if weight is not None:
                scaled = scaled * weight.reshape([-1] + [1] * (input.dim() - 2) if dim == 1 else [-1])
            loss = -scaled.sum(dim)
            if reduction == "mean":
                return loss.sum() / (input.numel() // classes)
            return _reduce(loss, reduction)
        if label_smoothing == 0.0:
            return nll_loss(logs, target, weight, ignore_index=ignore_index, reduction=reduction)
        plain = nll_loss(logs, target, weight, ignore_index=ignore_index, reduction=reduction)
        spread = -(logs if weight is None else logs * weight.reshape([-1] + [1] * (input.dim() - 2) if dim == 1 else [-1])).sum(dim)
        keep = target != ignore_index
        spread = spread.masked_fill(~keep, 0.0)
        if reduction == "mean":
            if weight is None:
                total = keep.sum()
            else:
                total = weight[torch.where(keep, target, torch.zeros_like(target))].masked_fill(~keep, 0.0).sum()
            spread = spread.sum() / total
        else:
            spread = _reduce(spread, reduction)
        return (1 - label_smoothing) * plain + (label_smoothing / classes) * spread

if _missing("poisson_nll_loss"):
    def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"):
        reduction = _reduction_of(size_average, reduce, reduction)
        loss = torch.exp(input) - target * input if log_input else input - target * torch.log(input + eps)
        if full:
            stirling = target * torch.log(target) - target + 0.5 * torch.log(2 * math.pi * target)
            loss = loss + stirling.masked_fill(target <= 1, 0)
        return _reduce(loss, reduction)

if _missing("gaussian_nll_loss"):
    def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
        if isinstance(var, float):
            if var < 0:
                raise ValueError("var has negative entry/entries")
            var = var * torch.ones_like(input)
        if torch.any(var < 0):
            raise ValueError("var has negative entry/entries")
        var = torch.maximum(var.detach().clone().clamp_(min=eps), var) if False else var.clamp(min=eps)
        loss = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
        if full:
            loss = loss + 0.5 * math.log(2 * math.pi)
        return _reduce(loss, reduction)

if _missing("margin_ranking_loss"):
    def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
        if input1.dim() != input2.dim() or input1.dim() != target.dim():
            raise RuntimeError(f"margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: {input1.size()}, input2: {input2.size()}, target: {target.size()} ")
        return _reduce((-target * (input1 - input2) + margin).clamp_min(0), _reduction_of(size_average, reduce, reduction))

if _missing("hinge_embedding_loss"):
    def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
        zero = torch.zeros_like(input)
        loss = torch.where(target != 1, (margin - input).clamp_min(0), zero) + torch.where(target != -1, input, zero)
        return _reduce(loss, _reduction_of(size_average, reduce, reduction))

if _missing("cosine_embedding_loss"):
    def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
        eps = 1e-12
        dim = target.dim()
        dot = (input1 * input2).sum(dim)
        cos = dot / ((input1 * input1).sum(dim) + eps).mul((input2 * input2).sum(dim) + eps).sqrt()
        zero = torch.zeros_like(cos)
        loss = torch.where(target == 1, 1 - cos, zero) + torch.where(target == -1, (cos - margin).clamp_min(0), zero)
        return _reduce(loss, _reduction_of(size_average, reduce, reduction))

if _missing("soft_margin_loss"):
    def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
        return _reduce(torch.log1p(torch.exp(-target * input)), _reduction_of(size_average, reduce, reduction))

if _missing("triplet_margin_loss"):
    def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"):
        near = pairwise_distance(anchor, positive, p, eps)
        far = pairwise_distance(anchor, negative, p, eps)
        if swap:
            far = torch.minimum(far, pairwise_distance(positive, negative, p, eps))
        return _reduce((margin + near - far).clamp_min(0), _reduction_of(size_average, reduce, reduction))

if _missing("triplet_margin_with_distance_loss"):
    def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
        distance = pairwise_distance if distance_function is None else distance_function
        near = distance(anchor, positive)
        far = distance(anchor, negative)
        if swap:
            far = torch.minimum(far, distance(positive, negative))
        return _reduce((margin + near - far).clamp_min(0), reduction)

if _missing("multi_margin_loss"):
    def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
        x = input if input.dim() == 2 else input.unsqueeze(0)
        y = target.reshape(-1)
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
        return _reduce(loss, _reduction_of(size_average, reduce, reduction))

if _missing("multilabel_soft_margin_loss"):
    def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
        loss = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
        if weight is not None:
            loss = loss * weight
        return _reduce(loss.sum(-1) / input.size(-1), _reduction_of(size_average, reduce, reduction))

if _missing("ctc_loss"):
    def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
        if log_probs.dim() == 2:
            log_probs = log_probs.unsqueeze(1)
        inputs = input_lengths.tolist() if isinstance(input_lengths, torch.Tensor) else list(input_lengths)
        lengths = target_lengths.tolist() if isinstance(target_lengths, torch.Tensor) else list(target_lengths)
        losses = []
        offset = 0
        for b in range(log_probs.size(1)):
            if targets.dim() == 1:
                labels = targets[offset:offset + lengths[b]].tolist()
                offset += lengths[b]
            else:
                labels = targets[b, :lengths[b]].tolist()
            extended = [blank]
            for label in labels:
                extended += [label, blank]
            never = log_probs.new_full((), float("-inf"))
            alpha = [log_probs[0, b, extended[0]]] + ([log_probs[0, b, extended[1]]] if len(extended) > 1 else [])
            alpha += [never] * (len(extended) - len(alpha))
            for t in range(1, inputs[b]):
                following = []
                for s in range(len(extended)):
                    ways = [alpha[s]]
                    if s > 0:
                        ways.append(alpha[s - 1])
                    if s > 1 and extended[s] != blank and extended[s] != extended[s - 2]:
                        ways.append(alpha[s - 2])
                    following.append(torch.logsumexp(torch.stack(ways), 0) + log_probs[t, b, extended[s]])
                alpha = following
            ends = alpha[-2:] if len(extended) > 1 else alpha[-1:]
            loss = -torch.logsumexp(torch.stack(ends), 0)
            if zero_infinity:
                loss = torch.where(torch.isinf(loss), torch.zeros_like(loss), loss)
            losses.append(loss)
        stacked = torch.stack(losses)
        if reduction == "mean":
            return (stacked / torch.tensor([max(n, 1) for n in lengths], dtype=stacked.dtype)).mean()
        return _reduce(stacked, reduction)


# --- attention ----------------------------------------------------------------------------
if _missing("scaled_dot_product_attention"):
    def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
        scale = 1 / math.sqrt(query.size(-1)) if scale is None else scale
        if enable_gqa:
            key = key.repeat_interleave(query.size(-3) // key.size(-3), -3)
            value = value.repeat_interleave(query.size(-3) // value.size(-3), -3)
        weights = (query * scale) @ key.transpose(-2, -1)
        if is_causal:
            mask = torch.ones(query.size(-2), key.size(-2), dtype=torch.bool).tril(diagonal=0)
            weights = weights.masked_fill(~mask, float("-inf"))
        if attn_mask is not None:
            weights = weights.masked_fill(~attn_mask, float("-inf")) if attn_mask.dtype == torch.bool else weights + attn_mask
        weights = torch.softmax(weights, -1)
        if dropout_p > 0.0:
            weights = dropout(weights, dropout_p, True)
        return weights @ value


def _additive_mask(mask, dtype):
    if mask is None or mask.is_floating_point():
        return mask
    return torch.zeros_like(mask, dtype=dtype).masked_fill_(mask, float("-inf"))


def _canonical_mask(mask, mask_name, other_type, other_name, target_type, check_other=True):
    return _additive_mask(mask, target_type)


def _in_projection_packed(q, k, v, w, b=None):
    E = q.size(-1)
    if k is v:
        if q is k:
            proj = linear(q, w, b)
            proj = proj.unflatten(-1, (3, E)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
            return proj[0], proj[1], proj[2]
        w_q, w_kv = w.split([E, E * 2])
        b_q, b_kv = (None, None) if b is None else b.split([E, E * 2])
        q_proj = linear(q, w_q, b_q)
        kv = linear(k, w_kv, b_kv).unflatten(-1, (2, E)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
        return q_proj, kv[0], kv[1]
    w_q, w_k, w_v = w.chunk(3)
    b_q, b_k, b_v = (None, None, None) if b is None else b.chunk(3)
    return linear(q, w_q, b_q), linear(k, w_k, b_k), linear(v, w_v, b_v)


def multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn, dropout_p,
                                 out_proj_weight, out_proj_bias, training=True, key_padding_mask=None, need_weights=True, attn_mask=None,
                                 use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, static_k=None, static_v=None,
                                 average_attn_weights=True, is_causal=False):
    is_batched = query.dim() == 3
    if not is_batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    tgt_len, bsz, embed_dim = query.shape
    src_len = key.shape[0]
    if is_causal and attn_mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint.")
    key_padding_mask = _additive_mask(key_padding_mask, query.dtype)
    if is_causal and key_padding_mask is None and not need_weights:
        attn_mask = None
    else:
        attn_mask = _additive_mask(attn_mask, query.dtype)
        if key_padding_mask is not None:
            is_causal = False
    if embed_dim != embed_dim_to_check:
        raise AssertionError(f"was expecting embedding dimension of {embed_dim_to_check}, but got {embed_dim}")
    head_dim = embed_dim // num_heads
    if use_separate_proj_weight:
        b_q, b_k, b_v = (None, None, None) if in_proj_bias is None else in_proj_bias.chunk(3)
        q, k, v = linear(query, q_proj_weight, b_q), linear(key, k_proj_weight, b_k), linear(value, v_proj_weight, b_v)
    else:
        q, k, v = _in_projection_packed(query, key, value, in_proj_weight, in_proj_bias)
    if attn_mask is not None:
        if attn_mask.dim() == 2:
            if attn_mask.shape != (tgt_len, src_len):
                raise RuntimeError(f"The shape of the 2D attn_mask is {attn_mask.shape}, but should be {(tgt_len, src_len)}.")
            attn_mask = attn_mask.unsqueeze(0)
        elif attn_mask.dim() == 3:
            if attn_mask.shape != (bsz * num_heads, tgt_len, src_len):
                raise RuntimeError(f"The shape of the 3D attn_mask is {attn_mask.shape}, but should be {(bsz * num_heads, tgt_len, src_len)}.")
        else:
            raise RuntimeError(f"attn_mask's dimension {attn_mask.dim()} is not supported")
    if bias_k is not None and bias_v is not None:
        k = torch.cat([k, bias_k.repeat(1, bsz, 1)])
        v = torch.cat([v, bias_v.repeat(1, bsz, 1)])
        attn_mask = None if attn_mask is None else pad(attn_mask, (0, 1))
        key_padding_mask = None if key_padding_mask is None else pad(key_padding_mask, (0, 1))
    q = q.view(tgt_len, bsz * num_heads, head_dim).transpose(0, 1)
    k = k.view(k.shape[0], bsz * num_heads, head_dim).transpose(0, 1)
    v = v.view(v.shape[0], bsz * num_heads, head_dim).transpose(0, 1)
    if add_zero_attn:
        zeros = torch.zeros((bsz * num_heads, 1, head_dim), dtype=k.dtype)
        k = torch.cat([k, zeros], dim=1)
        v = torch.cat([v, zeros], dim=1)
        attn_mask = None if attn_mask is None else pad(attn_mask, (0, 1))
        key_padding_mask = None if key_padding_mask is None else pad(key_padding_mask, (0, 1))
    src_len = k.size(1)
    if key_padding_mask is not None:
        key_padding_mask = key_padding_mask.view(bsz, 1, 1, src_len).expand(-1, num_heads, -1, -1).reshape(bsz * num_heads, 1, src_len)
        attn_mask = key_padding_mask if attn_mask is None else attn_mask + key_padding_mask
    if not training:
        dropout_p = 0.0
    if need_weights:
        q_scaled = q * math.sqrt(1.0 / float(head_dim))
        if attn_mask is not None:
            weights = torch.baddbmm(attn_mask, q_scaled, k.transpose(-2, -1))
        else:
            weights = torch.bmm(q_scaled, k.transpose(-2, -1))
        weights = softmax(weights, dim=-1)
        if dropout_p > 0.0:
            weights = dropout(weights, p=dropout_p)
        out = torch.bmm(weights, v).transpose(0, 1).contiguous().view(tgt_len * bsz, embed_dim)
        out = linear(out, out_proj_weight, out_proj_bias).view(tgt_len, bsz, -1)
        weights = weights.view(bsz, num_heads, tgt_len, src_len)
        if average_attn_weights:
            weights = weights.mean(dim=1)
        if not is_batched:
            return out.squeeze(1), weights.squeeze(0)
        return out, weights
    if attn_mask is not None:
        if attn_mask.size(0) == 1 and attn_mask.dim() == 3:
            attn_mask = attn_mask.unsqueeze(0)
        else:
            attn_mask = attn_mask.view(bsz, num_heads, -1, src_len)
    q = q.view(bsz, num_heads, tgt_len, head_dim)
    k = k.view(bsz, num_heads, src_len, head_dim)
    v = v.view(bsz, num_heads, src_len, head_dim)
    out = scaled_dot_product_attention(q, k, v, attn_mask, dropout_p, is_causal)
    out = out.permute(2, 0, 1, 3).contiguous().view(bsz * tgt_len, embed_dim)
    out = linear(out, out_proj_weight, out_proj_bias).view(tgt_len, bsz, -1)
    return (out if is_batched else out.squeeze(1)), None
