# torch.nn.attention: kernels a program allows, causal masks that know their shape, flex_attention.
import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, _cur_sdpa_kernel_backends, sdpa_kernel
from torch.nn.attention.bias import CausalVariant, causal_lower_right, causal_upper_left
from torch.nn.attention.flex_attention import (AuxRequest, BlockMask, and_masks, create_block_mask, create_mask,
                                               flex_attention, or_masks)


def refusal(run):
    try:
        print(run())
    except Exception as e:
        print(type(e).__name__, e)


torch.manual_seed(0)
print(SDPBackend.MATH, [SDPBackend.FLASH_ATTENTION], SDPBackend.ERROR.value, list(SDPBackend.__members__))
q, k, v = (torch.randn(2, 4, 8, 16) for _ in range(3))
with sdpa_kernel(SDPBackend.MATH):
    print(_cur_sdpa_kernel_backends(), torch.backends.cuda.flash_sdp_enabled(), torch.backends.cuda.math_sdp_enabled())
    with sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION], set_priority=True):
        print(_cur_sdpa_kernel_backends())
print(_cur_sdpa_kernel_backends())


@sdpa_kernel(SDPBackend.MATH)
def attend(x):
    return F.scaled_dot_product_attention(x, x, x).shape, _cur_sdpa_kernel_backends()


print(attend(q))
refusal(lambda: sdpa_kernel("math").__enter__())
torch.backends.cuda.enable_flash_sdp(False)
print(_cur_sdpa_kernel_backends())
torch.backends.cuda.enable_flash_sdp(True)

print(causal_upper_left(2, 3), CausalVariant.LOWER_RIGHT.value)
print(causal_lower_right(2, 4))
wide = torch.randn(2, 4, 10, 16)
print(torch.equal(F.scaled_dot_product_attention(q, wide, wide, attn_mask=causal_upper_left(8, 10)),
                  F.scaled_dot_product_attention(q, wide, wide, is_causal=True)))
print(torch.equal(F.scaled_dot_product_attention(q, wide, wide, attn_mask=causal_lower_right(8, 10)),
                  F.scaled_dot_product_attention(q, wide, wide, attn_mask=torch.ones(8, 10).tril(2).bool())))
refusal(lambda: F.scaled_dot_product_attention(q, wide, wide, attn_mask=causal_upper_left(8, 10), is_causal=True))


def causal(b, h, q_idx, kv_idx):
    return q_idx >= kv_idx


def window(b, h, q_idx, kv_idx):
    return q_idx - kv_idx < 100


def relative(score, b, h, q_idx, kv_idx):
    return score + (q_idx - kv_idx)


def close(a, b):
    return torch.allclose(a, b, atol=1e-5)


print(close(flex_attention(q, k, v), F.scaled_dot_product_attention(q, k, v)))
mask = create_block_mask(causal, None, None, 8, 8, device="cpu")
print(mask, repr(mask))
print(close(flex_attention(q, k, v, block_mask=mask), F.scaled_dot_product_attention(q, k, v, is_causal=True)))
print(mask.shape, mask.numel(), mask.sparsity(), mask.BLOCK_SIZE, mask.seq_lengths, mask.kv_num_blocks, mask.kv_indices)
mask = create_block_mask(causal, 1, 2, 300, 200, device="cpu", BLOCK_SIZE=(64, 32))
print(mask, mask.kv_num_blocks, mask.full_kv_num_blocks, mask.q_num_blocks, mask.q_indices, mask.full_q_indices[0, 0])
print(mask.to_dense()[0, 0], mask[0, 1].shape)
print(mask.to_string(limit=1), mask.to_string(grid_size=(3, 3)), mask.to_string(grid_size=-1, limit=1))
print(mask._adjust(128, 64), len(mask.as_tuple()))
print(create_block_mask(and_masks(causal, window), 2, 3, 512, 512, device="cpu"))
print(create_block_mask(causal, None, None, 4096, 4096, device="cpu"))
print(create_mask(or_masks(causal, lambda b, h, i, j: j < 2), 1, 1, 4, 5, device="cpu"))
print(create_mask(lambda s, b, h, i, j: torch.where(i >= j, s, -float("inf")), 1, 1, 3, 3, device="cpu"))
blocks = BlockMask.from_kv_blocks(torch.tensor([[[1, 2]]], dtype=torch.int32),
                                  torch.tensor([[[[0, 1], [0, 1]]]], dtype=torch.int32), BLOCK_SIZE=64)
print(blocks, blocks.q_num_blocks, blocks.q_indices, blocks.full_kv_num_blocks)

bias = torch.randn(4)


def total(x):
    """Rounded: the order of a product's sums, and with it the last digits, is the machine's."""
    return round(x.sum().item(), 2)


print(total(flex_attention(q, k, v, score_mod=relative)))
print(total(flex_attention(q, k, v, score_mod=lambda s, b, h, i, j: s * bias[h].exp())))
print(total(flex_attention(q, k[:, :2], v[:, :2], enable_gqa=True)), total(flex_attention(q, k, v, scale=0.5)))
print(flex_attention(q, k, v, return_lse=True)[1][0, 0])
print(flex_attention(q, k, v, return_aux=AuxRequest(lse=True))[1].max_scores)
documents = torch.tensor([0, 0, 1, 1, 1, 2])
mask = create_block_mask(lambda b, h, i, j: documents[i] == documents[j], None, None, 6, 6, device="cpu")
rows = torch.ones(1, 1, 6, 2)
print(flex_attention(rows, rows, torch.arange(12.0).reshape(1, 1, 6, 2), block_mask=mask))
nothing = create_block_mask(lambda b, h, i, j: j > 5, None, None, 6, 6, device="cpu")
print(flex_attention(rows, rows, rows, block_mask=nothing), nothing.sparsity())
compiled = torch.compile(flex_attention, backend="aot_eager")
print(close(compiled(q, k, v, score_mod=relative), flex_attention(q, k, v, score_mod=relative)))
refusal(lambda: flex_attention(q, k[:, :2], v[:, :2]))
refusal(lambda: flex_attention(q[0], k[0], v[0]))
refusal(lambda: flex_attention(q.clone().requires_grad_(), k, v))
refusal(lambda: flex_attention(q, k, v, block_mask=create_block_mask(causal, None, None, 16, 16, device="cpu")))
refusal(lambda: create_block_mask(3, None, None, 4, 4, device="cpu"))
refusal(lambda: create_block_mask(lambda a: a, None, None, 4, 4, device="cpu"))
refusal(lambda: and_masks(3))
