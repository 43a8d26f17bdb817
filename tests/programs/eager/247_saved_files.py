"""torch.save and torch.load: shared storage, strides, gradients and plain data come back; products over named axes and
positions out of range."""
import io
import torch
import torch.nn as nn


def round_trip(value):
    buffer = io.BytesIO()
    torch.save(value, buffer)
    buffer.seek(0)
    return torch.load(buffer)


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)


x = torch.arange(12.0).reshape(3, 4)
for view in (x.t(), x[1:, ::2], x[2], x.expand(2, 3, 4), torch.zeros(0, 3), torch.tensor(3),
             torch.tensor([True, False]), torch.ones(2, dtype=torch.bfloat16)):
    y = round_trip(view)
    print(y, y.dtype, y.stride(), y.storage_offset(), y.untyped_storage().nbytes())
a, b = round_trip([x, x[0]])
b.fill_(9)
print(a)
tied = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
tied[1].weight = tied[0].weight
state = round_trip(tied.state_dict())
print(state["0.weight"].data_ptr() == state["1.weight"].data_ptr(),
      state["0.bias"].data_ptr() == state["1.bias"].data_ptr())
leaf = torch.ones(2, requires_grad=True)
print(round_trip(leaf).requires_grad, round_trip(leaf * 2).requires_grad, round_trip(leaf * 2).is_leaf,
      round_trip(nn.Parameter(leaf.detach())))
print(round_trip({"epoch": 3, "shape": torch.Size([1, 2]), "dtype": torch.float32,
                  "rest": [1, 2.5, "x", None, True, (1, 2), {1, 2}]}))
p, q = torch.arange(6.0).reshape(2, 3), torch.arange(12.0).reshape(3, 4)
print(torch.tensordot(p, q, dims=([1], [0])), torch.tensordot(p, p, dims=((1,), (-1,))), torch.tensordot(p, q, 1),
      torch.tensordot(p, p.t(), dims=torch.tensor([[0, 1], [1, 0]])))
z = torch.zeros(2, 3, 4)
small = torch.tensor([1, 2], dtype=torch.int8)
for refused in (
    lambda: torch.tensordot(p, q, dims=([1], [1])), lambda: torch.tensordot(p, p.t(), dims=3),
    lambda: torch.tensordot(p, q, dims=-1),
    lambda: z[:, [3]], lambda: z[:, :, [4]], lambda: z[:, [0], [4]], lambda: z[:, torch.tensor([-4])],
    lambda: torch.clamp(small, min=300), lambda: nn.functional.hardtanh(small, -300, 300),
    lambda: nn.functional.hardtanh(small.to(torch.uint8), -1, 3),
    lambda: nn.functional.threshold(small, 1, 300), lambda: nn.functional.pad(small, (1, 1), value=300),
    lambda: torch.clamp(small, max=300.5),
):
    attempt(refused)
