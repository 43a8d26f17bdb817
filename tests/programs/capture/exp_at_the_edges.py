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
print(torch.allclose(softmax(torch.linspace(-30, 0, 4099)), torch.softmax(torch.linspace(-30, 0, 4099), -1), rtol=1e-5,
                     atol=0))


@torch.compile
def ends(x):
    return x.amax(-1), x.amin(-1)


x = torch.arange(66.0).reshape(2, 33) - 40
x[1, 20] = nan
print(ends(x))
print(ends(torch.full((1, 40), -inf)))

# What is built on exponentials: as exact in compiled code as in eager.
wide = torch.cat([torch.linspace(-12, 12, 4001), torch.tensor([inf, -100.0, 100.0, 0.0, 1e-30])])
for function in (torch.sigmoid, torch.nn.functional.silu, lambda x: 1 + torch.erf(x)):
    print(torch.allclose(torch.compile(function)(wide), function(wide), rtol=2e-6, atol=2e-6))
curve = wide[:4001]
print((torch.compile(torch.nn.functional.gelu)(curve) - torch.nn.functional.gelu(curve)).abs().max() < 2e-6)
print(torch.compile(torch.nn.functional.gelu)(torch.tensor([nan, -inf, inf, -0.0])))
print(torch.compile(lambda x: torch.erf(x) + 1)(torch.tensor([nan, -inf, inf, 0.0])))
