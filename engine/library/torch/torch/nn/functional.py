# torch.nn.functional: the native ops, and compositions of them for what is not an op.
import math
import warnings
from typing import Optional

import torch
from torch._C import softmax as _native_softmax
from torch._C._functional import *
from torch._tensor_library import _named_grad
from torch.nn.functional_fractional import *
from torch.nn.functional_losses import (
    _reduction_of, ctc_loss, multi_margin_loss, multilabel_margin_loss, triplet_margin_with_distance_loss)
from torch.nn.functional_spatial import (
    adaptive_max_pool1d, adaptive_max_pool1d_with_indices, adaptive_max_pool2d,
    adaptive_max_pool2d_with_indices, adaptive_max_pool3d, adaptive_max_pool3d_with_indices, affine_grid, fold, grid_sample, lp_pool1d,
    lp_pool3d, max_pool1d, max_pool1d_with_indices, max_pool3d, max_pool3d_with_indices, max_unpool1d, max_unpool2d, max_unpool3d)
from torch.nn.modules.utils import _pair, _single, _triple


# The functions down to sigmoid() are PyTorch's text, which scripts compile too (_for_scripts).
def _get_softmax_dim(name: str, ndim: int, stacklevel: int) -> int:
    warnings.warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.", stacklevel=stacklevel)
    if ndim == 0 or ndim == 1 or ndim == 3:
        ret = 0
    else:
        ret = 1
    return ret


def softmax(input, dim: Optional[int] = None, _stacklevel: int = 3, dtype: Optional[int] = None):
    if dim is None:
        dim = _get_softmax_dim("softmax", input.dim(), _stacklevel)
    if dtype is None:
        ret = _native_softmax(input, dim)
    else:
        ret = _native_softmax(input, dim, dtype=dtype)
    return ret


def softmin(input, dim: Optional[int] = None, _stacklevel: int = 3, dtype: Optional[int] = None):
    if dim is None:
        dim = _get_softmax_dim("softmin", input.dim(), _stacklevel)
    if dtype is None:
        ret = (-input).softmax(dim)
    else:
        ret = (-input).softmax(dim, dtype=dtype)
    return ret


def log_softmax(input, dim: Optional[int] = None, _stacklevel: int = 3, dtype: Optional[int] = None):
    if dim is None:
        dim = _get_softmax_dim("log_softmax", input.dim(), _stacklevel)
    if dtype is None:
        ret = input.log_softmax(dim)
    else:
        ret = input.log_softmax(dim, dtype=dtype)
    return ret


def tanh(input):
    return input.tanh()


def sigmoid(input):
    return input.sigmoid()


# As they are before a trace puts others in their places.
_for_scripts = {fn.__name__: fn for fn in (softmax, softmin, log_softmax, tanh, sigmoid)}


def _check_probability(p):
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def relu_(input):
    return input.relu_()


def leaky_relu_(input, negative_slope=0.01):
    return leaky_relu(input, negative_slope, inplace=True)


def elu_(input, alpha=1.0):
    return elu(input, alpha, inplace=True)


def selu_(input):
    return selu(input, inplace=True)


def hardtanh_(input, min_val=-1.0, max_val=1.0):
    return hardtanh(input, min_val, max_val, inplace=True)


def rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False):
    return rrelu(input, lower, upper, training, True)


def _feature_dropout(input, p, training, batched_dims):
    if not training or p == 0.0:
        return input
    shape = [input.size(0), input.size(1)] + [1] * (input.dim() - 2) if batched_dims else [input.size(0)] + [1] * (input.dim() - 1)
    if p == 1.0:
        return input * torch.zeros(shape, dtype=input.dtype, device=input.device)
    noise = torch.empty(shape, dtype=input.dtype, device=input.device).bernoulli_(1 - p).div_(1 - p)
    return input * noise


