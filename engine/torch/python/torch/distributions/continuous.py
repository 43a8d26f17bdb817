# Distributions of real numbers and vectors, their samples in PyTorch's order of draws.
import math

import torch._C as _C
from torch._linalg_more import cholesky
from torch.distributions.distribution import Distribution, _HALF_LOG_2PI, _POSITIVE, _UNIT, _no_grad, _tensors


class Normal(Distribution):
    arg_constraints = {"loc": "Real()", "scale": _POSITIVE}
    support = "Real()"
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = _tensors(loc, scale)
        self._start(self.loc.shape, validate_args)

    mean = mode = property(lambda self: self.loc)
    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.scale.pow(2))

    def sample(self, sample_shape=()):
        shape = self._shape(sample_shape)
        with _no_grad():
            return _C.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=()):
        return self.loc + _C.randn(self._shape(sample_shape), dtype=self.loc.dtype) * self.scale

    def log_prob(self, value):
        self._check(value)
        return -((value - self.loc) ** 2) / (2 * self.scale ** 2) - self.scale.log() - _HALF_LOG_2PI

    def cdf(self, value):
        return 0.5 * (1 + _C.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value):
        return self.loc + self.scale * _C.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        return 0.5 + _HALF_LOG_2PI + _C.log(self.scale)


class LogNormal(Normal):
    support = _POSITIVE

    mean = property(lambda self: (self.loc + self.scale.pow(2) / 2).exp())
    mode = property(lambda self: (self.loc - self.scale.square()).exp())
    variance = property(lambda self: _C.expm1(self.scale.pow(2)) * (2 * self.loc + self.scale.pow(2)).exp())
    stddev = property(lambda self: self.variance.sqrt())

    def __repr__(self):
        return "LogNormal()"

    def sample(self, sample_shape=()):
        with _no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=()):
        return super().rsample(sample_shape).exp()

    def log_prob(self, value):
        self._check(value)
        z = value.log()
        return -((z - self.loc) ** 2) / (2 * self.scale ** 2) - self.scale.log() - _HALF_LOG_2PI - z

    def entropy(self):
        return super().entropy() + self.loc


class HalfNormal(Distribution):
    arg_constraints = {"scale": _POSITIVE}
    support = "GreaterThanEq(lower_bound=0.0)"
    has_rsample = True

    def __init__(self, scale, validate_args=None):
        self.scale = _tensors(scale)[0]
        self._start(self.scale.shape, validate_args)

    def __repr__(self):
        return "HalfNormal()"

    mean = property(lambda self: self.scale * math.sqrt(2 / math.pi))
    variance = property(lambda self: self.scale.pow(2) * (1 - 2 / math.pi))

    def rsample(self, sample_shape=()):
        return Normal(_C.zeros_like(self.scale), self.scale).rsample(sample_shape).abs()

    def log_prob(self, value):
        self._check(value)
        return Normal(0.0, self.scale).log_prob(value) + math.log(2)

    def entropy(self):
        return 0.5 + _HALF_LOG_2PI + _C.log(self.scale) - math.log(2)


class Uniform(Distribution):
    arg_constraints = {"low": "Real()", "high": "Real()"}
    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = _tensors(low, high)
        self._start(self.low.shape, validate_args)
        if self._validate_args and not _C.lt(self.low, self.high).all():
            raise ValueError("Uniform is not defined when low>= high")

    mean = property(lambda self: (self.high + self.low) / 2)
    stddev = property(lambda self: (self.high - self.low) / 12 ** 0.5)
    variance = property(lambda self: (self.high - self.low).pow(2) / 12)

    def rsample(self, sample_shape=()):
        return self.low + _C.rand(self._shape(sample_shape), dtype=self.low.dtype) * (self.high - self.low)

    def log_prob(self, value):
        inside = (self.low <= value) & (self.high > value)
        return _C.log(inside.type_as(self.low)) - _C.log(self.high - self.low)

    def cdf(self, value):
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value):
        return value * (self.high - self.low) + self.low

    def entropy(self):
        return _C.log(self.high - self.low)


class Exponential(Distribution):
    arg_constraints = {"rate": _POSITIVE}
    support = "GreaterThanEq(lower_bound=0.0)"
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        self.rate = _tensors(rate)[0]
        self._start(self.rate.shape, validate_args)

    mean = stddev = property(lambda self: self.rate.reciprocal())
    variance = property(lambda self: self.rate.pow(-2))

    def rsample(self, sample_shape=()):
        return _C.empty(self._shape(sample_shape), dtype=self.rate.dtype).exponential_() / self.rate

    def log_prob(self, value):
        self._check(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value):
        return 1 - _C.exp(-self.rate * value)

    def entropy(self):
        return 1.0 - _C.log(self.rate)


