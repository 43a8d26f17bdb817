# Compiled code divides integers as eager code does: by zero it raises.
import torch


@torch.compile
def quotient(a, b):
    return a // b + 1


@torch.compile
def remainder(a, b):
    return a % b


@torch.compile
def c_remainder(a, b):
    return torch.fmod(a, b)


@torch.compile
def beside(a, b, c):
    return torch.cat([a // b, c])


many = torch.arange(1, 100001)
for dtype in (torch.int64, torch.int32, torch.int8, torch.uint8):
    a, b = torch.tensor([7, 5, 100], dtype=dtype), torch.tensor([2, 5, 3], dtype=dtype)
    zero = torch.tensor([2, 0, 3], dtype=dtype)
    for f in (quotient, remainder, c_remainder):
        print(dtype, f(a, b))
        try:
            print(f(a, zero))
        except RuntimeError as e:
            print("RuntimeError", str(e).split(", ")[-1])
        print(f(a, b))
print(beside(torch.tensor([4, 5]), torch.tensor([2, 2]), torch.tensor([0, 0, 0])))
holes = many.clone()
holes[70000] = 0
try:
    quotient(many, holes)
except RuntimeError as e:
    print("RuntimeError", str(e).split(", ")[-1])
print(quotient(many, many).sum())
print(quotient(torch.tensor([1.0]), torch.tensor([0.0])))
