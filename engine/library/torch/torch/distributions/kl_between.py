# Divergences between distributions of different families, most of them closed forms; infinite
# where the first reaches what the second cannot.
import math

import torch._C as _C
from torch.distributions.derived import Gumbel, Pareto
from torch.distributions.discrete import Bernoulli, Binomial, Poisson
from torch.distributions.kl import _infinite, register_kl
from torch.distributions.positive import Beta, ContinuousBernoulli, Exponential, Gamma
from torch.distributions.scalar import Laplace, Normal, Uniform
from torch.distributions.utils import euler_constant


def _x_log_x(x):
    return x * x.log()


@register_kl(Bernoulli, Poisson)
def _(p, q):
    return -p.entropy() - (p.probs * q.rate.log() - q.rate)


@register_kl(Exponential, Gamma)
def _(p, q):
    ratio = q.rate / p.rate
    t1 = -q.concentration * _C.log(ratio)
    return t1 + ratio + q.concentration.lgamma() + q.concentration * euler_constant - (1 + euler_constant)


@register_kl(Exponential, Normal)
def _(p, q):
    var_normal = q.scale.pow(2)
    rate_sqr = p.rate.pow(2)
    t1 = 0.5 * _C.log(rate_sqr * var_normal * 2 * math.pi)
    t2 = rate_sqr.reciprocal()
    t3 = q.loc / p.rate
    t4 = q.loc.pow(2) * 0.5
    return t1 - 1 + (t2 - t3 + t4) / var_normal


@register_kl(Gamma, Exponential)
def _(p, q):
    return -p.entropy() - q.rate.log() + q.rate * p.concentration / p.rate


@register_kl(Gamma, Normal)
def _(p, q):
    var_normal = q.scale.pow(2)
    beta_sqr = p.rate.pow(2)
    t1 = 0.5 * _C.log(beta_sqr * var_normal * 2 * math.pi) - p.concentration - p.concentration.lgamma()
    t2 = 0.5 * (p.concentration.pow(2) + p.concentration) / beta_sqr
    t3 = q.loc * p.concentration / p.rate
    t4 = 0.5 * q.loc.pow(2)
    return t1 + (p.concentration - 1) * p.concentration.digamma() + (t2 - t3 + t4) / var_normal


@register_kl(Laplace, Normal)
def _(p, q):
    var_normal = q.scale.pow(2)
    scale_sqr_var_ratio = p.scale.pow(2) / var_normal
    t1 = 0.5 * _C.log(2 * scale_sqr_var_ratio / math.pi)
    t2 = 0.5 * p.loc.pow(2)
    t3 = p.loc * q.loc
    t4 = 0.5 * q.loc.pow(2)
    return -t1 + scale_sqr_var_ratio + (t2 - t3 + t4) / var_normal - 1


@register_kl(Normal, Laplace)
def _(p, q):
    loc_diff = p.loc - q.loc
    scale_ratio = p.scale / q.scale
    loc_diff_scale_ratio = loc_diff / p.scale
    t1 = _C.log(scale_ratio)
    t2 = math.sqrt(2 / math.pi) * p.scale * _C.exp(-0.5 * loc_diff_scale_ratio.pow(2))
    t3 = loc_diff * _C.erf(math.sqrt(0.5) * loc_diff_scale_ratio)
    return -t1 + (t2 + t3) / q.scale - (0.5 * (1 + math.log(0.5 * math.pi)))


@register_kl(Normal, Gumbel)
def _(p, q):
    mean_scale_ratio = p.loc / q.scale
    var_scale_sqr_ratio = (p.scale / q.scale).pow(2)
    loc_scale_ratio = q.loc / q.scale
    t1 = var_scale_sqr_ratio.log() * 0.5
    t2 = mean_scale_ratio - loc_scale_ratio
    t3 = _C.exp(-mean_scale_ratio + 0.5 * var_scale_sqr_ratio + loc_scale_ratio)
    return -t1 + t2 + t3 - (0.5 * (1 + math.log(2 * math.pi)))


