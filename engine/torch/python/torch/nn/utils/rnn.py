# Batches of sequences of different lengths.
import torch


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    longest = max(s.size(0) for s in sequences)
    rows = []
    for s in sequences:
        row = s.new_full((longest,) + tuple(s.shape[1:]), padding_value)
        if padding_side == "right":
            row[:s.size(0)] = s
        else:
            row[longest - s.size(0):] = s
        rows.append(row)
    return torch.stack(rows, 0 if batch_first else 1)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    return [row[:int(n)] for row, n in zip(padded_sequences, lengths)]
