# What every distribution has: shapes, checks of parameters and values, the text.
import warnings

import torch
import torch._C as _C
from torch.distributions import constraints


class Distribution:
    has_rsample = False
    has_enumerate_support = False
    _validate_args = True

    @staticmethod
    def set_default_validate_args(value):
        if value not in (True, False):
            raise ValueError
        Distribution._validate_args = value

    def __init__(self, batch_shape=_C.Size(), event_shape=_C.Size(), validate_args=None):
        self._batch_shape = _C.Size(batch_shape)
        self._event_shape = _C.Size(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args
        if not self._validate_args or torch.compiler.is_compiling():
            return
        try:
            expected = self.arg_constraints
        except NotImplementedError:
            expected = {}
            warnings.warn(f"{type(self)} does not define `arg_constraints`. Please set `arg_constraints = {{}}` or initialize the distribution with "
                          "`validate_args=False` to turn off validation.")
        for name, constraint in expected.items():
            if constraints.is_dependent(constraint) or name not in self.__dict__:  # what is derived on use is not checked
                continue
            value = self.__dict__[name]
            if not constraint.check(value).all():
                raise ValueError(f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution {self!r} "
                                 f"to satisfy the constraint {constraint!r}, but found invalid values:\n{value}")

    def __getattr__(self, name):
        """A parameter that is derived from others when it is first used: _derive_NAME."""
        make = getattr(type(self), "_derive_" + name, None)
        if make is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        from torch.autograd.grad_mode import enable_grad
        with enable_grad():
            value = make(self)
        self.__dict__[name] = value
        return value

    def expand(self, batch_shape, _instance=None):
        if _instance is None and not type(self).__module__.startswith("torch."):
            base = [c for c in type(self).__mro__ if c.__module__.startswith("torch.")][0]
            if base is Distribution:
                raise NotImplementedError
            self._get_checked_instance(base)
        new = type(self).__new__(type(self)) if _instance is None else _instance
        batch_shape = _C.Size(batch_shape)
        for name, value in self.__dict__.items():
            new.__dict__[name] = self._expanded(value, batch_shape)
        new._batch_shape = batch_shape
        new._event_shape = self._event_shape
        return new

    def _expanded(self, value, batch_shape):
        if isinstance(value, _C.Tensor) and value.dim() >= len(self._batch_shape):
            return value.expand(tuple(batch_shape) + tuple(value.shape[len(self._batch_shape):]))
        return value.expand(batch_shape) if isinstance(value, Distribution) else value

    def _get_checked_instance(self, cls, _instance=None):
        if _instance is None and type(self).__init__ is not cls.__init__:
            raise NotImplementedError(f"Subclass {type(self).__name__} of {cls.__name__} that defines a custom __init__ method must also define a custom "
                                      ".expand() method.")
        return type(self).__new__(type(self)) if _instance is None else _instance

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def arg_constraints(self):
        raise NotImplementedError

    @property
    def support(self):
        raise NotImplementedError

    @property
    def mean(self):
        raise NotImplementedError

    @property
    def mode(self):
        raise NotImplementedError(f"{type(self)} does not implement mode")

    @property
    def variance(self):
        raise NotImplementedError

    @property
    def stddev(self):
        return self.variance.sqrt()

    def _extended_shape(self, sample_shape=()):
        return _C.Size(tuple(sample_shape) + tuple(self._batch_shape) + tuple(self._event_shape))

    def sample(self, sample_shape=_C.Size()):
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=_C.Size()):
        raise NotImplementedError

    def sample_n(self, n):
        warnings.warn("sample_n(n) will be deprecated. Use .sample((n,)) instead.", FutureWarning, stacklevel=2)
        return self.sample(_C.Size((n,)))

    def log_prob(self, value):
        raise NotImplementedError

    def cdf(self, value):
        raise NotImplementedError

    def icdf(self, value):
        raise NotImplementedError

    def enumerate_support(self, expand=True):
        raise NotImplementedError

    def entropy(self):
        raise NotImplementedError

    def perplexity(self):
        return _C.exp(self.entropy())

    def _validate_sample(self, value):
        if not isinstance(value, _C.Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        event = len(self._event_shape)
        if tuple(value.shape[value.dim() - event:]) != tuple(self._event_shape):
            raise ValueError(f"The right-most size of value must match event_shape: {value.size()} vs {self._event_shape}.")
        expected = self._batch_shape + self._event_shape
        for i, j in zip(reversed(value.size()), reversed(expected)):
            if i != 1 and j != 1 and i != j:
                raise ValueError(f"Value is not broadcastable with batch_shape+event_shape: {value.size()} vs {_C.Size(expected)}.")
        try:
            support = self.support
        except NotImplementedError:
            warnings.warn(f"{type(self)} does not define `support` to enable sample validation. Please initialize the distribution with `validate_args=False` to "
                          "turn off validation.")
            return
        if not support.check(value).all():
            raise ValueError(f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the support ({support!r}) "
                             f"of the distribution {self!r}, but found invalid values:\n{value}")

    def _check(self, value):
        if self._validate_args and not torch.compiler.is_compiling():
            self._validate_sample(value)

    def __repr__(self):
        names = [k for k in self.arg_constraints if k in self.__dict__]
        shown = [f"{k}: {self.__dict__[k] if self.__dict__[k].numel() == 1 else self.__dict__[k].size()}" for k in names]
        return type(self).__name__ + "(" + ", ".join(shown) + ")"


class ExponentialFamily(Distribution):
    """Of densities that are exponentials of products with parameters; kl_divergence treats them alike."""


def no_grad():
    from torch.autograd.grad_mode import no_grad as scope
    return scope()
