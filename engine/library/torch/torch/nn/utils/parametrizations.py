# Ready-made parametrizations.
import torch
from torch.nn.modules.module import Module
from torch.nn.utils import parametrize


class _WeightNorm(Module):
    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        return torch._weight_norm(weight_v, weight_g, self.dim)

    def right_inverse(self, weight):
        return torch.norm_except_dim(weight, 2, self.dim), weight


def weight_norm(module, name="weight", dim=0):
    parametrize.register_parametrization(module, name, _WeightNorm(dim), unsafe=True)
    return module


class _SpectralNorm(Module):
    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        if n_power_iterations <= 0:
            raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={n_power_iterations}")
        self.dim = dim if dim >= 0 else dim + weight.ndim
        self.eps = eps
        if weight.ndim > 1:
            self.n_power_iterations = n_power_iterations
            matrix = self._reshape_weight_to_matrix(weight)
            h, w = matrix.size()
            u = matrix.new_empty(h).normal_(0, 1)
            v = matrix.new_empty(w).normal_(0, 1)
            self.register_buffer("_u", torch.nn.functional.normalize(u, dim=0, eps=eps))
            self.register_buffer("_v", torch.nn.functional.normalize(v, dim=0, eps=eps))
            self._power_method(matrix, 15)

    def _reshape_weight_to_matrix(self, weight):
        if self.dim != 0:
            weight = weight.permute(self.dim, *[d for d in range(weight.dim()) if d != self.dim])
        return weight.flatten(1)

    def _power_method(self, matrix, n_power_iterations):
        with torch.no_grad():
            for _ in range(n_power_iterations):
                self._u = torch.nn.functional.normalize(torch.mv(matrix, self._v), dim=0, eps=self.eps)
                self._v = torch.nn.functional.normalize(torch.mv(matrix.t(), self._u), dim=0, eps=self.eps)

    def forward(self, weight):
        if weight.ndim == 1:
            return torch.nn.functional.normalize(weight, dim=0, eps=self.eps)
        matrix = self._reshape_weight_to_matrix(weight)
        if self.training:
            self._power_method(matrix, self.n_power_iterations)
        u = self._u.clone()
        v = self._v.clone()
        return weight / torch.vdot(u, torch.mv(matrix, v))

    def right_inverse(self, value):
        return value


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    weight = getattr(module, name, None)
    if not isinstance(weight, torch.Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    if dim is None:
        dim = 1 if type(module).__name__ in ("ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d") else 0
    parametrize.register_parametrization(module, name, _SpectralNorm(weight, n_power_iterations, dim, eps))
    return module


class _Orthogonal(Module):
    """The matrix exponential of a skew-symmetric matrix, or its Cayley transform, times a base."""

    def __init__(self, weight, orthogonal_map):
        super().__init__()
        self.orthogonal_map = orthogonal_map
        self.register_buffer("base", torch.linalg.qr(weight.detach().mT if weight.size(-2) < weight.size(-1) else weight.detach(), mode="complete")[0])

    def forward(self, X):
        n, k = X.size(-2), X.size(-1)
        transposed = n < k
        if transposed:
            X, n, k = X.mT, k, n
        A = X.tril()
        if n != k:
            A = torch.cat([A, A.new_zeros(n, n - k)], -1)
        A = A - A.mT
        if self.orthogonal_map == "matrix_exp":
            Q = torch.matrix_exp(A)
        else:
            eye = torch.eye(n, dtype=A.dtype)
            Q = torch.linalg.solve(eye - 0.5 * A, eye + 0.5 * A)
        Q = (self.base @ Q)[..., :k]
        return Q.mT if transposed else Q

    def right_inverse(self, Q):
        X = torch.zeros_like(Q)
        self.base.copy_(torch.linalg.qr(Q.mT if Q.size(-2) < Q.size(-1) else Q, mode="complete")[0])
        tall = Q.mT if Q.size(-2) < Q.size(-1) else Q
        signs = (self.base[..., :tall.size(-1)] * tall).sum(-2).sign()
        self.base[..., :tall.size(-1)] *= signs
        return X


def orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    weight = getattr(module, name, None)
    if not isinstance(weight, torch.Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    if weight.ndim < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {weight.ndim} dimensions.")
    square = weight.size(-2) == weight.size(-1)
    orthogonal_map = orthogonal_map or ("matrix_exp" if square else "householder")
    if orthogonal_map not in ("matrix_exp", "cayley", "householder"):
        raise ValueError(f'orthogonal_map has to be one of "matrix_exp", "cayley", "householder". Got: {orthogonal_map}')
    if orthogonal_map == "householder":
        orthogonal_map = "matrix_exp"
    parametrization = _Orthogonal(weight, orthogonal_map)
    parametrize.register_parametrization(module, name, parametrization, unsafe=True)
    with torch.no_grad():
        setattr(module, name, torch.linalg.qr(weight if weight.size(-2) >= weight.size(-1) else weight.mT)[0]
                if weight.size(-2) >= weight.size(-1) else torch.linalg.qr(weight.mT)[0].mT)
    return module