@register_kl(Beta, Normal)
def _(p, q):
    E_beta = p.concentration1 / (p.concentration1 + p.concentration0)
    var_normal = q.scale.pow(2)
    t1 = -p.entropy()
    t2 = 0.5 * (var_normal * 2 * math.pi).log()
    t3 = (E_beta * (1 - E_beta) / (p.concentration1 + p.concentration0 + 1) + E_beta.pow(2)) * 0.5
    t4 = q.loc * E_beta
    t5 = q.loc.pow(2) * 0.5
    return t1 + t2 + (t3 - t4 + t5) / var_normal


@register_kl(Uniform, Normal)
def _(p, q):
    common_term = p.high - p.low
    t1 = (math.sqrt(math.pi * 2) * q.scale / common_term).log()
    t2 = (common_term).pow(2) / 12
    t3 = ((p.high + p.low - 2 * q.loc) / 2).pow(2)
    return t1 + 0.5 * (t2 + t3) / q.scale.pow(2)


@register_kl(Beta, ContinuousBernoulli)
def _(p, q):
    return -p.entropy() - p.mean * q.logits - _C.log1p(-q.probs) - q._log_norm()


@register_kl(Beta, Exponential)
def _(p, q):
    return -p.entropy() - q.rate.log() + q.rate * (p.concentration1 / (p.concentration1 + p.concentration0))


@register_kl(Beta, Gamma)
def _(p, q):
    total = p.concentration1 + p.concentration0
    constant = q.concentration.lgamma() - q.concentration * q.rate.log()
    mean_log = p.concentration1.digamma() - total.digamma()
    return -p.entropy() + constant - (q.concentration - 1) * mean_log + q.rate * p.concentration1 / total


@register_kl(Beta, Uniform)
@register_kl(ContinuousBernoulli, Uniform)
def _(p, q):
    result = -p.entropy() + (q.high - q.low).log()
    return _C.where((q.low > p.support.lower_bound) | (q.high < p.support.upper_bound), math.inf, result)


@register_kl(ContinuousBernoulli, Exponential)
def _(p, q):
    return -p.entropy() - q.rate.log() + q.rate * p.mean


@register_kl(ContinuousBernoulli, Normal)
def _(p, q):
    second = p.variance + p.mean.square()
    return -p.entropy() + 0.5 * (math.log(2.0 * math.pi) + (q.loc / q.scale).square()) + q.scale.log() + (second - 2.0 * q.loc * p.mean) / (2.0 * q.scale.square())


@register_kl(Exponential, Gumbel)
def _(p, q):
    product = p.rate * q.scale
    ratio = q.loc / q.scale
    return product.log() - 1 - ratio + ratio.exp() * product / (product + 1) + product.reciprocal()


@register_kl(Gamma, Gumbel)
def _(p, q):
    product = p.rate * q.scale
    ratio = q.loc / q.scale
    own = (p.concentration - 1) * p.concentration.digamma() - p.concentration.lgamma() - p.concentration
    return own + product.log() + p.concentration / product + ratio.exp() * (1 + product.reciprocal()).pow(-p.concentration) - ratio


@register_kl(Gumbel, Normal)
def _(p, q):
    ratio = p.scale / q.scale
    spread = (math.pi * ratio * 0.5).pow(2) / 3
    shift = ((p.loc + p.scale * euler_constant - q.loc) / q.scale).pow(2) * 0.5
    return -(ratio / math.sqrt(2 * math.pi)).log() + spread + shift - (euler_constant + 1)


@register_kl(Pareto, Exponential)
def _(p, q):
    product = p.scale * q.rate
    result = (p.alpha / product).log() - p.alpha.reciprocal() + p.alpha * product / (p.alpha - 1) - 1
    return _C.where(p.alpha <= 1, math.inf, result)


@register_kl(Pareto, Gamma)
def _(p, q):
    mean_log = p.scale.log() + p.alpha.reciprocal()
    constant = q.concentration.lgamma() - q.concentration * q.rate.log()
    result = p.alpha.log() - mean_log + constant + (1 - q.concentration) * mean_log + q.rate * p.alpha * p.scale / (p.alpha - 1) - 1
    return _C.where(p.alpha <= 1, math.inf, result)


