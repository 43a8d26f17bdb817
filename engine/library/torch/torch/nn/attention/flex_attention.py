# flex_attention: attention whose scores and mask are functions of the program's.
# Such a function is called once, with indices that broadcast to (batch, heads, queries, keys).
import inspect
import math
from typing import NamedTuple, Optional

import torch

_DEFAULT_SPARSE_BLOCK_SIZE = 128
_LARGE_SPARSE_BLOCK_SIZE = 1 << 30


class AuxRequest(NamedTuple):
    lse: bool = False
    max_scores: bool = False


class AuxOutput(NamedTuple):
    lse: Optional[torch.Tensor] = None
    max_scores: Optional[torch.Tensor] = None


def noop_mask(batch, head, token_q, token_kv):
    return batch.new_ones(size=(), dtype=torch.bool, device=batch.device)


def _joined(masks, join):
    if not all([callable(mask) for mask in masks]):
        raise RuntimeError(f"All inputs should be callable mask_mods: {masks}")

    def mask(b, h, q_idx, kv_idx):
        result = masks[0](b, h, q_idx, kv_idx)
        for other in masks[1:]:
            result = join(result, other(b, h, q_idx, kv_idx))
        return result
    return mask


def and_masks(*mask_mods):
    return _joined(mask_mods, lambda a, b: a & b)


def or_masks(*mask_mods):
    return _joined(mask_mods, lambda a, b: a | b)


def _indices(sizes, device):
    """Four index tensors, each along an axis of its own."""
    return [torch.arange(size, device=device, dtype=torch.int32).reshape([-1 if axis == i else 1 for axis in range(4)])
            for i, size in enumerate(sizes)]


def _is_score_mod(fn):
    if not callable(fn):
        raise TypeError(f"{fn} is not a callable object")
    parameters = inspect.signature(fn).parameters.values()
    count = len([p for p in parameters if p.default is inspect.Parameter.empty])
    assert count in (4, 5), f"Expected 4 or 5 positional args, got {count}"
    return count == 5


def create_mask(mod_fn, B, H, Q_LEN, KV_LEN, device="cpu"):
    """A bool tensor (B, H, Q_LEN, KV_LEN) of a function of a mask, or of where a function of scores leaves them finite."""
    sizes = (B or 1, H or 1, Q_LEN, KV_LEN)
    indices = _indices(sizes, device)
    if _is_score_mod(mod_fn):
        return torch.isneginf(mod_fn(torch.zeros(sizes, device=device), *indices)).logical_not().expand(sizes)
    return mod_fn(*indices).expand(sizes)


def _ordered(blocks):
    """How many blocks of each row are wanted, and their columns, wanted ones first."""
    blocks = blocks.to(torch.int32)
    columns = torch.argsort(blocks, dim=-1, descending=True, stable=True)
    return blocks.sum(dim=-1).to(torch.int32), columns.to(torch.int32)


def _dense(counts, columns):
    wanted = torch.arange(columns.shape[-1], device=columns.device) < counts.unsqueeze(-1)
    dense = torch.zeros(*columns.shape, dtype=torch.int32, device=columns.device)
    return dense.scatter_(-1, columns.long(), wanted.to(torch.int32))


def _block_sizes(size):
    return (size, size) if isinstance(size, int) else tuple(size)