def dropout3d(input, p=0.5, training=True, inplace=False):
    _check_probability(p)
    return _feature_dropout(input, p, training, True)


def _alpha_noise(input, p, shape):
    if p == 1.0:
        return input * torch.zeros(shape, dtype=input.dtype, device=input.device)
    alpha = 1.7580993408473766
    a = 1.0 / math.sqrt((alpha * alpha * p + 1) * (1 - p))
    noise = torch.empty(shape, dtype=input.dtype, device=input.device).bernoulli_(1 - p)
    b = (noise - 1) * (alpha * a) + alpha * a * p
    return input * (noise * a) + b


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    _check_probability(p)
    if not training or p == 0.0:
        return input
    return _alpha_noise(input, p, input.shape)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    _check_probability(p)
    if not training or p == 0.0:
        return input
    return _alpha_noise(input, p, [input.size(0), input.size(1)] + [1] * (input.dim() - 2))


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    torch._C._refuse_types("rrelu", input)
    if lower > upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")
    if training:
        # One draw for each element that is not positive, in order, each of 53 bits.
        slope = torch.ones_like(input)
        negative = input <= 0
        draws = torch.empty(int(negative.sum()), dtype=torch.float64).uniform_(lower, upper)
        slope[negative] = draws.to(input.dtype)
        out = torch.where(input >= 0, input, input * slope)
    else:
        out = leaky_relu(input, (lower + upper) / 2)
    if inplace:
        return _named_grad(input.copy_(out), "RreluWithNoiseBackward1")
    return _named_grad(out, "RreluWithNoiseBackward0", input)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    if eps != 1e-10 and not torch.compiler.is_compiling():
        warnings.warn("`eps` parameter is deprecated and has no effect.", stacklevel=2)
    gumbels = -torch.empty_like(logits).exponential_().log()
    y_soft = ((logits + gumbels) / tau).softmax(dim)
    if hard:
        index = y_soft.max(dim, keepdim=True)[1]
        y_hard = torch.zeros_like(logits).scatter_(dim, index, 1.0)
        return y_hard - y_soft.detach() + y_soft
    return y_soft


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    if input.dim() < 3:
        raise ValueError(f"Expected 3D or higher dimensionality                          input (got {input.dim()} dimensions)")
    torch._C._refuse_types("local_response_norm", input)
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


def bilinear(input1, input2, weight, bias=None):
    if input1.dim() != input2.dim():
        raise RuntimeError(f"bilinear(): input dimensions do not match: got {input1.dim()} and {input2.dim()}")
    for i, (a, b) in enumerate(zip(input1.shape[:-1], input2.shape[:-1])):
        if a != b:
            raise RuntimeError(f"bilinear(): input batch dimensions do not match at dim {i}: got {a} and {b}")
    for name, size, expected in (("input1", input1.size(-1), weight.size(1)), ("input2", input2.size(-1), weight.size(2))):
        if size != expected:
            raise RuntimeError(f"bilinear(): {name} size does not match weight size: got {size} but expected {expected}")
    if bias is not None and bias.size(0) != weight.size(0):
        raise RuntimeError(f"bilinear(): bias size does not match weight size: got {bias.size(0)} but expected {weight.size(0)}")
    words = {torch.float32: "float", torch.float64: "double", torch.bfloat16: "c10::BFloat16", torch.float16: "c10::Half"}
    if not input1.dtype == input2.dtype == weight.dtype:
        given = [("input1", input1), ("input2", input2), ("weight", weight)] + ([] if bias is None else [("bias", bias)])
        types = ", ".join([f"{name}: {words.get(t.dtype, t.dtype)}" for name, t in given])
        raise RuntimeError(f"All tensors must have the same dtype, got {types}")
    out = torch.einsum("...i,oij,...j->...o", input1, weight, input2)
    return out if bias is None else out + bias


