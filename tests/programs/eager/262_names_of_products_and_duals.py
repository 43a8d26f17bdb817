# What gradients of products, quantiles and changes of shape in place are called; dual tensors;
# distributions and pooling that came later.
import torch
import torch.autograd.forward_ad as forward_ad
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import GeneralizedPareto, Wishart
from torch.func import rearrange

torch.manual_seed(0)
v = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
m = torch.ones(3, 2, requires_grad=True)
print(v @ m, v @ torch.ones(2, 3, 2), m.T @ v, v @ v)
print(torch.quantile(v, 0.5), v.quantile(torch.tensor([0.25, 0.5])), v.quantile(0.5, dim=0, keepdim=True))
print(F.cross_entropy(m, torch.ones(3, 2) / 2), F.cross_entropy(m, torch.tensor([0, 1, 0])))
print(torch.linalg.multi_dot([m.T, m]), torch.vander(v), torch.cumulative_trapezoid(v), torch.trapezoid(v),
      torch.dist(v, v * 2))
print(torch.vdot(v, v), torch.mvlgamma(v + 2, 2), torch.addr(m, v, torch.ones(2)), torch.diag_embed(v))
for change in (lambda t: t.squeeze_(0), lambda t: t.squeeze_(), lambda t: t.unsqueeze_(0), lambda t: t.t_(),
               lambda t: t.transpose_(0, 1)):
    print(change(v[None] * 2))
q = torch.randn(1, 2, 4, 3, requires_grad=True)
print(F.scaled_dot_product_attention(q, q, q)[0, 0, 0],
      F.scaled_dot_product_attention(q, q, q, is_causal=True).grad_fn.name())
print(F.scaled_dot_product_attention(q[0], q[0], q[0]).grad_fn.name(),
      F.scaled_dot_product_attention(q, q, q, dropout_p=0.5).grad_fn.name())
F.scaled_dot_product_attention(q, q, q, torch.ones(4, 4).tril().bool()).sum().backward()
print(q.grad[0, 0])

with forward_ad.dual_level():
    dual = forward_ad.make_dual(torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0]))
    print(dual, dual * 2, dual.sum(), forward_ad.unpack_dual(dual * dual), torch.ones(2))

image = torch.randn(1, 1, 5, 5, requires_grad=True)
pool = nn.FractionalMaxPool2d(2, output_size=3, return_indices=True)
print(pool, pool(image))
F.fractional_max_pool2d(image, 2, output_ratio=(0.6, 0.6),
                        _random_samples=torch.tensor([[[0.3, 0.6]]])).sum().backward()
print(image.grad, F.fractional_max_pool3d(torch.randn(1, 4, 4, 4), 2, output_size=(1, 2, 2)))
print(nn.CrossMapLRN2d(3), nn.CrossMapLRN2d(3)(torch.ones(1, 4, 1, 2)))
for arguments in ({}, {"output_size": 2, "output_ratio": 0.5}, {"output_ratio": 2.0}):
    try:
        nn.FractionalMaxPool2d(2, **arguments)
    except ValueError as error:
        print(error)

wishart = Wishart(torch.tensor(4.0), torch.eye(2))
torch.manual_seed(0)
draw = wishart.rsample()
print(wishart, draw, wishart.log_prob(draw), wishart.mean, wishart.variance, wishart.mode, wishart.entropy())
pareto = GeneralizedPareto(torch.tensor(0.0), torch.tensor(1.0), torch.tensor(0.3))
torch.manual_seed(0)
print(pareto.sample((3,)), pareto.log_prob(torch.tensor([0.5, 2.0])), pareto.mean, pareto.variance,
      pareto.cdf(torch.tensor(0.7)), pareto.entropy(), pareto.support)
images = torch.arange(24.0).reshape(2, 3, 4)
print(rearrange(images, "b h w -> (b h) w").shape, rearrange(images, "b h (w s) -> s w h b", s=2)[1, 0],
      rearrange(images, "... w -> w ...").shape)
shared = torch.ones(2, requires_grad=True) + 2
print(torch.asarray(shared), torch.asarray(shared, requires_grad=False))
try:
    torch.testing.assert_close(nn.Parameter(torch.ones(2)), torch.ones(2), allow_subclasses=False)
except TypeError as error:
    print(error)