class BlockMask:
    """Which blocks of the scores a mask leaves: for each row of blocks their number and columns, those that the mask
    covers in part (kv_...) and whole (full_kv_...); the same by columns (q_...). Counts are (B, H, rows)."""

    def __init__(self, seq_lengths, kv_num_blocks, kv_indices, full_kv_num_blocks, full_kv_indices, q_num_blocks, q_indices,
                 full_q_num_blocks, full_q_indices, BLOCK_SIZE, mask_mod):
        if kv_indices.dim() < 2:
            raise RuntimeError("BlockMask must have at least 2 dimensions")
        self.seq_lengths = seq_lengths
        self.kv_num_blocks = kv_num_blocks
        self.kv_indices = kv_indices
        self.full_kv_num_blocks = full_kv_num_blocks
        self.full_kv_indices = full_kv_indices
        self.q_num_blocks = q_num_blocks
        self.q_indices = q_indices
        self.full_q_num_blocks = full_q_num_blocks
        self.full_q_indices = full_q_indices
        self.BLOCK_SIZE = BLOCK_SIZE
        self.mask_mod = mask_mod

    @classmethod
    def from_kv_blocks(cls, kv_num_blocks, kv_indices, full_kv_num_blocks=None, full_kv_indices=None,
                       BLOCK_SIZE=_DEFAULT_SPARSE_BLOCK_SIZE, mask_mod=None, seq_lengths=None):
        if kv_indices.dim() < 2:
            raise RuntimeError("BlockMask must have at least 2 dimensions")
        block = _block_sizes(BLOCK_SIZE)
        by_column = _ordered(_dense(kv_num_blocks, kv_indices).transpose(-2, -1))
        full_by_column = (None, None)
        if full_kv_num_blocks is not None:
            full_by_column = _ordered(_dense(full_kv_num_blocks, full_kv_indices).transpose(-2, -1))
        if seq_lengths is None:
            seq_lengths = (kv_indices.shape[-2] * block[0], kv_indices.shape[-1] * block[1])
        return cls(seq_lengths, kv_num_blocks, kv_indices, full_kv_num_blocks, full_kv_indices, *by_column, *full_by_column,
                   block, mask_mod or noop_mask)

    def as_tuple(self, flatten=True):
        sizes = (*self.seq_lengths,) if flatten else (self.seq_lengths,)
        blocks = (*self.BLOCK_SIZE,) if flatten else (self.BLOCK_SIZE,)
        return (*sizes, *[getattr(self, name) for name in _TENSORS], None, None, None, None, *blocks, self.mask_mod)

    @property
    def shape(self):
        return (*self.kv_indices.shape[:-2], *self.seq_lengths)

    def numel(self):
        return math.prod(self.shape)

    def sparsity(self):
        """How much of the scores the mask leaves out, in percent of blocks."""
        kept = self.kv_num_blocks.sum().item()
        if self.full_kv_num_blocks is not None:
            kept += self.full_kv_num_blocks.sum().item()
        return 100 * (1 - kept / math.prod(self.kv_indices.shape))

    def to_dense(self):
        """(B, H, rows, columns) of blocks, 1 where the mask leaves something."""
        dense = _dense(self.kv_num_blocks, self.kv_indices)
        if self.full_kv_num_blocks is not None:
            dense = dense | _dense(self.full_kv_num_blocks, self.full_kv_indices)
        return dense

    def __getitem__(self, index):
        index = index if isinstance(index, tuple) else (index,)
        index = tuple([slice(i, i + 1) if isinstance(i, int) and i != -1 else slice(-1, None) if i == -1 else i
                       for i in index])
        parts = {name: getattr(self, name) for name in _TENSORS}
        return BlockMask(self.seq_lengths, **{name: None if part is None else part[index] for name, part in parts.items()},
                         BLOCK_SIZE=self.BLOCK_SIZE, mask_mod=self.mask_mod)

    def _adjust(self, new_q_len, new_kv_len):
        """The upper left part of the mask, for shorter sequences."""
        rows, columns = [-(-length // block) for length, block in zip((new_q_len, new_kv_len), self.BLOCK_SIZE)]

        def crop(counts, indices):
            return (None, None) if counts is None else _ordered(_dense(counts, indices)[..., :rows, :columns])
        partial, full = crop(self.kv_num_blocks, self.kv_indices), crop(self.full_kv_num_blocks, self.full_kv_indices)
        return BlockMask.from_kv_blocks(*partial, *full, BLOCK_SIZE=self.BLOCK_SIZE, mask_mod=self.mask_mod,
                                        seq_lengths=(new_q_len, new_kv_len))

    def to(self, device):
        parts = {name: getattr(self, name) for name in _TENSORS}
        return BlockMask(self.seq_lengths, **{name: None if part is None else part.to(device) for name, part in parts.items()},
                         BLOCK_SIZE=self.BLOCK_SIZE, mask_mod=self.mask_mod)

    def __str__(self):
        picture = self.to_string().strip()
        return f"BlockMask(shape={self.shape}, sparsity={self.sparsity():.2f}%, \n{picture}\n)"

    def __repr__(self):
        def shown(value):
            return tuple(value.shape) if value is None else f"torch.Size({list(value.shape)})"
        lines = [f"    {name}={shown(getattr(self, name))}" for name in _TENSORS if getattr(self, name) is not None]
        lines += [f"    BLOCK_SIZE={self.BLOCK_SIZE}", f"    shape={self.shape}", f"    sparsity={self.sparsity():.2f}%",
                  f"    mask_mod={getattr(self.mask_mod, '__name__', self.mask_mod)}"]
        return "BlockMask(\n" + ",\n".join(lines) + "\n)"

    def to_string(self, grid_size=(20, 20), limit=4):
        """A picture of the blocks of each batch and head: full, half (a cell of several blocks, some of them left out) or
        empty. `grid_size` bounds the cells, -1 shows every block; after `limit` pictures the rest is left out."""
        dense = self.to_dense()
        rows, columns = dense.shape[-2:]
        grid = (rows, columns) if grid_size == -1 else _block_sizes(grid_size)
        steps = [max(1, -(-size // cells)) for size, cells in zip((rows, columns), grid)]
        text = []
        for count, place in enumerate(_places(dense.shape[:-2])):
            if count == limit:
                text.append("...\nTo print out more, set BlockMask.to_string(limit=N)\n"
                            "You can also index (BlockMask[batch, head]) to choose a specific batch or head")
                break
            text.append(f"{place}\n{_picture(dense[place], *steps)}")
        return "\n".join(text)


_TENSORS = ("kv_num_blocks", "kv_indices", "full_kv_num_blocks", "full_kv_indices", "q_num_blocks", "q_indices",
            "full_q_num_blocks", "full_q_indices")


def _places(sizes):
    places = [()]
    for size in sizes:
        places = [(*place, i) for place in places for i in range(size)]
    return places


def _picture(blocks, row_step, column_step):
    lines = ""
    for row in range(0, blocks.shape[0], row_step):
        for column in range(0, blocks.shape[1], column_step):
            share = blocks[row:row + row_step, column:column + column_step].float().mean().item()
            lines += "██" if share == 1 else "  " if share == 0 else "░░"
        lines += "\n"
    return lines


def create_block_mask(mask_mod, B, H, Q_LEN, KV_LEN, device=None, BLOCK_SIZE=_DEFAULT_SPARSE_BLOCK_SIZE, _compile=False):
    """The BlockMask of a function (b, h, q_idx, kv_idx) -> bool. B or H is None where the mask does not depend on it."""
    assert not _is_score_mod(mask_mod), f"create-block_mask requires a mask_mod function! Got {mask_mod}"
    device = device or torch.get_default_device()
    rows, columns = _block_sizes(BLOCK_SIZE)
    mask = create_mask(mask_mod, B, H, Q_LEN, KV_LEN, device)
    # What lies beyond the ends of the sequences is masked: the blocks there are never whole.
    mask = torch.nn.functional.pad(mask, (0, -KV_LEN % columns, 0, -Q_LEN % rows))
    cells = mask.unflatten(-1, (-1, columns)).unflatten(-3, (-1, rows)).sum(dim=(-3, -1))
    full = cells == rows * columns
    return BlockMask.from_kv_blocks(*_ordered((cells > 0) & ~full), *_ordered(full), BLOCK_SIZE=(rows, columns),
                                    mask_mod=mask_mod, seq_lengths=(Q_LEN, KV_LEN))


def _check(query, key, value, block_mask, enable_gqa):
    if query.device.type == "cpu" and torch.is_grad_enabled() and any([t.requires_grad for t in (query, key, value)]):
        raise NotImplementedError(
            "FlexAttention does not support backward on CPU. Please set the input requires_grad to False or use another device.")
    if query.dim() != 4 or key.dim() != 4 or value.dim() != 4:
        raise NotImplementedError("NYI: query, key, and value must be 4D tensors")
    heads, given = query.size(1), key.size(1)
    if not enable_gqa and heads != given:
        raise ValueError(f"Expect query and key/value to have the same number of heads but got Hq={heads} and Hkv={given}. "
                         "Try setting enable_gqa=True for GQA.")
    if enable_gqa and heads % given != 0:
        raise ValueError("Expect number of query heads to be a multiple of kv heads for GQA "
                         f"but got Hq={heads} and Hkv={given}.")
    if block_mask is not None and block_mask.BLOCK_SIZE[0] != _LARGE_SPARSE_BLOCK_SIZE:
        if query.size(-2) > block_mask.seq_lengths[0] or key.size(-2) > block_mask.seq_lengths[1]:
            raise ValueError(
                f"block_mask was created for block_mask.shape={block_mask.shape} but got q_len={query.size(-2)} and "
                f"kv_len={key.size(-2)}. As the block mask was created for a smaller length than you're using it for, you "
                "likely need to create a new block mask.")
        if query.size(-2) < block_mask.seq_lengths[0] or key.size(-2) < block_mask.seq_lengths[1]:
            raise RuntimeError(
                "block_mask was created for a larger length than you're using it for, you can either 1. create a new block "
                "mask with the correct length, or 2. 'adjust' the existing block mask to the correct length by calling "
                "block_mask._adjust(q_len, kv_len). This essentially 'crops' the block mask to the upper left corner, which "
                "does not work for all mask_mods!")


def flex_attention(query, key, value, score_mod=None, block_mask=None, scale=None, enable_gqa=False, return_lse=False,
                   kernel_options=None, *, return_aux=None):
    """softmax(score_mod(query keyᵀ scale), masked) value, for query (B, Hq, L, E), key (B, Hkv, S, E), value (B, Hkv, S, Ev).

    `score_mod(score, b, h, q_idx, kv_idx)` gives another score; `block_mask` comes from create_block_mask. Rows that are
    masked whole give 0. The result is (B, Hq, L, Ev), with `return_lse` beside the log-sum-exp of the scores (B, Hq, L).
    """
    _check(query, key, value, block_mask, enable_gqa)
    if enable_gqa:
        key = key.repeat_interleave(query.size(1) // key.size(1), dim=1)
        value = value.repeat_interleave(query.size(1) // value.size(1), dim=1)
    working = torch.float64 if query.dtype == torch.float64 else torch.float32
    scores = (query @ key.transpose(-2, -1)).to(working) * (1 / math.sqrt(query.size(-1)) if scale is None else scale)
    indices = _indices(scores.shape, query.device)
    if score_mod is not None:
        scores = score_mod(scores, *indices)
    if block_mask is not None:
        scores = torch.where(block_mask.mask_mod(*indices), scores, -float("inf"))
    log_sum = scores.logsumexp(dim=-1)
    masked = (scores == -float("inf")).all(dim=-1, keepdim=True)
    weights = torch.where(masked, 0, torch.softmax(scores.to(working), dim=-1))
    output = weights.to(value.dtype) @ value
    if return_aux is not None:
        if return_aux.max_scores and query.device.type == "cpu":
            raise NotImplementedError("Returning max scores is not supported on CPU.")
        return output, AuxOutput(lse=log_sum if return_aux.lse else None,
                                 max_scores=scores.amax(dim=-1) if return_aux.max_scores else None)
    return (output, log_sum) if return_lse else output
