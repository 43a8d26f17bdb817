# Distributions over vectors and matrices, and those that are made of other distributions.
import math

import torch._C as _C
from torch.distributions import constraints
from torch.distributions.distribution import Distribution, no_grad
from torch.distributions.utils import _standard_normal, _sum_rightmost


def _factor(matrix):
    from torch.linalg import cholesky
    return cholesky(matrix)


def _solve_lower(matrix, right):
    from torch.linalg import solve_triangular
    return solve_triangular(matrix, right, upper=False)


def _squared_distance(tril, difference):
    return _solve_lower(tril, difference.unsqueeze(-1)).squeeze(-1).pow(2).sum(-1)


def _precision_to_tril(matrix):
    """The lower factor of the inverse, from the factor of the flipped matrix."""
    flipped = _factor(_C.flip(matrix, (-2, -1)))
    inverse = _C.transpose(_C.flip(flipped, (-2, -1)), -2, -1)
    return _solve_lower(inverse, _C.eye(matrix.shape[-1], dtype=matrix.dtype, device=matrix.device))


class MultivariateNormal(Distribution):
    arg_constraints = {"loc": constraints.real_vector, "covariance_matrix": constraints.positive_definite, "precision_matrix": constraints.positive_definite,
                       "scale_tril": constraints.lower_cholesky}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        if sum([m is not None for m in (covariance_matrix, scale_tril, precision_matrix)]) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        for name, matrix in (("scale_tril", scale_tril), ("covariance_matrix", covariance_matrix), ("precision_matrix", precision_matrix)):
            if matrix is None:
                continue
            if matrix.dim() < 2:
                article = "matrix" if name == "scale_tril" else name
                raise ValueError(f"{'scale_tril matrix' if article == 'matrix' else name} must be at least two-dimensional, with optional leading batch dimensions")
            batch_shape = _broadcast(matrix.shape[:-2], loc.shape[:-1])
            setattr(self, name, matrix.expand(tuple(batch_shape) + (-1, -1)))
        self.loc = loc.expand(tuple(batch_shape) + (-1,))
        super().__init__(batch_shape, self.loc.shape[-1:], validate_args=validate_args)
        self._unbroadcasted_scale_tril = (scale_tril if scale_tril is not None else _factor(covariance_matrix) if covariance_matrix is not None
                                          else _precision_to_tril(precision_matrix))

    def _expanded(self, value, batch_shape):
        return value if value is self.__dict__.get("_unbroadcasted_scale_tril") else super()._expanded(value, batch_shape)

    def _full(self):
        return tuple(self._batch_shape + self._event_shape + self._event_shape)

    def _derive_scale_tril(self):
        return self._unbroadcasted_scale_tril.expand(self._full())

    def _derive_covariance_matrix(self):
        return _C.matmul(self._unbroadcasted_scale_tril, self._unbroadcasted_scale_tril.mT).expand(self._full())

    def _derive_precision_matrix(self):
        from torch import cholesky_inverse
        return cholesky_inverse(self._unbroadcasted_scale_tril).expand(self._full())

    mean = mode = property(lambda self: self.loc)
    variance = property(lambda self: self._unbroadcasted_scale_tril.pow(2).sum(-1).expand(self._batch_shape + self._event_shape))

    def rsample(self, sample_shape=()):
        eps = _standard_normal(self._extended_shape(sample_shape), self.loc.dtype, self.loc.device)
        return self.loc + _C.matmul(self._unbroadcasted_scale_tril, eps.unsqueeze(-1)).squeeze(-1)

    def _half_log_det(self):
        return self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_prob(self, value):
        self._check(value)
        distance = _squared_distance(self._unbroadcasted_scale_tril, value - self.loc)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + distance) - self._half_log_det()

    def entropy(self):
        entropy = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._half_log_det()
        return entropy if len(self._batch_shape) == 0 else entropy.expand(self._batch_shape)


def _broadcast(a, b):
    from torch import broadcast_shapes
    return broadcast_shapes(a, b)


