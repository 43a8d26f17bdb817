# Functions of the library at exact, special and large arguments.
import torch
k = torch.arange(-20, 21).float()
print("exp2", int((torch.exp2(k) != torch.tensor([2.0**int(i) for i in k.tolist()])).sum()), "log2",
      int((torch.log2(torch.tensor([2.0**int(i) for i in k.tolist()])) != k).sum()))
t = torch.tensor([10.0**i for i in range(0, 11)])
print("log10", int((torch.log10(t) != torch.arange(0, 11).float()).sum()))
z = torch.zeros(3)
for f in ("sin","cos","tan","asin","atan","sinh","cosh","log1p","expm1","exp2","erfc"):
    print(f, getattr(torch, f)(z)[0].item(), getattr(torch,f)(-z)[0].item())
s = torch.tensor([float("inf"), float("-inf"), float("nan"), 0.0, -0.0, -1.0, 1.0, 1e-40, 3e38, -3e38])
for f in ("sin","cos","tan","asin","acos","atan","sinh","cosh","log","log2","log10","log1p","expm1","exp2","erfc"):
    print(f, getattr(torch, f)(s))
print(torch.pow(s[:, None], torch.tensor([0.0, 1.0, 2.0, 3.0, -1.0, 0.5, float("inf"), float("nan")])))
print(torch.atan2(s[:, None], s[None, :6]))
x = torch.linspace(-9, 9, 1001)
for f in ("sin","cos","tan","atan","sinh","cosh","expm1","erfc"):
    print(f, ((getattr(torch,f)(x).double() - getattr(torch,f)(x.double())).abs() / getattr(torch,
        f)(x.double()).abs().clamp_min(1e-30)).max() < 1e-6 )
big = torch.tensor([1e4, 1e5, 1e6, 1e8, 1e10, 1e20])
print(torch.sin(big), torch.cos(big))
y = torch.rand(1000)*100
print([(torch.log(y[i:i+7]) == torch.log(y)[i:i+7]).all().item() for i in (0, 3, 500, 993)])
