"""A number in a tensor without dimensions counts as the dtype that is computed in."""
import torch

a = torch.tensor([5, 200, 254, 255], dtype=torch.uint8)
for value, dtype in ((-2, torch.int8), (300, torch.int64), (7, torch.int32)):
    b = torch.tensor(value, dtype=dtype)
    for f in (torch.fmin, torch.fmax, torch.minimum, torch.maximum, torch.add, torch.mul, torch.eq, torch.lt):
        print(f.__name__, f(a, b).dtype, f(a, b).tolist(), f(a.expand(3, 4).t(), b).tolist()[1], f(b, a).tolist())
c = torch.tensor([-100, 0, 100], dtype=torch.int8)
print((c + torch.tensor(100)).tolist(), (c * torch.tensor(3, dtype=torch.int16)).tolist(),
      (c < torch.tensor(200)).tolist())

for value in (float("nan"), 3e9, 7.9):
    try:
        print(torch.zeros(2, dtype=torch.int32).masked_fill(torch.tensor([True, False]), torch.tensor(value)))
    except RuntimeError as e:
        print(e)

m = torch.arange(6).reshape(2, 3)
print(torch.kron(m, m), torch.kron(torch.tensor(2), m))


class Plain:
    pass


print(Plain.__annotations__, hasattr(Plain(), "other"), Plain.__annotations__)
