# Exponentials in compiled code where floats end: infinities, NaN, denormals, masked rows.
import torch

inf, nan = float("inf"), float("nan")
exp = torch.compile(torch.exp)
print(exp(torch.tensor([inf, -inf, nan, 89.0, 88.7, 1.0, 0.0, -0.0])))
print(exp(torch.tensor([-87.0, -88.0, -100.0, -103.0, -104.5, -1e4, -1e30])))


@torch.compile
def softmax(x):
    return torch.softmax(x, -1)


print(softmax(torch.tensor([[0.0, -inf, 1.0] * 7, [0.0, -50.0, -1e30] * 7])))
print(softmax(torch.tensor([0.0, nan, 1.0] * 9)))
print(softmax(torch.tensor([0.0] * 16 + [inf])))
print(softmax(torch.full((5,), -inf)))
print(softmax(torch.tensor([0.0, -90.0, -100.0, -200.0] * 5))[:4])
print(torch.allclose(softmax(torch.linspace(-30, 0, 4099)), torch.softmax(torch.linspace(-30, 0, 4099), -1), rtol=1e-5, atol=0))


@torch.compile
def ends(x):
    return x.amax(-1), x.amin(-1)


x = torch.arange(66.0).reshape(2, 33) - 40
x[1, 20] = nan
print(ends(x))
print(ends(torch.full((1, 40), -inf)))
