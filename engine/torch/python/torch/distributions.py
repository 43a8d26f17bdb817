# The distributions that small programs draw from.
import math

import torch._C as _C


def _tensors(*values):
    made = [v if isinstance(v, _C.Tensor) else _C.tensor(float(v)) for v in values]
    return _C.broadcast_tensors(*made) if len(made) > 1 else made


class Distribution:
    def _shape(self, sample_shape):
        return tuple(sample_shape) + tuple(self._batch)

    def rsample(self, sample_shape=()):
        raise NotImplementedError

    def sample(self, sample_shape=()):
        return self.rsample(sample_shape).detach()


class Normal(Distribution):
    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = _tensors(loc, scale)
        self._batch = self.loc.shape

    @property
    def mean(self):
        return self.loc

    @property
    def stddev(self):
        return self.scale

    def sample(self, sample_shape=()):
        shape = self._shape(sample_shape)
        return _C.normal(self.loc.detach().expand(shape), self.scale.detach().expand(shape))

    def rsample(self, sample_shape=()):
        return self.loc + _C.randn(self._shape(sample_shape)) * self.scale

    def log_prob(self, value):
        return -((value - self.loc) ** 2) / (2 * self.scale ** 2) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + _C.log(self.scale)


class Uniform(Distribution):
    def __init__(self, low, high, validate_args=None):
        self.low, self.high = _tensors(low, high)
        self._batch = self.low.shape

    def rsample(self, sample_shape=()):
        return self.low + _C.rand(self._shape(sample_shape)) * (self.high - self.low)


class Bernoulli(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        self.probs = _tensors(probs)[0] if probs is not None else _C.sigmoid(_tensors(logits)[0])
        self._batch = self.probs.shape

    def sample(self, sample_shape=()):
        return _C.bernoulli(self.probs.detach().expand(self._shape(sample_shape)))

    def log_prob(self, value):
        return value * self.probs.log() + (1 - value) * (1 - self.probs).log()


class Categorical(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdim=True)
            self.logits = self.probs.log()
        else:
            self.logits = logits - logits.logsumexp(-1, keepdim=True)
            self.probs = self.logits.softmax(-1)
        self._batch = self.probs.shape[:-1]

    def sample(self, sample_shape=()):
        flat = self.probs.reshape(-1, self.probs.shape[-1])
        count = 1
        for s in sample_shape:
            count *= s
        return _C.multinomial(flat, count, True).t().reshape(self._shape(sample_shape))

    def log_prob(self, value):
        return self.logits.gather(-1, value.long().unsqueeze(-1)).squeeze(-1)

    def entropy(self):
        return -(self.probs * self.logits).sum(-1)
