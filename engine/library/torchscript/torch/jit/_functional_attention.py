# Attention over several heads as scripts see it. Part of _functional.py.
from typing import Optional, Tuple
import torch
from torch import Tensor


def _additive_mask(mask: Optional[Tensor], like: Tensor) -> Optional[Tensor]:
    if mask is None:
        return None
    if mask.dtype == torch.bool:
        return torch.zeros(mask.shape, dtype=like.dtype, device=like.device).masked_fill(mask, float("-inf"))
    return mask


def _heads(x: Tensor, rows: int, head_dim: int) -> Tensor:
    return x.contiguous().view(x.size(0), rows, head_dim).transpose(0, 1)


def _one_more(mask: Optional[Tensor]) -> Optional[Tensor]:
    return None if mask is None else torch.nn.functional.pad(mask, (0, 1))


def _projections(query: Tensor, key: Tensor, value: Tensor, weight: Optional[Tensor], bias: Optional[Tensor], separate: bool,
                 q_weight: Optional[Tensor], k_weight: Optional[Tensor], v_weight: Optional[Tensor]) -> Tuple[Tensor, Tensor, Tensor]:
    if separate:
        assert q_weight is not None, "use_separate_proj_weight is True but q_proj_weight is None"
        assert k_weight is not None, "use_separate_proj_weight is True but k_proj_weight is None"
        assert v_weight is not None, "use_separate_proj_weight is True but v_proj_weight is None"
        wq, wk, wv = q_weight, k_weight, v_weight
    else:
        assert weight is not None, "use_separate_proj_weight is False but in_proj_weight is None"
        wq, wk, wv = weight.chunk(3)
    if bias is None:
        return torch.nn.functional.linear(query, wq), torch.nn.functional.linear(key, wk), torch.nn.functional.linear(value, wv)
    bq, bk, bv = bias.chunk(3)
    return torch.nn.functional.linear(query, wq, bq), torch.nn.functional.linear(key, wk, bk), torch.nn.functional.linear(value, wv, bv)


def multi_head_attention_forward(query: Tensor, key: Tensor, value: Tensor, embed_dim_to_check: int, num_heads: int, in_proj_weight: Optional[Tensor],
                                 in_proj_bias: Optional[Tensor], bias_k: Optional[Tensor], bias_v: Optional[Tensor], add_zero_attn: bool,
                                 dropout_p: float, out_proj_weight: Tensor, out_proj_bias: Optional[Tensor], training: bool = True,
                                 key_padding_mask: Optional[Tensor] = None, need_weights: bool = True, attn_mask: Optional[Tensor] = None,
                                 use_separate_proj_weight: bool = False, q_proj_weight: Optional[Tensor] = None, k_proj_weight: Optional[Tensor] = None,
                                 v_proj_weight: Optional[Tensor] = None, static_k: Optional[Tensor] = None, static_v: Optional[Tensor] = None,
                                 average_attn_weights: bool = True, is_causal: bool = False) -> Tuple[Tensor, Optional[Tensor]]:
    is_batched = query.dim() == 3
    if not is_batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    if is_causal and attn_mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint. You may use the Transformer module method `generate_square_subsequent_mask` to create this mask.")
    tgt_len, bsz, embed_dim = query.size(0), query.size(1), query.size(2)
    assert embed_dim == embed_dim_to_check, f"was expecting embedding dimension of {embed_dim_to_check}, but got {embed_dim}"
    head_dim = embed_dim // num_heads
    rows = bsz * num_heads
    padding = _additive_mask(key_padding_mask, query)
    mask = _additive_mask(attn_mask, query)
    causal = is_causal and padding is None and not need_weights
    if causal:
        mask = None
    q, k, v = _projections(query, key, value, in_proj_weight, in_proj_bias, use_separate_proj_weight, q_proj_weight, k_proj_weight, v_proj_weight)
    if mask is not None and mask.dim() == 2:
        mask = mask.unsqueeze(0)
    if bias_k is not None and bias_v is not None:
        k = torch.cat([k, bias_k.repeat(1, bsz, 1)])
        v = torch.cat([v, bias_v.repeat(1, bsz, 1)])
        mask, padding = _one_more(mask), _one_more(padding)
    q, k, v = _heads(q, rows, head_dim), _heads(k, rows, head_dim), _heads(v, rows, head_dim)
    if add_zero_attn:
        zeros = torch.zeros([rows, 1, head_dim], dtype=k.dtype, device=k.device)
        k, v = torch.cat([k, zeros], dim=1), torch.cat([v, zeros], dim=1)
        mask, padding = _one_more(mask), _one_more(padding)
    src_len = k.size(1)
    if padding is not None:
        per_head = padding.view(bsz, 1, 1, src_len).expand(-1, num_heads, -1, -1).reshape(rows, 1, src_len)
        mask = per_head if mask is None else mask + per_head
    dropped = dropout_p if training else 0.0
    if need_weights:
        scores = torch.bmm(q * (1.0 / float(head_dim)) ** 0.5, k.transpose(-2, -1))
        if mask is not None:
            scores = scores + mask
        weights = torch.nn.functional.softmax(scores, dim=-1)
        if dropped > 0.0:
            weights = torch.nn.functional.dropout(weights, p=dropped)
        out = torch.bmm(weights, v).transpose(0, 1).contiguous().view(tgt_len * bsz, embed_dim)
        out = torch.nn.functional.linear(out, out_proj_weight, out_proj_bias).view(tgt_len, bsz, -1)
        shown = weights.view(bsz, num_heads, tgt_len, src_len)
        if average_attn_weights:
            shown = shown.mean(dim=1)
        if not is_batched:
            return out.squeeze(1), shown.squeeze(0)
        return out, shown
    if mask is not None:
        mask = mask.unsqueeze(0) if mask.size(0) == 1 else mask.view(bsz, num_heads, -1, src_len)
    q = q.view(bsz, num_heads, tgt_len, head_dim)
    k, v = k.view(bsz, num_heads, src_len, head_dim), v.view(bsz, num_heads, src_len, head_dim)
    out = torch.nn.functional.scaled_dot_product_attention(q, k, v, mask, dropped, causal)
    out = out.permute(2, 0, 1, 3).contiguous().view(bsz * tgt_len, embed_dim)
    out = torch.nn.functional.linear(out, out_proj_weight, out_proj_bias).view(tgt_len, bsz, -1)
    if not is_batched:
        return out.squeeze(1), None
    return out, None
