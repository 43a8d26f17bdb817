"""A view keeps the stride of a last axis of size 1, and kron needs operands whose product has a view."""
import torch

column = torch.arange(8.0).reshape(1, 8).t()
print(column.stride(), column.is_contiguous(), column.view(8, 1).stride(), column.view(2, 4, 1).stride())
print(column.reshape(1, 8, 1, 1).stride(), column.view(8).stride(), column.view(1, 8).stride(),
      column.t().view(8, 1).stride())
padded = torch.arange(72.0).reshape(8, 9)[:, :8]
x, y = padded.reshape(8, 1, 8, 1), column.reshape(1, 8, 1, 1)
print((x * y).stride(), (x + y).sum(), (y - x).is_contiguous())
m = torch.arange(6).reshape(2, 3)
for a, b in ((m, m), (m, torch.tensor(2)), (m[:, ::2], m), (m.t(), m.t()), (m.t(), m), (m, m.t()), (padded, column)):
    try:
        print(torch.kron(a, b).sum(), torch.kron(a, b).shape)
    except RuntimeError as e:
        print(e)
