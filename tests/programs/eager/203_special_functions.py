"""Special functions and integer arithmetic, with gradients where they have them."""
import torch

x = torch.tensor([0.25, 0.5, 1.0, 2.0, 3.5])
s = torch.special
for f in (torch.i0, s.i0e, s.i1, s.i1e, torch.sinc, s.entr, s.erfcx, s.ndtr, s.log_ndtr, torch.digamma, torch.lgamma,
          s.bessel_j0, s.bessel_j1, s.bessel_y0):
    print(f(x[:-1]))
print(s.ndtri(torch.tensor([0.01, 0.3, 0.5, 0.999])))
print(torch.polygamma(1, x), x.polygamma(2), torch.mvlgamma(x + 1, 2))
print(s.zeta(torch.tensor([2.0, 3.0]), torch.tensor([1.0, 0.5])), s.gammainc(x, x + 1), s.gammaincc(x, x / 2),
      torch.igamma(x, x))
print(s.xlog1py(x, x), s.multigammaln(x + 1, 2), s.psi(x))
print(s.xlog1py(torch.tensor([1e-10, 0.0, 2.0], dtype=torch.float64), 1e-12).tolist(), s.xlog1py(2, x[:2]))
for f in (torch.xlogy, s.xlog1py):
    for first, second in ((0.0, 2.0), (0.0, -2.0), (0.0, float("nan")), (3.0, 1.0)):
        p, q = torch.tensor(first, requires_grad=True), torch.tensor(second, requires_grad=True)
        result = f(p, q)
        result.backward()
        print(result.item(), round(p.grad.item(), 5), q.grad.item(), type(result.grad_fn).__name__)
print(torch.gcd(torch.tensor([4, 12, 0]), torch.tensor([6, 8, 5])),
      torch.lcm(torch.tensor([4, 12, 0]), torch.tensor([6, 8, 5])))
print(torch.nextafter(torch.tensor(1.0), torch.tensor(2.0)).item(),
      torch.ldexp(torch.tensor([1.0, 3.0]), torch.tensor([2, -1])))
print(torch.frexp(torch.tensor([3.0, -0.5, 0.0])))
print(torch.float_power(torch.tensor([2, 3]), 0.5), torch.float_power(2, torch.tensor([3])), torch.logaddexp2(x, x))
for f in (torch.i0, s.i1, torch.sinc, s.entr, s.ndtr, s.log_ndtr, s.ndtri, s.erfcx, torch.digamma,
          lambda t: torch.polygamma(1, t)):
    t = torch.tensor([0.3, 0.6], dtype=torch.float64, requires_grad=True)
    print(torch.autograd.gradcheck(f, (t,)))
for window in (torch.hann_window, torch.hamming_window, torch.bartlett_window, torch.kaiser_window):
    print(window(5))
q = torch.tensor([[3.0, 1.0, float("nan")], [2.0, 5.0, 4.0]])
print(torch.quantile(q[1], torch.tensor([0.1, 0.5])), torch.nanquantile(q, 0.5, dim=1),
      torch.quantile(q, 0.5, dim=1, keepdim=True))
for mode in ("linear", "lower", "higher", "midpoint", "nearest"):
    print(mode, torch.quantile(q[1], 0.3, interpolation=mode),
          torch.nanquantile(q, torch.tensor([0.2, 0.9]), dim=0, interpolation=mode))
print(torch.gradient(torch.tensor([1.0, 4.0, 9.0, 16.0])),
      torch.gradient(torch.arange(9.0).reshape(3, 3) ** 2, spacing=2.0, edge_order=2))
print(torch.cumulative_trapezoid(torch.tensor([1.0, 3.0, 6.0])),
      torch.trapezoid(torch.tensor([1.0, 3.0, 6.0]), torch.tensor([0.0, 1.0, 3.0])))
print(torch.cov(torch.tensor([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]]), fweights=torch.tensor([1, 2, 1])),
      torch.histogram(torch.tensor([1.0, 2.0, 1.0]), bins=4, range=(0.0, 3.0)))
