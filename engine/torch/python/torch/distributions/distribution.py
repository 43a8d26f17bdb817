# What every distribution has: shapes, checks of parameters and values, the text.
import math

import torch._C as _C

_HALF_LOG_2PI = 0.5 * math.log(2 * math.pi)


def _tensors(*values):
    like = [v for v in values if isinstance(v, _C.Tensor)]
    dtype = like[0].dtype if like else _C.get_default_dtype()
    made = [v if isinstance(v, _C.Tensor) else _C.tensor(v, dtype=dtype) for v in values]
    return _C.broadcast_tensors(*made) if len(made) > 1 else made


_CHECKS = {
    "GreaterThan(lower_bound=0.0)": lambda v: v > 0,
    "GreaterThanEq(lower_bound=0.0)": lambda v: v >= 0,
    "Interval(lower_bound=0.0, upper_bound=1.0)": lambda v: (v >= 0) & (v <= 1),
    "Real()": lambda v: v == v,
    "IndependentConstraint(Real(), 1)": lambda v: (v == v).all(-1),
    "Simplex()": lambda v: (v >= 0).all(-1) & ((v.sum(-1) - 1).abs() < 1e-6),
    "Boolean()": lambda v: (v == 0) | (v == 1),
    "IntegerGreaterThan(lower_bound=0)": lambda v: (v % 1 == 0) & (v >= 0),
}
_POSITIVE = "GreaterThan(lower_bound=0.0)"
_UNIT = "Interval(lower_bound=0.0, upper_bound=1.0)"


class Distribution:
    arg_constraints = {}
    support = None
    has_rsample = False
    _validate = True

    @staticmethod
    def set_default_validate_args(value):
        if value not in (True, False):
            raise ValueError
        Distribution._validate = value

    def _start(self, batch_shape, validate_args, event_shape=()):
        self._batch_shape = _C.Size(batch_shape)
        self._event_shape = _C.Size(event_shape)
        self._validate_args = Distribution._validate if validate_args is None else validate_args
        if not self._validate_args:
            return
        for name, constraint in self.arg_constraints.items():
            value = self.__dict__.get(name)
            if value is None:
                continue
            valid = _CHECKS[constraint](value)
            if not valid.all():
                raise ValueError(f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution {self!r} "
                                 f"to satisfy the constraint {constraint}, but found invalid values:\n{value}")

    def _check(self, value):
        if not self._validate_args:
            return
        if not isinstance(value, _C.Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        if self.support is not None and not _CHECKS[self.support](value).all():
            raise ValueError(f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the support ({self.support}) "
                             f"of the distribution {self!r}, but found invalid values:\n{value}")

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    def _shape(self, sample_shape=()):
        return tuple(sample_shape) + tuple(self._batch_shape) + tuple(self._event_shape)

    def sample(self, sample_shape=()):
        with _no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=()):
        raise NotImplementedError

    def log_prob(self, value):
        raise NotImplementedError

    def cdf(self, value):
        raise NotImplementedError

    def entropy(self):
        raise NotImplementedError

    @property
    def stddev(self):
        return self.variance.sqrt()

    def perplexity(self):
        return _C.exp(self.entropy())

    def __repr__(self):
        names = [k for k in self.arg_constraints if k in self.__dict__ and self.__dict__[k] is not None]
        shown = [f"{k}: {self.__dict__[k] if self.__dict__[k].numel() == 1 else self.__dict__[k].size()}" for k in names]
        return type(self).__name__ + "(" + ", ".join(shown) + ")"


def _no_grad():
    from torch.autograd.grad_mode import no_grad
    return no_grad()
