# The generalised Pareto distribution: tails of a power, exponential or bounded, by the sign of the concentration.
import math

import torch._C as _C
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all


class GeneralizedPareto(Distribution):
    arg_constraints = {"loc": constraints.real, "scale": constraints.positive, "concentration": constraints.real}
    has_rsample = True

    def __init__(self, loc, scale, concentration, validate_args=None):
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        super().__init__(self.loc.size(), validate_args=validate_args)

    @property
    def support(self):
        bounded = self.concentration < 0
        upper = _C.where(bounded, self.loc - self.scale / self.concentration, _C.full_like(self.loc, math.inf))
        return constraints.interval(self.loc, upper)

    def _exponential(self):
        """Where the concentration is 0, and a divisor that is not."""
        zero = _C.isclose(self.concentration, _C.zeros_like(self.concentration))
        return zero, _C.where(zero, _C.ones_like(self.concentration), self.concentration)

    def log_prob(self, value):
        self._check(value)
        z = (value - self.loc) / self.scale
        zero, c = self._exponential()
        y = 1 / c + _C.ones_like(z)
        return -_C.where(zero, z, _C.where(y == 0, y, y * _C.log1p(c * z))) - self.scale.log()

    def log_survival_function(self, value):
        self._check(value)
        z = (value - self.loc) / self.scale
        zero, c = self._exponential()
        return _C.where(zero, -z, -_C.log1p(c * z) / c)

    def log_cdf(self, value):
        return _C.log1p(-_C.exp(self.log_survival_function(value)))

    def cdf(self, value):
        return _C.exp(self.log_cdf(value))

    def icdf(self, value):
        zero, c = self._exponential()
        log_rest = _C.log1p(-value)
        return self.loc + self.scale * _C.where(zero, -log_rest, _C.expm1(-c * log_rest) / c)

    def rsample(self, sample_shape=()):
        return self.icdf(_C.rand(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device))

    @property
    def mean(self):
        return _C.where(self.concentration < 1, self.loc + self.scale / (1 - self.concentration), _C.full_like(self.loc, math.inf))

    mode = property(lambda self: self.loc)

    @property
    def variance(self):
        c = self.concentration
        return _C.where(c < 0.5, self.scale ** 2 / ((1 - c) ** 2 * (1 - 2 * c)), _C.full_like(self.loc, math.inf))

    def entropy(self):
        return (self.scale.log() + self.concentration + 1).expand(self._batch_shape)
