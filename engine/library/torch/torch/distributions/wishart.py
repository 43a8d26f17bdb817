# The Wishart distribution of positive definite matrices.
import math
import warnings

import torch._C as _C
from torch.distributions import constraints
from torch.distributions.distribution import ExponentialFamily
from torch.distributions.positive import Chi2
from torch.distributions.utils import _eps
from torch.distributions.vector import MultivariateNormal, _broadcast, _factor, _precision_to_tril


def _mvdigamma(x, p):
    return (x.unsqueeze(-1) - _C.arange(p, dtype=x.dtype) / 2).digamma().sum(-1)


class Wishart(ExponentialFamily):
    support = constraints.positive_definite
    has_rsample = True
    _mean_carrier_measure = 0

    @property
    def arg_constraints(self):
        return {"covariance_matrix": constraints.positive_definite, "precision_matrix": constraints.positive_definite, "scale_tril": constraints.lower_cholesky,
                "df": constraints.greater_than(self._event_shape[-1] - 1)}

    def __init__(self, df, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        given = [(name, m) for name, m in (("scale_tril", scale_tril), ("covariance_matrix", covariance_matrix), ("precision_matrix", precision_matrix)) if m is not None]
        if len(given) != 1:
            raise AssertionError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        name, matrix = given[0]
        if matrix.dim() < 2:
            raise ValueError("scale_tril must be at least two-dimensional, with optional leading batch dimensions")
        df = _C.tensor(float(df), dtype=matrix.dtype) if isinstance(df, (int, float)) else df
        batch_shape = _broadcast(matrix.shape[:-2], df.shape)
        event_shape = matrix.shape[-2:]
        if bool((df <= event_shape[-1] - 1).any()):
            raise ValueError(f"Value of df={df} expected to be greater than ndim - 1 = {event_shape[-1] - 1}.")
        self.df = df.expand(batch_shape)
        setattr(self, name, matrix.expand(tuple(batch_shape) + (-1, -1)))
        super().__init__(batch_shape, event_shape, validate_args=validate_args)
        self._unbroadcasted_scale_tril = scale_tril if scale_tril is not None else _factor(matrix) if covariance_matrix is not None else _precision_to_tril(matrix)
        self._chi2 = Chi2(self.df.unsqueeze(-1) - _C.arange(event_shape[-1], dtype=self.df.dtype))

    def _full(self):
        return tuple(self._batch_shape + self._event_shape)

    def _derive_scale_tril(self):
        return self._unbroadcasted_scale_tril.expand(self._full())

    def _derive_covariance_matrix(self):
        return (self._unbroadcasted_scale_tril @ self._unbroadcasted_scale_tril.mT).expand(self._full())

    _derive_precision_matrix = MultivariateNormal._derive_precision_matrix

    def _scaled(self, factor):
        return factor.reshape(tuple(self._batch_shape) + (1, 1)) * self.covariance_matrix

    mean = property(lambda self: self._scaled(self.df))

    @property
    def mode(self):
        factor = self.df - self.covariance_matrix.shape[-1] - 1
        return self._scaled(_C.where(factor <= 0, _C.full_like(factor, math.nan), factor))

    @property
    def variance(self):
        V = self.covariance_matrix
        diagonal = V.diagonal(dim1=-2, dim2=-1)
        return self.df.reshape(tuple(self._batch_shape) + (1, 1)) * (V.pow(2) + diagonal.unsqueeze(-1) * diagonal.unsqueeze(-2))

    def _draw(self, sample_shape):
        """Bartlett's decomposition: chi on the diagonal, normals below."""
        p = self._event_shape[-1]
        noise = self._chi2.rsample(sample_shape).sqrt().clamp(min=_eps(self.df.dtype)).diag_embed(dim1=-2, dim2=-1)
        rows, columns = _C.tril_indices(p, p, -1)
        noise[..., rows, columns] = _C.randn(tuple(sample_shape) + tuple(self._batch_shape) + (p * (p - 1) // 2,), dtype=noise.dtype)
        factor = self._unbroadcasted_scale_tril @ noise
        return factor @ factor.mT

    def _checked(self, sample):
        definite = self.support.check(sample)
        axes = [-(axis + 1) for axis in range(len(self._batch_shape))]
        return definite, axes

    def rsample(self, sample_shape=(), max_try_correction=None):
        sample = self._draw(tuple(sample_shape))
        # PyTorch draws anew for what passes the check, and then until nothing fails it.
        again, axes = self._checked(sample)
        if axes:
            again = again.amax(axes)
        if not bool(again.any()):
            return sample
        warnings.warn("Singular sample detected.", stacklevel=2)
        for _ in range(10 if max_try_correction is None else max_try_correction):
            fresh = self._draw(again[again].shape)
            sample[again] = fresh
            failed = ~self._checked(fresh)[0]
            if axes:
                failed = failed.amax(axes)
            again[again.clone()] = failed
            if not bool(again.any()):
                break
        return sample

    _half_log_det = MultivariateNormal._half_log_det

    def log_prob(self, value):
        self._check(value)
        from torch import cholesky_solve
        from torch.linalg import slogdet
        nu, p = self.df, self._event_shape[-1]
        return (-nu * (p * math.log(2) / 2 + self._half_log_det()) - _C.mvlgamma(nu / 2, p) + (nu - p - 1) / 2 * slogdet(value)[1]
                - cholesky_solve(value, self._unbroadcasted_scale_tril).diagonal(dim1=-2, dim2=-1).sum(-1) / 2)

    def entropy(self):
        nu, p = self.df, self._event_shape[-1]
        return (p + 1) * (p * math.log(2) / 2 + self._half_log_det()) + _C.mvlgamma(nu / 2, p) - (nu - p - 1) / 2 * _mvdigamma(nu / 2, p) + nu * p / 2
