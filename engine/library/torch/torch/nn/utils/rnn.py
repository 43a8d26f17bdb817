# Batches of sequences of different lengths.
from collections import namedtuple

import torch
from torch._tensor_library import _named_grad

_Fields = namedtuple("PackedSequence", ["data", "batch_sizes", "sorted_indices", "unsorted_indices"])


class PackedSequence(_Fields):
    """Sequences of different lengths, step by step; the longest come first within."""

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args, **kwargs):
        return PackedSequence(self.data.to(*args, **kwargs), self.batch_sizes, self.sorted_indices, self.unsorted_indices)

    def cpu(self):
        return self

    def is_pinned(self):
        return self.data.is_pinned()

    @property
    def is_cuda(self):
        return self.data.is_cuda


def _cast(name, dtype):
    def method(self):
        return self.to(dtype)

    method.__name__ = name
    setattr(PackedSequence, name, method)


for _name, _dtype in (("double", torch.float64), ("float", torch.float32), ("half", torch.float16), ("long", torch.int64), ("int", torch.int32),
                      ("short", torch.int16), ("char", torch.int8), ("byte", torch.uint8)):
    _cast(_name, _dtype)


def invert_permutation(permutation):
    if permutation is None:
        return None
    output = torch.empty_like(permutation)
    output[permutation] = torch.arange(permutation.numel())
    return output


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    lengths = torch.as_tensor(lengths, dtype=torch.int64)
    if enforce_sorted:
        sorted_indices = None
    else:
        lengths, sorted_indices = torch.sort(lengths, descending=True)
        input = input.index_select(0 if batch_first else 1, sorted_indices)
    rows = input.transpose(0, 1) if batch_first else input
    counts = lengths.tolist()
    if len(counts) != rows.size(1):
        raise RuntimeError(f"Expected `len(lengths)` to be equal to batch_size, but got {len(counts)} (batch_size={rows.size(1)})")
    if counts and counts[-1] <= 0:
        raise RuntimeError("Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0")
    if any(a < b for a, b in zip(counts, counts[1:])):
        raise RuntimeError("`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass `enforce_sorted=False` to "
                           "pack_padded_sequence and/or pack_sequence to sidestep this requirement if you do not need ONNX exportability.")
    sizes = [sum(1 for n in counts if n > t) for t in range(counts[0])]
    data = _named_grad(torch.cat([rows[t, :n] for t, n in enumerate(sizes)]), "PackPaddedSequenceBackward0", input)
    return PackedSequence(data, torch.tensor(sizes), sorted_indices, None)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    data, batch_sizes, _, unsorted_indices = sequence
    sizes = batch_sizes.tolist()
    steps = len(sizes)
    if total_length is not None:
        if total_length < steps:
            raise ValueError(f"Expected total_length to be at least the length of the longest sequence in input, but got total_length={total_length} and max sequence length being {steps}")
        steps = total_length
    rows = []
    for part, n in zip(data.split(sizes), sizes):
        fill = part.new_full((sizes[0] - n,) + tuple(part.shape[1:]), padding_value)
        rows.append(torch.cat([part, fill]) if n < sizes[0] else part)
    rows += [data.new_full((sizes[0],) + tuple(data.shape[1:]), padding_value)] * (steps - len(sizes))
    padded = torch.stack(rows)
    lengths = torch.tensor([sum(1 for n in sizes if n > b) for b in range(sizes[0])])
    if unsorted_indices is not None:
        padded = padded.index_select(1, unsorted_indices)
        lengths = lengths[unsorted_indices]
    return (padded.transpose(0, 1) if batch_first else padded), lengths


def pack_sequence(sequences, enforce_sorted=True):
    lengths = torch.tensor([s.size(0) for s in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences):
    padded, lengths = pad_packed_sequence(packed_sequences)
    return unpad_sequence(padded, lengths)


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    if not hasattr(sequences, "__iter__"):
        raise RuntimeError(f"pad_sequence: Expected iterable for input sequences, but got arg of type: {type(sequences)}")
    sequences = sequences.unbind(0) if isinstance(sequences, torch.Tensor) else tuple(sequences)
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    if padding_side not in ("left", "right"):
        raise RuntimeError(f"Expected padding_side to be one of left or right, but got {padding_side}.")
    longest = max([s.size(0) for s in sequences])
    lead = (len(sequences), longest) if batch_first else (longest, len(sequences))
    out = sequences[0].new_full(lead + tuple(sequences[0].shape[1:]), padding_value)
    for i, s in enumerate(sequences):
        length = s.size(0)
        start = longest - length if padding_side == "left" else 0
        part = out.select(0, i).narrow(0, start, length) if batch_first else out.narrow(0, start, length).select(1, i)
        part.copy_(s)
    return out


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    return [row[:int(n)] for row, n in zip(padded_sequences, lengths, strict=True)]
