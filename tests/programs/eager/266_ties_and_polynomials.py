# Orthogonal polynomials, and the places of equal elements after sorts that need not be stable.
import torch
import torch.special as special

x = torch.tensor([-1.0, -0.4, 0.3, 0.8, 1.0])
for name in ("chebyshev_polynomial_t", "chebyshev_polynomial_u", "chebyshev_polynomial_v", "chebyshev_polynomial_w",
             "hermite_polynomial_h",
             "hermite_polynomial_he", "laguerre_polynomial_l", "legendre_polynomial_p",
             "shifted_chebyshev_polynomial_t", "shifted_chebyshev_polynomial_u"):
    for k in (0, 1, 3, 4):
        print(name, k, getattr(special, name)(x, k))
print(special.legendre_polynomial_p(x, torch.tensor([0, 1, 2, 3, 4])),
      special.hermite_polynomial_h(torch.tensor([2, 3]), 2))
print(special.chebyshev_polynomial_t(0.5, torch.arange(4)))

for n, kinds in ((17, 1), (40, 3), (100, 20), (257, 3)):
    v = torch.arange(n) * 7919 % 31 % kinds
    print(v.sort()[1], v.argsort(descending=True), v.argsort(stable=True)[:8], v.float().topk(5)[1],
          v.topk(n // 2, largest=False)[1])
w = (torch.arange(120) * 31 % 17 % 4).view(3, 40)
print(w.sort(1)[1], w.sort(0)[1][:, :6], w.topk(3, 1)[1], w.t().sort(0, descending=True)[1][:5])
f = (torch.arange(60) % 3).float()
f[::7] = float("nan")
print(f.sort()[1], f.topk(9)[1], f.topk(2, sorted=False)[1], torch.zeros(300).topk(2)[1])
print((torch.arange(50) % 2).bool().argsort()[:10], (torch.arange(50) % 2).double().msort()[:3],
      (torch.arange(50) % 2).bfloat16().argsort()[:5])

layer = torch.nn.LinearCrossEntropyLoss(4, 3, weight=torch.tensor([1.0, 2.0, 1.0]), label_smoothing=0.1)
torch.nn.init.constant_(layer.linear.weight, 0.25)
print(layer, list(layer.state_dict()), layer(torch.ones(2, 4), torch.tensor([0, 2])))
print(torch.nn.functional.linear_cross_entropy(torch.ones(2, 4), torch.eye(4)[:3], torch.tensor([1, -100]),
                                               reduction="none"))