def _renorm_rows(weight, input, max_norm, norm_type):
    """Shortens, in place, the rows that are used and longer than max_norm."""
    with torch.no_grad():
        rows = torch.unique(input)
        weight[rows] = weight[rows].renorm(norm_type, 0, max_norm)


def _largest_of_bag(places, weight, padding_idx):
    if padding_idx is not None:
        places = places[places != padding_idx]
    return embedding(places, weight).max(0)[0] if places.numel() > 0 else weight.new_zeros(weight.size(1))


def _bags(places, weight, scales, mode, lengths, padding_idx):
    """The sums, means or maxima of rows of weight, bag after bag."""
    if padding_idx is None and lengths and lengths[0] > 0 and lengths.count(lengths[0]) == len(lengths):
        rows = embedding(places.reshape(len(lengths), -1), weight)
        if scales is not None:
            rows = rows * scales.reshape(len(lengths), -1, 1)
        return rows.sum(1) if mode == "sum" else rows.max(1)[0] if mode == "max" else rows.mean(1)
    if mode == "max":
        return torch.stack([_largest_of_bag(bag, weight, padding_idx) for bag in places.split(lengths)])
    bags = torch.arange(len(lengths), device=places.device).repeat_interleave(torch.tensor(lengths, device=places.device))
    if padding_idx is not None:
        kept = places != padding_idx
        places, bags, scales = places[kept], bags[kept], None if scales is None else scales[kept]
    rows = embedding(places, weight)
    if scales is not None:
        rows = rows * scales.unsqueeze(-1)
    sums = weight.new_zeros(len(lengths), weight.size(1)).index_add(0, bags, rows)
    return sums if mode == "sum" else sums / bags.bincount(minlength=len(lengths)).clamp(min=1).unsqueeze(1)


def embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode="mean", sparse=False, per_sample_weights=None,
                  include_last_offset=False, padding_idx=None):
    if weight.dtype == torch.int64 and input.is_floating_point():
        warnings.warn("Argument order of nn.functional.embedding_bag was changed. Usage `embedding_bag(weight, input, ...)` is deprecated, "
                      "and should now be `embedding_bag(input, weight, ...)`.", stacklevel=2)
        weight, input = input, weight
    if per_sample_weights is not None and input.size() != per_sample_weights.size():
        raise ValueError(f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not None, then it must have the same shape as the input ({input.shape})")
    if weight.dim() != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.dim()}")
    if input.dim() == 2 and offsets is not None:
        raise ValueError("if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length sequences. "
                         f"However, found offsets of type {type(offsets)}")
    if input.dim() == 1 and (offsets is None or offsets.dim() != 1):
        raise ValueError("offsets has to be a 1D Tensor" + (" but got None" if offsets is None else ""))
    if input.dim() not in (1, 2):
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.dim()}")
    if mode not in ("sum", "mean", "max"):
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and scale_grad_by_freq:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError("embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum' "
                                  f"(got mode='{mode}'). Please open a feature request on GitHub.")
    if offsets is not None and offsets.numel() > 0 and int(offsets[0]) != 0:
        raise RuntimeError("offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, "
                           f"got {int(offsets[0])}\n[ torch.LongTensor{{}} ]")
    if offsets is not None and offsets.numel() > 0 and int(offsets[-1]) > input.numel():
        raise RuntimeError(f"offsets[-1] can not be greater than input's length {input.numel()} but got offsets[-1] of {int(offsets[-1])}")
    if max_norm is not None:
        _renorm_rows(weight, input, max_norm, norm_type)
    if padding_idx is not None:
        count = weight.size(0)
        if not -count <= padding_idx < count:
            raise RuntimeError(f"padding_idx must be within the number of embeddings, -{count} through {count - 1}, but got {padding_idx}")
        padding_idx %= count
    if input.dim() == 2:
        edges = [input.size(1) * i for i in range(input.size(0) + 1)]
    else:
        edges = offsets.tolist()
        if include_last_offset:
            edges[-1:] = [input.numel()]  # what the program says of the end is not looked at
        else:
            edges = edges + [input.numel()]
    places = input.reshape(-1)
    scales = None if per_sample_weights is None else per_sample_weights.reshape(-1)
    lengths = [b - a for a, b in zip(edges[:-1], edges[1:])]
    if not lengths:
        return weight.new_zeros((0, weight.size(1)))
    return _named_grad(_bags(places, weight, scales, mode, lengths, padding_idx), "EmbeddingBagBackward0", weight, per_sample_weights)