class Laplace(Distribution):
    arg_constraints = {"loc": "Real()", "scale": _POSITIVE}
    support = "Real()"
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = _tensors(loc, scale)
        self._start(self.loc.shape, validate_args)

    mean = mode = property(lambda self: self.loc)
    variance = property(lambda self: 2 * self.scale.pow(2))
    stddev = property(lambda self: 2 ** 0.5 * self.scale)

    def rsample(self, sample_shape=()):
        eps = _C._dtype_limits(self.loc.dtype)[3]
        u = _C.empty(self._shape(sample_shape), dtype=self.loc.dtype).uniform_(eps - 1, 1)
        return self.loc - self.scale * u.sign() * _C.log1p(-u.abs())

    def log_prob(self, value):
        self._check(value)
        return -_C.log(2 * self.scale) - _C.abs(value - self.loc) / self.scale

    def entropy(self):
        return 1 + _C.log(2 * self.scale)


class Cauchy(Distribution):
    arg_constraints = {"loc": "Real()", "scale": _POSITIVE}
    support = "Real()"
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = _tensors(loc, scale)
        self._start(self.loc.shape, validate_args)

    mean = variance = property(lambda self: _C.full(tuple(self._batch_shape), math.nan, dtype=self.loc.dtype))

    def rsample(self, sample_shape=()):
        return self.loc + _C.empty(self._shape(sample_shape), dtype=self.loc.dtype).cauchy_() * self.scale

    def log_prob(self, value):
        self._check(value)
        return -math.log(math.pi) - self.scale.log() - (((value - self.loc) / self.scale) ** 2).log1p()

    def entropy(self):
        return math.log(4 * math.pi) + self.scale.log()


class Gamma(Distribution):
    arg_constraints = {"concentration": _POSITIVE, "rate": _POSITIVE}
    support = "GreaterThanEq(lower_bound=0.0)"

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = _tensors(concentration, rate)
        self._start(self.concentration.shape, validate_args)

    mean = property(lambda self: self.concentration / self.rate)
    variance = property(lambda self: self.concentration / self.rate.pow(2))

    def sample(self, sample_shape=()):
        shape = self._shape(sample_shape)
        with _no_grad():
            value = _C._standard_gamma(self.concentration.expand(shape).contiguous()) / self.rate.expand(shape)
            return value.clamp(min=_C._dtype_limits(value.dtype)[4])

    def log_prob(self, value):
        self._check(value)
        return _C.xlogy(self.concentration, self.rate) + _C.xlogy(self.concentration - 1, value) - self.rate * value - _C.lgamma(self.concentration)

    def entropy(self):
        return self.concentration - _C.log(self.rate) + _C.lgamma(self.concentration) + (1.0 - self.concentration) * _C.digamma(self.concentration)


class Chi2(Gamma):
    def __init__(self, df, validate_args=None):
        df = _tensors(df)[0]
        super().__init__(0.5 * df, _C.full_like(df, 0.5), validate_args)
        self.df = df

    def __repr__(self):
        return "Chi2()"


class StudentT(Distribution):
    arg_constraints = {"df": _POSITIVE, "loc": "Real()", "scale": _POSITIVE}
    support = "Real()"

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = _tensors(df, loc, scale)
        self._start(self.df.shape, validate_args)

    mean = property(lambda self: _C.where(self.df > 1, self.loc, math.nan))

    def entropy(self):
        beta = _C.lgamma(0.5 * self.df) + math.lgamma(0.5) - _C.lgamma(0.5 * (self.df + 1))
        return self.scale.log() + 0.5 * (self.df + 1) * (_C.digamma(0.5 * (self.df + 1)) - _C.digamma(0.5 * self.df)) + 0.5 * self.df.log() + beta

    def sample(self, sample_shape=()):
        shape = self._shape(sample_shape)
        with _no_grad():
            x = _C.normal(_C.zeros(shape, dtype=self.df.dtype), _C.ones(shape, dtype=self.df.dtype))
            z = Chi2(self.df).sample(sample_shape)
            return self.loc + self.scale * (x * _C.rsqrt(z / self.df))

    def log_prob(self, value):
        self._check(value)
        y = (value - self.loc) / self.scale
        norm = self.scale.log() + 0.5 * self.df.log() + 0.5 * math.log(math.pi) + _C.lgamma(0.5 * self.df) - _C.lgamma(0.5 * (self.df + 1.0))
        return -0.5 * (self.df + 1.0) * _C.log1p(y ** 2.0 / self.df) - norm


class Dirichlet(Distribution):
    arg_constraints = {"concentration": _POSITIVE}
    support = "Simplex()"

    def __init__(self, concentration, validate_args=None):
        self.concentration = concentration
        self._start(concentration.shape[:-1], validate_args, concentration.shape[-1:])

    mean = property(lambda self: self.concentration / self.concentration.sum(-1, True))

    def sample(self, sample_shape=()):
        with _no_grad():
            gammas = _C._standard_gamma(self.concentration.expand(self._shape(sample_shape)).contiguous())
            return gammas / gammas.sum(-1, keepdim=True)

    def log_prob(self, value):
        self._check(value)
        return _C.xlogy(self.concentration - 1.0, value).sum(-1) + _C.lgamma(self.concentration.sum(-1)) - _C.lgamma(self.concentration).sum(-1)

    def entropy(self):
        k, total = self.concentration.size(-1), self.concentration.sum(-1)
        return (_C.lgamma(self.concentration).sum(-1) - _C.lgamma(total) - (k - total) * _C.digamma(total)
                - ((self.concentration - 1.0) * _C.digamma(self.concentration)).sum(-1))


