# Causal masks that know their shape: what attention is given instead of a matrix of bools.
from enum import IntEnum

import torch
import torch.nn.functional as F


class CausalVariant(IntEnum):
    UPPER_LEFT = 1
    LOWER_RIGHT = 2


class CausalBias(torch.Tensor):
    """The lower triangle of (seq_len_q, seq_len_kv), laid at the corner that `variant` names."""

    def __init__(self, variant, seq_len_q, seq_len_kv):
        assert isinstance(variant, CausalVariant)
        self.variant = variant
        self.seq_len_q = seq_len_q
        self.seq_len_kv = seq_len_kv

    def _materialize(self, device=None):
        shift = self.seq_len_kv - self.seq_len_q if self.variant == CausalVariant.LOWER_RIGHT else 0
        return torch.ones(self.seq_len_q, self.seq_len_kv, device=device, dtype=torch.bool).tril(shift)

    def __repr__(self):
        return repr(self._materialize())

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func is F.scaled_dot_product_attention:
            return _attention(*args, **kwargs)
        return super().__torch_function__(func, types, args, kwargs)


def _attention(query, key, value, attn_mask, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    if is_causal:
        raise ValueError("CausalBias should not be used with causal=True")
    square = attn_mask.seq_len_q == attn_mask.seq_len_kv
    corner = square or attn_mask.variant == CausalVariant.UPPER_LEFT
    return F.scaled_dot_product_attention(
        query, key, value, attn_mask=None if corner else attn_mask._materialize(query.device), dropout_p=dropout_p,
        is_causal=corner, scale=scale, enable_gqa=enable_gqa)


def causal_upper_left(*size):
    assert len(size) == 2, "causal_upper_left only supports 2D tensors"
    return CausalBias(CausalVariant.UPPER_LEFT, *size)


def causal_lower_right(*size):
    assert len(size) == 2, "causal_lower_right only supports 2D tensors"
    return CausalBias(CausalVariant.LOWER_RIGHT, *size)