def pixel_unshuffle(input, downscale_factor):
    r = downscale_factor
    if input.dim() < 3:
        raise RuntimeError(f"pixel_unshuffle expects input to have at least 3 dimensions, but got input with {input.dim()} dimension(s)")
    if r <= 0:
        raise RuntimeError(f"pixel_unshuffle expects a positive downscale_factor, but got {r}")
    *lead, c, h, w = input.shape
    for name, at, size in (("height", -2, h), ("width", -1, w)):
        if size % r != 0:
            raise RuntimeError(f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but input.size({at})={size} is not divisible by {r}")
    out = input.reshape(*lead, c, h // r, r, w // r, r).movedim((-3, -1), (-4, -3)).reshape(*lead, c * r * r, h // r, w // r)
    return _named_grad(out, "PixelUnshuffleBackward0", input)


def channel_shuffle(input, groups):
    shape = tuple(input.shape)
    if len(shape) < 3:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got input with sizes {list(shape)}")
    if groups <= 0:
        raise RuntimeError(f"Number of groups to divide channels in must be positive. Value of groups:{groups}")
    if shape[1] % groups != 0:
        raise RuntimeError(f"Number of channels must be divisible by groups. Got {shape[1]} channels and {groups} groups.")
    out = input.reshape(shape[0], groups, shape[1] // groups, *shape[2:]).transpose(1, 2).reshape(shape)
    return _named_grad(out, "ChannelShuffleBackward0", input)


native_channel_shuffle = channel_shuffle


def pdist(input, p=2.0):
    if input.dim() != 2:
        raise RuntimeError("pdist only supports 2D tensors, got: " + str(input.dim()) + "D")
    torch._C._refuse_types("pdist", input)
    if p < 0:
        raise RuntimeError("pdist only supports non-negative p values")
    rows, columns = torch.triu_indices(input.size(0), input.size(0), 1)
    distances = torch.cdist(input, input, p, "donot_use_mm_for_euclid_dist")
    return _named_grad(distances[rows, columns], "PdistBackward0", input)


def _warn_of_upsample(name):
    if not torch.compiler.is_compiling():
        warnings.warn(f"`nn.functional.{name}` is deprecated. Use `nn.functional.interpolate` instead.", stacklevel=3)


def upsample_nearest(input, size=None, scale_factor=None):
    _warn_of_upsample("upsample_nearest")
    return interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(input, size=None, scale_factor=None):
    _warn_of_upsample("upsample_bilinear")
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    _warn_of_upsample("upsample")
    return interpolate(input, size, scale_factor, mode, align_corners)


# --- attention ----------------------------------------------------------------------------


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


def _mha_shape_check(query, key, value, key_padding_mask, attn_mask, num_heads):
    """Whether the query is batched; key, value and masks must be alike."""
    if query.dim() not in (2, 3):
        raise AssertionError(f"query should be unbatched 2D or batched 3D tensor but received {query.dim()}-D query tensor")
    batched = query.dim() == 3
    kind, rank, mask_rank = ("batched (3-D)", 3, 2) if batched else ("unbatched (2-D)", 2, 1)
    if key.dim() != rank or value.dim() != rank:
        raise AssertionError(f"For {kind} `query`, expected `key` and `value` to be {rank}-D but found {key.dim()}-D and {value.dim()}-D tensors respectively")
    if key_padding_mask is not None and key_padding_mask.dim() != mask_rank:
        raise AssertionError(f"For {kind} `query`, expected `key_padding_mask` to be `None` or {mask_rank}-D but found {key_padding_mask.dim()}-D tensor instead")
    if attn_mask is not None:
        if attn_mask.dim() not in (2, 3):
            raise AssertionError(f"For {kind} `query`, expected `attn_mask` to be `None`, 2-D or 3-D but found {attn_mask.dim()}-D tensor instead")
        expected = (num_heads, query.shape[0], key.shape[0])
        if not batched and attn_mask.dim() == 3 and attn_mask.shape != expected:
            raise AssertionError(f"Expected `attn_mask` shape to be {expected} but got {attn_mask.shape}")
    return batched


def multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn, dropout_p,
                                 out_proj_weight, out_proj_bias, training=True, key_padding_mask=None, need_weights=True, attn_mask=None,
                                 use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, static_k=None, static_v=None,
                                 average_attn_weights=True, is_causal=False):
    is_batched = _mha_shape_check(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not is_batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    tgt_len, bsz, embed_dim = query.shape
    src_len = key.shape[0]
    if is_causal and attn_mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint. You may use the Transformer module method `generate_square_subsequent_mask` to "
                           "create this mask.")
    key_padding_mask = _additive_mask(key_padding_mask, query.dtype)
    if is_causal and key_padding_mask is None and not need_weights:
        attn_mask = None
    else:
        attn_mask = _additive_mask(attn_mask, query.dtype)
        if key_padding_mask is not None:
            is_causal = False
    if key_padding_mask is not None:
        for i, size in enumerate((bsz, src_len)):
            if key_padding_mask.shape[i] != size:
                raise AssertionError(f"Expected key_padded_mask.shape[{i}] to be {size}, but got {key_padding_mask.shape[i]}")
    if embed_dim != embed_dim_to_check:
        raise AssertionError(f"was expecting embedding dimension of {embed_dim_to_check}, but got {embed_dim}")
    head_dim = embed_dim // num_heads
    if use_separate_proj_weight:
        if key.shape[:2] != value.shape[:2]:
            raise AssertionError(f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}")
    elif key.shape != value.shape:
        raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")
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
        zeros = torch.zeros((bsz * num_heads, 1, head_dim), dtype=k.dtype, device=k.device)
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
        out = linear(out, out_proj_weight, out_proj_bias).view(tgt_len, bsz, out_proj_weight.size(0))
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
    out = linear(out, out_proj_weight, out_proj_bias).view(tgt_len, bsz, out_proj_weight.size(0))
    return (out if is_batched else out.squeeze(1)), None


def linear_cross_entropy(input, linear_weight, target, *, linear_bias=None, weight=None, reduction="mean", ignore_index=None, label_smoothing=0.0, options=None):
    """cross_entropy of linear(input, linear_weight); further dimensions of the weight are those of the loss."""
    if options is not None:
        raise NotImplementedError("linear_cross_entropy: options, which choose how the classes are cut into chunks, are not supported; leave them None")
    if input.dim() not in (1, 2):
        raise RuntimeError(f"expected input with dimensionality 1 or 2, got {input.dim()}")
    if input.size(-1) != linear_weight.size(-1):
        raise RuntimeError(f"expected equal input and linear_weight last dimensions (in_features), got {input.size(-1)} and {linear_weight.size(-1)}, respectively")
    shape = linear_weight.shape[:-1]
    if len(shape) == 1:
        logits = linear(input, linear_weight, linear_bias)
    else:
        bias = None if linear_bias is None else linear_bias.flatten()
        logits = linear(input, linear_weight.flatten(0, -2), bias).unflatten(-1, shape)
    return cross_entropy(logits, target, weight=weight, reduction=reduction, ignore_index=-100 if ignore_index is None else ignore_index, label_smoothing=label_smoothing)
