# Distributions of outcomes that can be counted.
import math

import torch._C as _C
from torch.distributions.distribution import Distribution, _UNIT, _no_grad, _tensors


class _Logits(Distribution):
    """Given probs or logits; the other is computed on use."""

    def _take(self, probs, logits):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        self.__dict__["probs" if probs is not None else "logits"] = _tensors(probs if probs is not None else logits)[0]
        return self.__dict__["probs" if probs is not None else "logits"]

    def __getattr__(self, name):
        if name == "probs":
            self.probs = _C.sigmoid(self.__dict__["logits"])
            return self.probs
        if name == "logits":
            eps = _C._dtype_limits(self.__dict__["probs"].dtype)[3]
            clamped = self.__dict__["probs"].clamp(min=eps, max=1 - eps)
            self.logits = _C.log(clamped) - _C.log1p(-clamped)
            return self.logits
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


class Bernoulli(_Logits):
    arg_constraints = {"probs": _UNIT, "logits": "Real()"}
    support = "Boolean()"

    def __init__(self, probs=None, logits=None, validate_args=None):
        given = self._take(probs, logits)
        self._start(given.shape, validate_args)

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))

    def sample(self, sample_shape=()):
        with _no_grad():
            return _C.bernoulli(self.probs.expand(self._shape(sample_shape)))

    def log_prob(self, value):
        self._check(value)
        logits, value = _C.broadcast_tensors(self.logits, value)
        return -_bce(logits, value)

    def entropy(self):
        return _bce(self.logits, self.probs)


def _bce(logits, target):
    return logits.clamp(min=0) - logits * target + _C.log1p(_C.exp(-logits.abs()))


class Geometric(_Logits):
    arg_constraints = {"probs": _UNIT, "logits": "Real()"}
    support = "IntegerGreaterThan(lower_bound=0)"

    def __init__(self, probs=None, logits=None, validate_args=None):
        given = self._take(probs, logits)
        self._start(given.shape, validate_args)

    mean = property(lambda self: 1.0 / self.probs - 1.0)

    def sample(self, sample_shape=()):
        shape = self._shape(sample_shape)
        with _no_grad():
            u = self.probs.new_empty(shape).uniform_(_C._dtype_limits(self.probs.dtype)[4], 1)
            return (u.log() / (-self.probs).log1p()).floor()

    def log_prob(self, value):
        self._check(value)
        return value * (-self.probs).log1p() + self.probs.log()

    def entropy(self):
        return _bce(self.logits, self.probs) / self.probs


class Categorical(Distribution):
    arg_constraints = {"probs": "Simplex()", "logits": "IndependentConstraint(Real(), 1)"}

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        given = probs if probs is not None else logits
        if given.dim() < 1:
            raise ValueError(f"`{'probs' if probs is not None else 'logits'}` parameter must be at least one-dimensional.")
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = logits - logits.logsumexp(-1, keepdim=True)
        self._num_events = given.size(-1)
        self._start(given.shape[:-1], validate_args)

    def __getattr__(self, name):
        if name == "probs":
            self.probs = self.__dict__["logits"].softmax(-1)
            return self.probs
        if name == "logits":
            eps = _C._dtype_limits(self.__dict__["probs"].dtype)[3]
            self.logits = self.__dict__["probs"].clamp(min=eps, max=1 - eps).log()
            return self.logits
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    mode = property(lambda self: self.probs.argmax(-1))
    mean = property(lambda self: _C.full(tuple(self._batch_shape), math.nan, dtype=self.probs.dtype))

    def sample(self, sample_shape=()):
        count = math.prod(sample_shape)
        flat = self.probs.detach().reshape(-1, self._num_events)
        return _C.multinomial(flat, count, True).t().reshape(self._shape(sample_shape))

    def log_prob(self, value):
        if self._validate_args:
            if not isinstance(value, _C.Tensor):
                raise ValueError("The value argument to log_prob must be a Tensor")
            if not ((value >= 0) & (value < self._num_events) & (value % 1 == 0)).all():
                raise ValueError(f"Expected value argument (Tensor of shape {tuple(value.shape)}) to be within the support "
                                 f"(IntegerInterval(lower_bound=0, upper_bound={self._num_events - 1})) of the distribution {self!r}, but found invalid values:\n{value}")
        value = value.long().unsqueeze(-1)
        value, logits = _C.broadcast_tensors(value, self.logits)
        return logits.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        lowest = _C._dtype_limits(self.logits.dtype)[1]
        return -(self.logits.clamp(min=lowest) * self.probs).sum(-1)


class OneHotCategorical(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        self._categorical = Categorical(probs, logits, validate_args)
        self._start(self._categorical.batch_shape, validate_args, (self._categorical._num_events,))

    probs = property(lambda self: self._categorical.probs)
    logits = property(lambda self: self._categorical.logits)
    mean = property(lambda self: self._categorical.probs)

    def __repr__(self):
        return "OneHotCategorical()"

    def sample(self, sample_shape=()):
        from torch.nn.functional import one_hot
        return one_hot(self._categorical.sample(sample_shape), self._categorical._num_events).to(self.probs.dtype)

    def log_prob(self, value):
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        return self._categorical.entropy()


class Multinomial(Distribution):
    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self.total_count = total_count
        self._categorical = Categorical(probs, logits, validate_args)
        self._start(self._categorical.batch_shape, validate_args, (self._categorical._num_events,))

    probs = property(lambda self: self._categorical.probs)
    logits = property(lambda self: self._categorical.logits)
    mean = property(lambda self: self.probs * self.total_count)

    def __repr__(self):
        return "Multinomial()"

    def sample(self, sample_shape=()):
        draws = self._categorical.sample((self.total_count,) + tuple(sample_shape))
        draws = draws.movedim(0, -1)
        counts = self.probs.new_zeros(self._shape(sample_shape))
        return counts.scatter_add_(-1, draws, _C.ones_like(draws, dtype=counts.dtype))

    def log_prob(self, value):
        logits, value = _C.broadcast_tensors(self.logits, value)
        powers = _C.where((value == 0) & (logits == -math.inf), _C.zeros_like(logits), logits * value).sum(-1)
        return _C.lgamma(value.sum(-1) + 1) - _C.lgamma(value + 1).sum(-1) + powers


class Poisson(Distribution):
    arg_constraints = {"rate": "GreaterThanEq(lower_bound=0.0)"}
    support = "IntegerGreaterThan(lower_bound=0)"

    def __init__(self, rate, validate_args=None):
        self.rate = _tensors(rate)[0]
        self._start(self.rate.shape, validate_args)

    mean = variance = property(lambda self: self.rate)

    def sample(self, sample_shape=()):
        with _no_grad():
            return _C.poisson(self.rate.expand(self._shape(sample_shape)).contiguous())

    def log_prob(self, value):
        self._check(value)
        return _C.xlogy(value, self.rate) - self.rate - _C.lgamma(value + 1)