@register_kl(Pareto, Normal)
def _(p, q):
    common = p.scale / (p.alpha - 1)
    size = (math.sqrt(2 * math.pi) * q.scale * p.alpha / p.scale).log()
    second = p.alpha * common.pow(2) / (p.alpha - 2) + (p.alpha * common - q.loc).pow(2)
    result = size - p.alpha.reciprocal() + second / (2 * q.scale.pow(2)) - 1
    return _C.where(p.alpha <= 2, math.inf, result)


@register_kl(Uniform, Beta)
def _(p, q):
    width = p.high - p.low
    mean_log = (_x_log_x(p.high) - _x_log_x(p.low) - width) / width
    mean_log1p = (_x_log_x(1 - p.high) - _x_log_x(1 - p.low) + width) / width
    constant = q.concentration1.lgamma() + q.concentration0.lgamma() - (q.concentration1 + q.concentration0).lgamma()
    result = mean_log1p * (q.concentration0 - 1) + constant - width.log() - (q.concentration1 - 1) * mean_log
    return _C.where((p.high > q.support.upper_bound) | (p.low < q.support.lower_bound), math.inf, result)


@register_kl(Uniform, ContinuousBernoulli)
def _(p, q):
    result = -p.entropy() - p.mean * q.logits - _C.log1p(-q.probs) - q._log_norm()
    return _C.where((p.high > q.support.upper_bound) | (p.low < q.support.lower_bound), math.inf, result)


@register_kl(Uniform, Exponential)
def _(p, q):
    result = q.rate * (p.high + p.low) / 2 - ((p.high - p.low) * q.rate).log()
    return _C.where(p.low < q.support.lower_bound, math.inf, result)


@register_kl(Uniform, Gamma)
def _(p, q):
    width = p.high - p.low
    mean_log = (_x_log_x(p.high) - _x_log_x(p.low) - width) / width
    constant = q.concentration.lgamma() - q.concentration * q.rate.log()
    result = -width.log() + constant + (1 - q.concentration) * mean_log + q.rate * (p.high + p.low) / 2
    return _C.where(p.low < q.support.lower_bound, math.inf, result)


@register_kl(Uniform, Gumbel)
def _(p, q):
    common = q.scale / (p.high - p.low)
    high, low = (p.high - q.loc) / q.scale, (p.low - q.loc) / q.scale
    return common.log() + 0.5 * (high + low) - common * ((-high).exp() - (-low).exp())


@register_kl(Uniform, Pareto)
def _(p, q):
    width = p.high - p.low
    size = (q.alpha * q.scale.pow(q.alpha) * width).log()
    mean_log = (_x_log_x(p.high) - _x_log_x(p.low) - width) / width
    return _C.where(p.low < q.support.lower_bound, math.inf, mean_log * (q.alpha + 1) - size)


def _unreachable(parameter, p_types, q_types):
    """Pairs whose divergence is infinite, of the shape of a parameter of p."""
    def infinite(p, q):
        return _infinite(getattr(p, parameter))
    for type_p in p_types:
        for type_q in q_types:
            register_kl(type_p, type_q)(infinite)


_unreachable("loc", (Normal, Laplace, Gumbel), (Beta, ContinuousBernoulli, Exponential, Gamma, Pareto, Uniform))
_unreachable("rate", (Exponential,), (Beta, ContinuousBernoulli, Pareto, Uniform))
_unreachable("concentration", (Gamma,), (Beta, ContinuousBernoulli, Pareto, Uniform))
_unreachable("scale", (Pareto,), (Beta, ContinuousBernoulli, Uniform))
_unreachable("concentration1", (Beta,), (Pareto,))
_unreachable("probs", (ContinuousBernoulli,), (Pareto,))
_unreachable("rate", (Poisson,), (Bernoulli, Binomial))
