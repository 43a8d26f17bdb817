import torch

inf, nan = float("inf"), float("nan")


@torch.compile
def waves(x):
    return torch.sin(x), torch.cos(x)


@torch.compile
def ends(x):
    return torch.sigmoid(x), torch.exp2(x), torch.expm1(x)


@torch.compile
def logarithms(x):
    return torch.log2(x), torch.log10(x)


@torch.compile
def rest(x):
    return torch.remainder(x, 3.0), torch.remainder(5.0, x)


far = torch.tensor([0.5, -3.0, 1e3, -1e5, 3e5, 1e7, -1e10, 1e20, 3e38, 12345.678, 1e-40])
for count in (3, 11):
    x = far[:count]
    for compiled, exact in zip(waves(x), (torch.sin(x.double()), torch.cos(x.double()))):
        print((compiled.double() - exact).abs().max().item() < 2e-7, compiled.abs().max().item() <= 1)
waved = waves(far.repeat(100))[0]
print(torch.equal(waved, waves(far)[0].repeat(100)))
print(waves(torch.tensor([inf, -inf, nan, -0.0, 0.0])))
print(ends(torch.tensor([-inf, inf, nan, -0.0, -5.0, 24.0])))
print([v.tolist() for v in logarithms(torch.tensor([8.0, 1024.0, 0.25, 1.0, 0.0, inf]))][0])
print(rest(torch.tensor([inf, -inf, nan, 1e10, -7.5, 0.1])))