class LowRankMultivariateNormal(Distribution):
    """The covariance is cov_factor @ cov_factor.mT plus a diagonal."""
    arg_constraints = {"loc": constraints.real_vector, "cov_factor": constraints.independent(constraints.real, 2),
                       "cov_diag": constraints.independent(constraints.positive, 1)}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        if cov_factor.dim() < 2:
            raise ValueError("cov_factor must be at least two-dimensional, with optional leading batch dimensions")
        if cov_factor.shape[-2:-1] != loc.shape[-1:]:
            raise ValueError(f"cov_factor must be a batch of matrices with shape {loc.shape[-1]} x m")
        if cov_diag.shape[-1:] != loc.shape[-1:]:
            raise ValueError(f"cov_diag must be a batch of vectors with shape {loc.shape[-1:]}")
        batch_shape = _broadcast(_broadcast(loc.shape[:-1], cov_factor.shape[:-2]), cov_diag.shape[:-1])
        self.loc = loc.expand(tuple(batch_shape) + (-1,))
        self.cov_factor = cov_factor.expand(tuple(batch_shape) + (-1, -1))
        self.cov_diag = cov_diag.expand(tuple(batch_shape) + (-1,))
        super().__init__(batch_shape, loc.shape[-1:], validate_args=validate_args)
        scaled = self.cov_factor.mT / self.cov_diag.unsqueeze(-2)
        capacitance = _C.matmul(scaled, self.cov_factor).contiguous()
        rank = capacitance.shape[-1]
        self._capacitance_tril = _factor(capacitance + _C.eye(rank, dtype=loc.dtype, device=loc.device))

    mean = mode = property(lambda self: self.loc)
    variance = property(lambda self: (self.cov_factor.pow(2).sum(-1) + self.cov_diag).expand(self._batch_shape + self._event_shape))

    def _derive_covariance_matrix(self):
        return _C.matmul(self.cov_factor, self.cov_factor.mT) + _C.diag_embed(self.cov_diag)

    def _derive_scale_tril(self):
        root = self.cov_diag.sqrt().unsqueeze(-1)
        scaled = self.cov_factor / root
        K = _C.matmul(scaled, scaled.mT).contiguous()
        return root * _factor(K + _C.eye(K.shape[-1], dtype=K.dtype, device=K.device))

    def _derive_precision_matrix(self):
        scaled = self.cov_factor.mT / self.cov_diag.unsqueeze(-2)
        A = _solve_lower(self._capacitance_tril, scaled)
        return _C.diag_embed(self.cov_diag.reciprocal()) - A.mT @ A

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        eps_w = _standard_normal(tuple(shape[:-1]) + tuple(self.cov_factor.shape[-1:]), self.loc.dtype, self.loc.device)
        eps_d = _standard_normal(shape, self.loc.dtype, self.loc.device)
        return self.loc + _C.matmul(self.cov_factor, eps_w.unsqueeze(-1)).squeeze(-1) + self.cov_diag.sqrt() * eps_d

    def _log_det(self):
        return 2 * self._capacitance_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1) + self.cov_diag.log().sum(-1)

    def log_prob(self, value):
        self._check(value)
        difference = value - self.loc
        scaled = self.cov_factor.mT / self.cov_diag.unsqueeze(-2)
        first = (difference.pow(2) / self.cov_diag).sum(-1)
        second = _squared_distance(self._capacitance_tril, _C.matmul(scaled, difference.unsqueeze(-1)).squeeze(-1))
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._log_det() + (first - second))

    def entropy(self):
        entropy = 0.5 * (self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._log_det())
        return entropy if len(self._batch_shape) == 0 else entropy.expand(self._batch_shape)


class LKJCholesky(Distribution):
    arg_constraints = {"concentration": constraints.positive}
    support = constraints.corr_cholesky

    def __init__(self, dim, concentration=1.0, validate_args=None):
        from torch.distributions.positive import Beta
        from torch.distributions.utils import broadcast_all
        if dim < 2:
            raise ValueError(f"Expected dim to be an integer greater than or equal to 2. Found dim={dim}.")
        self.dim = dim
        (self.concentration,) = broadcast_all(concentration)
        super().__init__(self.concentration.size(), _C.Size((dim, dim)), validate_args=validate_args)
        marginal = self.concentration + 0.5 * (dim - 2)
        offset = _C.arange(dim - 1, dtype=self.concentration.dtype, device=self.concentration.device)
        offset = _C.cat([offset.new_zeros((1,)), offset])
        self._beta = Beta(offset + 0.5, marginal.unsqueeze(-1) - 0.5 * offset)

    def sample(self, sample_shape=()):
        with no_grad():
            y = self._beta.sample(sample_shape).unsqueeze(-1)
            u = _C.randn(self._extended_shape(sample_shape), dtype=y.dtype, device=y.device).tril(-1)
            w = u / u.norm(dim=-1, keepdim=True)
            w[..., 0, :].fill_(0.0)
            diagonal = _C.clamp(1 - _C.sum(_C.sqrt(y) * w * (_C.sqrt(y) * w), -1), min=_C._dtype_limits(w.dtype)[4]).sqrt()
            return _C.sqrt(y) * w + _C.diag_embed(diagonal)

    def log_prob(self, value):
        self._check(value)
        diagonal = value.diagonal(dim1=-1, dim2=-2)[..., 1:]
        order = _C.arange(2, self.dim + 1, device=self.concentration.device)
        order = 2 * (self.concentration - 1).unsqueeze(-1) + self.dim - order
        unnormalised = _C.sum(order * diagonal.log(), -1)
        dm1 = self.dim - 1
        alpha = self.concentration + 0.5 * dm1
        denominator = _C.lgamma(alpha) * dm1
        numerator = _C.mvlgamma(alpha - 0.5, dm1)
        return unnormalised - (0.5 * dm1 * math.log(math.pi) + numerator - denominator)


