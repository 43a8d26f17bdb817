"""Packed sequences through recurrent layers."""
import torch
import torch.nn as nn
from torch.nn.utils.rnn import (
    PackedSequence, pack_padded_sequence, pack_sequence, pad_packed_sequence, pad_sequence, unpack_sequence,
)

torch.manual_seed(0)
x = torch.randn(3, 3, 2)
packed = pack_padded_sequence(x, torch.tensor([3, 2, 1]))
print(packed)
out, lengths = pad_packed_sequence(packed)
print(out.shape, lengths, isinstance(packed, PackedSequence))
loose = pack_padded_sequence(x.transpose(0, 1), [1, 3, 2], batch_first=True, enforce_sorted=False)
print(loose.batch_sizes, loose.sorted_indices, loose.unsorted_indices)
print(pad_packed_sequence(loose, batch_first=True, padding_value=-1.0, total_length=4))
for cls in (nn.RNN, nn.GRU, nn.LSTM):
    layer = cls(2, 3, num_layers=2, bidirectional=True)
    with torch.no_grad():
        o, h = layer(loose)
        first = h[0] if cls is nn.LSTM else h
        print(cls.__name__, o.data.shape, first[0])
        alone, state = layer(x[:1, 0:1])
        print(torch.allclose(pad_packed_sequence(o)[0][0, 0], alone[0, 0], atol=1e-6))
lstm = nn.LSTM(2, 3)
o, (h, c) = lstm(x)
print(o.grad_fn.name(), lstm(packed)[0].data.requires_grad)
o, (h, c) = lstm(packed)
o.data.sum().backward()
print(lstm.weight_ih_l0.grad.shape)
print(pack_sequence([torch.ones(3), torch.ones(2)]), unpack_sequence(pack_sequence([torch.ones(3), torch.ones(2)])))
print(pad_sequence([torch.ones(2), torch.ones(3)], batch_first=True, padding_value=9.0))
for bad in ([2, 3, 1], [3, 2], [3, 2, 0]):
    try:
        pack_padded_sequence(x, bad)
    except RuntimeError as e:
        print(e)
