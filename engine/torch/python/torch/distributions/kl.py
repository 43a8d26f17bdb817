# Divergences between pairs of distributions.
import math

import torch._C as _C
from torch.distributions.continuous import Beta, Dirichlet, Exponential, Gamma, Independent, Laplace, MultivariateNormal, Normal, Uniform
from torch.distributions.discrete import Bernoulli, Categorical, Poisson

_KL = {}


def register_kl(type_p, type_q):
    def register(fn):
        _KL[type_p, type_q] = fn
        return fn
    return register


def kl_divergence(p, q):
    for a in type(p).__mro__:
        for b in type(q).__mro__:
            if (a, b) in _KL:
                return _KL[a, b](p, q)
    raise NotImplementedError(f"No KL(p || q) is implemented for p type {type(p).__name__} and q type {type(q).__name__}")


@register_kl(Normal, Normal)
def _(p, q):
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


@register_kl(Bernoulli, Bernoulli)
def _(p, q):
    def softplus(x):
        return x.clamp(min=0) + _C.log1p(_C.exp(-x.abs()))
    t1 = p.probs * (softplus(-q.logits) - softplus(-p.logits))
    return t1 + (1 - p.probs) * (softplus(q.logits) - softplus(p.logits))


@register_kl(Categorical, Categorical)
def _(p, q):
    t = p.probs * (p.logits - q.logits)
    t = _C.where(q.probs == 0, math.inf, t)
    return _C.where(p.probs == 0, 0.0, t).sum(-1)


@register_kl(Uniform, Uniform)
def _(p, q):
    result = ((q.high - q.low) / (p.high - p.low)).log()
    return _C.where((q.low > p.low) | (q.high < p.high), math.inf, result)


@register_kl(Exponential, Exponential)
def _(p, q):
    ratio = q.rate / p.rate
    return ratio - ratio.log() - 1


@register_kl(Laplace, Laplace)
def _(p, q):
    ratio = p.scale / q.scale
    distance = (p.loc - q.loc).abs()
    return -ratio.log() + distance / q.scale + ratio * _C.exp(-distance / p.scale) - 1


@register_kl(Poisson, Poisson)
def _(p, q):
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(Gamma, Gamma)
def _(p, q):
    return (q.concentration * (p.rate / q.rate).log() + _C.lgamma(q.concentration) - _C.lgamma(p.concentration)
            + (p.concentration - q.concentration) * _C.digamma(p.concentration) + (q.rate - p.rate) * (p.concentration / p.rate))


@register_kl(Dirichlet, Dirichlet)
def _(p, q):
    sum_p, sum_q = p.concentration.sum(-1), q.concentration.sum(-1)
    t1 = sum_p.lgamma() - sum_q.lgamma()
    t2 = (p.concentration.lgamma() - q.concentration.lgamma()).sum(-1)
    return t1 - t2 + ((p.concentration - q.concentration) * (p.concentration.digamma() - sum_p.digamma().unsqueeze(-1))).sum(-1)


@register_kl(Beta, Beta)
def _(p, q):
    return kl_divergence(p._dirichlet, q._dirichlet)


@register_kl(MultivariateNormal, MultivariateNormal)
def _(p, q):
    from torch.linalg import solve_triangular
    half = q._log_det() - p._log_det()
    t = solve_triangular(q.scale_tril, p.scale_tril, upper=False).pow(2).sum((-2, -1))
    m = solve_triangular(q.scale_tril, (q.loc - p.loc).unsqueeze(-1), upper=False).squeeze(-1).pow(2).sum(-1)
    return half + 0.5 * (t + m - p.loc.size(-1))


@register_kl(Independent, Independent)
def _(p, q):
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return p._total(kl_divergence(p.base_dist, q.base_dist))