class Independent(Distribution):
    arg_constraints = {}

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        if reinterpreted_batch_ndims > len(base_distribution.batch_shape):
            raise ValueError("Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), "
                             f"actual {reinterpreted_batch_ndims} vs {len(base_distribution.batch_shape)}")
        shape = base_distribution.batch_shape + base_distribution.event_shape
        event_dim = reinterpreted_batch_ndims + len(base_distribution.event_shape)
        self.base_dist = base_distribution
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        super().__init__(shape[:len(shape) - event_dim], shape[len(shape) - event_dim:], validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        inner = tuple(self._event_shape)[:self.reinterpreted_batch_ndims]
        return Independent(self.base_dist.expand(tuple(batch_shape) + inner), self.reinterpreted_batch_ndims, validate_args=False)

    has_rsample = property(lambda self: self.base_dist.has_rsample)
    has_enumerate_support = property(lambda self: False if self.reinterpreted_batch_ndims > 0 else self.base_dist.has_enumerate_support)

    @constraints.dependent_property
    def support(self):
        result = self.base_dist.support
        return constraints.independent(result, self.reinterpreted_batch_ndims) if self.reinterpreted_batch_ndims else result

    mean = property(lambda self: self.base_dist.mean)
    mode = property(lambda self: self.base_dist.mode)
    variance = property(lambda self: self.base_dist.variance)

    def sample(self, sample_shape=()):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()):
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value):
        return _sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self):
        return _sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def enumerate_support(self, expand=True):
        if self.reinterpreted_batch_ndims > 0:
            raise NotImplementedError("Enumeration over cartesian product is not implemented")
        return self.base_dist.enumerate_support(expand=expand)

    def __repr__(self):
        return f"{type(self).__name__}({self.base_dist}, {self.reinterpreted_batch_ndims})"


class MixtureSameFamily(Distribution):
    arg_constraints = {}

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        from torch.distributions.discrete import Categorical
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(" The Mixture distribution needs to be an  instance of torch.distributions.Categorical")
        if not isinstance(component_distribution, Distribution):
            raise ValueError("The Component distribution need to be an instance of torch.distributions.Distribution")
        mixed, components = mixture_distribution.batch_shape, component_distribution.batch_shape[:-1]
        for a, b in zip(reversed(mixed), reversed(components)):
            if a != 1 and b != 1 and a != b:
                raise ValueError(f"`mixture_distribution.batch_shape` ({mixed}) is not compatible with `component_distribution.batch_shape`({components})")
        if mixture_distribution.logits.shape[-1] != component_distribution.batch_shape[-1]:
            raise ValueError(f"`mixture_distribution component` ({mixture_distribution.logits.shape[-1]}) does not equal `component_distribution.batch_shape[-1]` "
                             f"({component_distribution.batch_shape[-1]})")
        self._mixture_distribution = mixture_distribution
        self._component_distribution = component_distribution
        super().__init__(components, component_distribution.event_shape, validate_args=validate_args)

    mixture_distribution = property(lambda self: self._mixture_distribution)
    component_distribution = property(lambda self: self._component_distribution)

    @constraints.dependent_property
    def support(self):
        return constraints.MixtureSameFamilyConstraint(self._component_distribution.support)

    def _padded(self, x):
        return x.unsqueeze(-1 - len(self._event_shape))

    def _weights(self):
        probs = self._mixture_distribution.probs
        return probs.reshape(tuple(probs.shape) + (1,) * len(self._event_shape))

    @property
    def mean(self):
        return _C.sum(self._weights() * self._component_distribution.mean, -1 - len(self._event_shape))

    @property
    def variance(self):
        axis, weights = -1 - len(self._event_shape), self._weights()
        within = _C.sum(weights * self._component_distribution.variance, axis)
        between = _C.sum(weights * (self._component_distribution.mean - self._padded(self.mean)).pow(2.0), axis)
        return within + between

    def cdf(self, x):
        return _C.sum(self._component_distribution.cdf(self._padded(x)) * self._mixture_distribution.probs, -1)

    def log_prob(self, x):
        self._check(x)
        return _C.logsumexp(self._component_distribution.log_prob(self._padded(x)) + _C.log_softmax(self._mixture_distribution.logits, -1), -1)

    def sample(self, sample_shape=()):
        with no_grad():
            count, event = len(sample_shape), len(self._event_shape)
            axis = count + len(self._batch_shape)
            choice = self._mixture_distribution.sample(sample_shape)
            samples = self._component_distribution.sample(sample_shape)
            index = choice.reshape(tuple(choice.shape) + (1,) * (event + 1))
            index = index.repeat((1,) * len(choice.shape) + (1,) + tuple(self._event_shape))
            return _C.gather(samples, axis, index).squeeze(axis)

    def __repr__(self):
        return f"MixtureSameFamily(\n  {_shown(self._mixture_distribution)},\n  {self._component_distribution})"


def _shown(mixture):
    mixture.logits, mixture.probs  # both exist by now
    return repr(mixture)