class Beta(Distribution):
    arg_constraints = {"concentration1": _POSITIVE, "concentration0": _POSITIVE}
    support = _UNIT

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = _tensors(concentration1, concentration0)
        self._start(self.concentration1.shape, validate_args)
        self._dirichlet = Dirichlet(_C.stack([self.concentration1, self.concentration0], -1))

    def __repr__(self):
        return "Beta()"

    mean = property(lambda self: self.concentration1 / (self.concentration1 + self.concentration0))
    variance = property(lambda self: self.concentration1 * self.concentration0
                        / ((self.concentration1 + self.concentration0).pow(2) * (self.concentration1 + self.concentration0 + 1)))

    def sample(self, sample_shape=()):
        return self._dirichlet.sample(sample_shape).select(-1, 0)

    def log_prob(self, value):
        self._check(value)
        return self._dirichlet.log_prob(_C.stack([value, 1.0 - value], -1))

    def entropy(self):
        return self._dirichlet.entropy()


class Gumbel(Distribution):
    arg_constraints = {"loc": "Real()", "scale": _POSITIVE}
    support = "Real()"
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = _tensors(loc, scale)
        self._start(self.loc.shape, validate_args)

    mean = property(lambda self: self.loc + self.scale * 0.5772156649015329)

    def rsample(self, sample_shape=()):
        limits = _C._dtype_limits(self.loc.dtype)
        u = _C.empty(self._shape(sample_shape), dtype=self.loc.dtype).uniform_(limits[4], 1 - limits[3])
        return self.loc - self.scale * (-u.log()).log()

    def log_prob(self, value):
        y = (self.loc - value) / self.scale
        return y - y.exp() - self.scale.log()

    def entropy(self):
        return self.scale.log() + (1 + 0.5772156649015329)


class MultivariateNormal(Distribution):
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if sum(m is not None for m in (covariance_matrix, precision_matrix, scale_tril)) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        self._given = ("covariance_matrix", covariance_matrix) if covariance_matrix is not None else \
            ("precision_matrix", precision_matrix) if precision_matrix is not None else ("scale_tril", scale_tril)
        if precision_matrix is not None:
            covariance_matrix = _C.inverse(precision_matrix)
        self.scale_tril = scale_tril if scale_tril is not None else cholesky(covariance_matrix)
        self.loc = loc.expand(tuple(self.scale_tril.shape[:-1])) if loc.dim() < self.scale_tril.dim() - 1 else loc
        self._start(self.loc.shape[:-1], validate_args, self.loc.shape[-1:])

    mean = property(lambda self: self.loc)
    covariance_matrix = property(lambda self: self.scale_tril @ self.scale_tril.mT)
    variance = property(lambda self: self.scale_tril.pow(2).sum(-1).expand(self._shape()))

    def __repr__(self):
        return f"MultivariateNormal(loc: {self.loc.size() if self.loc.numel() > 1 else self.loc}, {self._given[0]}: {self._given[1].size()})"

    def rsample(self, sample_shape=()):
        shape = self._shape(sample_shape)
        eps = _C.normal(_C.zeros(shape, dtype=self.loc.dtype), _C.ones(shape, dtype=self.loc.dtype))
        return self.loc + (self.scale_tril @ eps.unsqueeze(-1)).squeeze(-1)

    def _log_det(self):
        return self.scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_prob(self, value):
        from torch.linalg import solve_triangular
        difference = (value - self.loc).unsqueeze(-1)
        M = solve_triangular(self.scale_tril, difference, upper=False).squeeze(-1).pow(2).sum(-1)
        return -0.5 * (self.loc.size(-1) * math.log(2 * math.pi) + M) - self._log_det()

    def entropy(self):
        return 0.5 * self.loc.size(-1) * (1.0 + math.log(2 * math.pi)) + self._log_det()


class Independent(Distribution):
    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        self.base_dist = base_distribution
        self.reinterpreted_batch_ndims = n = reinterpreted_batch_ndims
        batch, event = tuple(base_distribution.batch_shape), tuple(base_distribution.event_shape)
        if n > len(batch):
            raise ValueError(f"Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual {n} vs {len(batch)}")
        at = len(batch) - n
        self._start(batch[:at], validate_args, batch[at:] + event)

    mean = property(lambda self: self.base_dist.mean)
    variance = property(lambda self: self.base_dist.variance)

    def __repr__(self):
        return f"Independent({self.base_dist}, {self.reinterpreted_batch_ndims})"

    def sample(self, sample_shape=()):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()):
        return self.base_dist.rsample(sample_shape)

    def _total(self, value):
        n = self.reinterpreted_batch_ndims
        return value.sum(list(range(-n, 0))) if n else value

    def log_prob(self, value):
        return self._total(self.base_dist.log_prob(value))

    def entropy(self):
        return self._total(self.base_dist.entropy())
