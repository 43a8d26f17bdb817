# fmod, remainder and floor division of float32, over large and small quotients.
import torch, math
torch.manual_seed(0)
a = (torch.rand(20000) - 0.5) * torch.tensor([10.0, 1e3, 1e7, 1e-3, 1e20]).repeat(4000)
b = (torch.rand(20000) - 0.5) * torch.tensor([3.0, 1e-2, 7.0, 1.0, 1e3]).repeat(4000)
w = torch.arange(-30, 30).float().repeat(60)
v = torch.arange(-30, 30).float().repeat_interleave(60)
v[v == 0] = 0.5
for x, y in ((a, b), (w, v), (w * 0.1, v * 0.1), (a[:3], b[:3])):
    f = torch.fmod(x, y)
    r = torch.remainder(x, y)
    d = torch.floor_divide(x, y)
    F = torch.tensor([math.fmod(p, q) for p, q in zip(x.tolist(), y.tolist())])
    print((f != F).sum().item(), *(f"{t.double().clamp(-1e30, 1e30).sum().item():.9g}" for t in (f, r, d.abs())))
    print(*(f"{t.double().clamp(-1e30, 1e30).sum().item():.9g}"
            for t in (torch.fmod(x, 0.3), torch.remainder(x, -0.7), torch.floor_divide(x, 1.1))))
s = torch.tensor([float("inf"), float("-inf"), float("nan"), 0.0, -0.0, -1.0, 1.0, 5.5, -5.5])
for y in (2.0, -2.0, 0.0, float("inf"), float("nan")):
    print(torch.fmod(s, y), torch.remainder(s, y), torch.floor_divide(s, y))
t = torch.tensor([2.5, -2.5, 0.0, -0.0, 1e-40])
for y in (float("inf"), float("-inf"), 1e-45, -3e38):
    print(torch.fmod(t, y), torch.remainder(t, y), torch.floor_divide(t, y), torch.remainder(2.5, torch.full((3,), y)))
