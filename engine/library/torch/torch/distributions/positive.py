# Distributions of positive numbers, of numbers between 0 and 1, and of vectors of them.
import math

import torch._C as _C
from torch.distributions import constraints
from torch.distributions.distribution import Distribution, ExponentialFamily, no_grad
from torch.distributions.utils import _tiny, broadcast_all, clamp_probs, logits_to_probs, probs_to_logits


class Exponential(ExponentialFamily):
    arg_constraints = {"rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.size(), validate_args=validate_args)

    mean = stddev = property(lambda self: self.rate.reciprocal())
    mode = property(lambda self: _C.zeros_like(self.rate))
    variance = property(lambda self: self.rate.pow(-2))

    def rsample(self, sample_shape=()):
        return self.rate.new_empty(self._extended_shape(sample_shape)).exponential_() / self.rate

    def log_prob(self, value):
        self._check(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value):
        self._check(value)
        return 1 - _C.exp(-self.rate * value)

    def icdf(self, value):
        return -_C.log1p(-value) / self.rate

    def entropy(self):
        return 1.0 - _C.log(self.rate)


class Gamma(ExponentialFamily):
    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(self.concentration.size(), validate_args=validate_args)

    mean = property(lambda self: self.concentration / self.rate)
    mode = property(lambda self: ((self.concentration - 1) / self.rate).clamp(min=0))
    variance = property(lambda self: self.concentration / self.rate.pow(2))

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        value = _C._standard_gamma(self.concentration.expand(shape).contiguous()) / self.rate.expand(shape)
        value.detach().clamp_(min=_tiny(value.dtype))
        return value

    def log_prob(self, value):
        self._check(value)
        return (_C.xlogy(self.concentration, self.rate) + _C.xlogy(self.concentration - 1, value) - self.rate * value
                - _C.lgamma(self.concentration))

    def entropy(self):
        return (self.concentration - _C.log(self.rate) + _C.lgamma(self.concentration)
                + (1.0 - self.concentration) * _C.digamma(self.concentration))

    def cdf(self, value):
        from torch.special import gammainc
        self._check(value)
        return gammainc(self.concentration, self.rate * value)


class Chi2(Gamma):
    arg_constraints = {"df": constraints.positive}

    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    df = property(lambda self: self.concentration * 2)


class FisherSnedecor(Distribution):
    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, df1, df2, validate_args=None):
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1 = Gamma(self.df1 * 0.5, self.df1)
        self._gamma2 = Gamma(self.df2 * 0.5, self.df2)
        super().__init__(self.df1.size(), validate_args=validate_args)

    @property
    def mean(self):
        df2 = self.df2.clone()
        df2[df2 <= 2] = math.nan
        return df2 / (df2 - 2)

    @property
    def mode(self):
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        mode[self.df1 <= 2] = math.nan
        return mode

    @property
    def variance(self):
        df2 = self.df2.clone()
        df2[df2 <= 4] = math.nan
        return 2 * df2.pow(2) * (self.df1 + df2 - 2) / (self.df1 * (df2 - 2).pow(2) * (df2 - 4))

    def rsample(self, sample_shape=()):
        x1 = self._gamma1.rsample(sample_shape).view(self._extended_shape(sample_shape))
        x2 = self._gamma2.rsample(sample_shape).view(self._extended_shape(sample_shape))
        x2.clamp_(min=_tiny(x2.dtype))
        y = x1 / x2
        y.clamp_(min=_tiny(y.dtype))
        return y

    def log_prob(self, value):
        self._check(value)
        ct1, ct2, ct3 = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        t1 = (ct1 + ct2).lgamma() - ct1.lgamma() - ct2.lgamma()
        t2 = ct1 * ct3.log() + (ct1 - 1) * _C.log(value)
        return t1 + t2 - (ct1 + ct2) * _C.log1p(ct3 * value)


class Dirichlet(ExponentialFamily):
    arg_constraints = {"concentration": constraints.independent(constraints.positive, 1)}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args=validate_args)

    mean = property(lambda self: self.concentration / self.concentration.sum(-1, True))

    @property
    def mode(self):
        less = (self.concentration - 1).clamp(min=0.0)
        mode = less / less.sum(-1, True)
        small = (self.concentration < 1).all(dim=-1)
        if small.any():
            from torch.nn.functional import one_hot
            mode[small] = one_hot(mode[small].argmax(dim=-1), less.shape[-1]).to(mode.dtype)
        return mode

    @property
    def variance(self):
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=()):
        gammas = _C._standard_gamma(self.concentration.expand(self._extended_shape(sample_shape)).contiguous())
        return gammas / gammas.sum(-1, keepdim=True)

    def log_prob(self, value):
        self._check(value)
        return _C.xlogy(self.concentration - 1.0, value).sum(-1) + _C.lgamma(self.concentration.sum(-1)) - _C.lgamma(self.concentration).sum(-1)

    def entropy(self):
        k, total = self.concentration.size(-1), self.concentration.sum(-1)
        return (_C.lgamma(self.concentration).sum(-1) - _C.lgamma(total) - (k - total) * _C.digamma(total)
                - ((self.concentration - 1.0) * _C.digamma(self.concentration)).sum(-1))


class Beta(ExponentialFamily):
    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        one, zero = broadcast_all(concentration1, concentration0)
        self._dirichlet = Dirichlet(_C.stack([one, zero], -1), validate_args=validate_args)
        super().__init__(self._dirichlet._batch_shape, validate_args=validate_args)

    concentration1 = property(lambda self: self._dirichlet.concentration[..., 0])
    concentration0 = property(lambda self: self._dirichlet.concentration[..., 1])
    mean = property(lambda self: self.concentration1 / (self.concentration1 + self.concentration0))
    mode = property(lambda self: self._dirichlet.mode[..., 0])

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=()):
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

    def log_prob(self, value):
        self._check(value)
        return self._dirichlet.log_prob(_C.stack([value, 1.0 - value], -1))

    def entropy(self):
        return self._dirichlet.entropy()


class ContinuousBernoulli(ExponentialFamily):
    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, probs=None, logits=None, lims=(0.499, 0.501), validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        if probs is not None:
            (self.probs,) = broadcast_all(probs)
            if validate_args is not None and not self.arg_constraints["probs"].check(self.probs).all():
                raise ValueError("The parameter probs has invalid values")
            self.probs = clamp_probs(self.probs)
        else:
            (self.logits,) = broadcast_all(logits)
        self._lims = lims
        super().__init__((self.probs if probs is not None else self.logits).size(), validate_args=validate_args)

    def _derive_probs(self):
        return clamp_probs(logits_to_probs(self.logits, is_binary=True))

    def _derive_logits(self):
        return probs_to_logits(self.probs, is_binary=True)

    def _outside(self):
        return (self.probs <= self._lims[0]) | (self.probs > self._lims[1])

    def _cut(self):
        return _C.where(self._outside(), self.probs, self._lims[0] * _C.ones_like(self.probs))

    def _log_norm(self):
        cut = self._cut()
        below = _C.where(cut <= 0.5, cut, _C.zeros_like(cut))
        above = _C.where(cut >= 0.5, cut, _C.ones_like(cut))
        norm = _C.log(_C.abs(_C.log1p(-cut) - _C.log(cut))) - _C.where(cut <= 0.5, _C.log1p(-2.0 * below), _C.log(2.0 * above - 1.0))
        x = (self.probs - 0.5).pow(2)
        return _C.where(self._outside(), norm, math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * x) * x)

    @property
    def mean(self):
        cut = self._cut()
        mean = cut / (2.0 * cut - 1.0) + 1.0 / (_C.log1p(-cut) - _C.log(cut))
        x = self.probs - 0.5
        return _C.where(self._outside(), mean, 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * x.pow(2)) * x)

    stddev = property(lambda self: _C.sqrt(self.variance))

    @property
    def variance(self):
        cut = self._cut()
        variance = cut * (cut - 1.0) / (1.0 - 2.0 * cut).pow(2) + 1.0 / (_C.log1p(-cut) - _C.log(cut)).pow(2)
        x = (self.probs - 0.5).pow(2)
        return _C.where(self._outside(), variance, 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * x) * x)

    def sample(self, sample_shape=()):
        with no_grad():
            return self.icdf(_C.rand(self._extended_shape(sample_shape), dtype=self.probs.dtype))

    def rsample(self, sample_shape=()):
        return self.icdf(_C.rand(self._extended_shape(sample_shape), dtype=self.probs.dtype))

    def log_prob(self, value):
        from torch.distributions.utils import _bce_with_logits
        self._check(value)
        logits, value = broadcast_all(self.logits, value)
        return -_bce_with_logits(logits, value) + self._log_norm()

    def cdf(self, value):
        self._check(value)
        cut = self._cut()
        inner = (_C.pow(cut, value) * _C.pow(1.0 - cut, 1.0 - value) + cut - 1.0) / (2.0 * cut - 1.0)
        inner = _C.where(self._outside(), inner, value)
        return _C.where(_C.le(value, 0.0), _C.zeros_like(value), _C.where(_C.ge(value, 1.0), _C.ones_like(value), inner))

    def icdf(self, value):
        cut = self._cut()
        return _C.where(self._outside(), (_C.log1p(-cut + value * (2.0 * cut - 1.0)) - _C.log1p(-cut)) / (_C.log(cut) - _C.log1p(-cut)), value)

    def entropy(self):
        return self.mean * (_C.log1p(-self.probs) - _C.log(self.probs)) - self._log_norm() - _C.log1p(-self.probs)
