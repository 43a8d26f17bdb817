# torch.linalg where it is not an op: what is made of the native factors.
import math

import torch._C as _C
import torch._C._linalg as _native
from torch._C import Tensor
from torch._tensor_library import _named_grad, _with_out

__all__ = []

LinAlgError = _C._LinAlgError


def _add(fn):
    if not hasattr(_native, fn.__name__):
        __all__.append(fn.__name__)
    return _with_out(fn, "linalg_" + fn.__name__)


def _named(name, **fields):
    return _C._named_result(name, tuple(fields), tuple(fields.values()))


@_add
def matmul(input, other):
    return _C.matmul(input, other)


@_add
def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    return A.diagonal(offset, dim1, dim2)


@_add
def cholesky(A, *, upper=False):
    L = _native._cholesky(A.mT if upper else A)
    return _named_grad(L.contiguous().mT, "LinalgCholeskyExBackward0", A) if upper else L


@_add
def qr(A, mode="reduced"):
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or 'complete'")
    q, r = _native._qr(A, mode == "complete")
    return _named("linalg_qr", Q=q.new_empty(0) if mode == "r" else q, R=r)


@_add
def eigh(A, UPLO="L"):
    if UPLO not in ("L", "U", "l", "u"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    values, vectors = _native._eigh(A, UPLO.upper())
    return _named("linalg_eigh", eigenvalues=values, eigenvectors=vectors)


@_add
def eigvalsh(A, UPLO="L"):
    if UPLO not in ("L", "U", "l", "u"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    return _native._eigh(A, UPLO.upper(), _has_gradient(A))[0]


def _has_gradient(A):
    """Whether values alone will not do: their gradient needs the vectors."""
    return A.requires_grad and _C.is_grad_enabled()


@_add
def svd(A, full_matrices=True, *, driver=None):
    U, S, Vh = _native._svd(A, full_matrices)
    return _named("linalg_svd", U=U, S=S, Vh=Vh)


@_add
def svdvals(A, *, driver=None):
    return _native._svd(A, False, _has_gradient(A))[1]


@_add
def lu_factor(A, *, pivot=True):
    LU, pivots = _native._lu(A)
    return _named("linalg_lu_factor", LU=LU, pivots=pivots)


@_add
def lu_factor_ex(A, *, pivot=True, check_errors=False):
    LU, pivots = _native._lu(A)
    info = _C.zeros(A.shape[:-2], dtype=_C.int32)
    return _named("linalg_lu_factor_ex", LU=LU, pivots=pivots, info=info)


def _unpack(LU, pivots):
    m, n = LU.shape[-2:]
    k = min(m, n)
    lower = LU[..., :k].tril(-1) + _C.eye(m, k, dtype=LU.dtype)
    upper = LU[..., :k, :].triu()
    batch = LU.shape[:-2]
    flat = pivots.reshape(-1, k).tolist()
    orders = []
    for swaps in flat:
        order = list(range(m))
        for i, p in enumerate(swaps):
            order[i], order[p - 1] = order[p - 1], order[i]
        orders.append(order)
    order = _C.tensor(orders, dtype=_C.int64).reshape(tuple(batch) + (m,))
    P = _C.zeros(tuple(batch) + (m, m), dtype=LU.dtype).scatter_(-2, order.unsqueeze(-2), 1.0)
    return P, lower, upper


@_add
def lu(A, *, pivot=True):
    P, L, U = _unpack(*_native._lu(A))
    return _named("linalg_lu", P=P, L=L, U=U)


@_add
def lu_solve(LU, pivots, B, *, left=True, adjoint=False):
    P = _unpack(LU, pivots)[0]
    if not left:
        return lu_solve(LU, pivots, B.mT, adjoint=not adjoint).mT
    if adjoint:
        return P @ _substitute(LU, _substitute(LU, B, True, True), False, True, True)
    return _substitute(LU, _substitute(LU, P.mT @ B, False, unit=True), True)


def _substitute(A, B, upper, turned=False, unit=False):
    """X of A X = B, or with A transposed where `turned`, of a triangle of A; batches are broadcast."""
    batch = _C.broadcast_tensors(A[..., 0, 0], B[..., 0, 0])[0].shape
    return _native._solve_triangular(A.expand(batch + A.shape[-2:]), B.expand(batch + B.shape[-2:]), upper, turned, unit)


def solve_factors(factor, B, upper):
    """X of A X = B from a Cholesky factor of A."""
    X = _substitute(factor, _substitute(factor, B, upper, upper), upper, not upper)
    return _named_grad(X, "CholeskySolveBackward0", B, factor)


@_add
def solve_triangular(A, B, *, upper, left=True, unitriangular=False):
    if left:
        return _substitute(A, B, upper, False, unitriangular)
    return _named_grad(_substitute(A, B.mT, upper, True, unitriangular).mT, "LinalgSolveTriangularBackward0", A, B)


@_add
def inv_ex(A, *, check_errors=False):
    return _named("linalg_inv_ex", inverse=_native.inv(A), info=_C.zeros(A.shape[:-2], dtype=_C.int32))


@_add
def cholesky_ex(A, *, upper=False, check_errors=False):
    try:
        return _named("linalg_cholesky_ex", L=cholesky(A, upper=upper), info=_C.zeros(A.shape[:-2], dtype=_C.int32))
    except LinAlgError:
        if check_errors:
            raise
    M = A.mT if upper else A
    found = [_partial_cholesky(m) for m in M.detach().reshape((-1,) + tuple(A.shape[-2:]))]
    L = _C.stack([f[0] for f in found]).reshape(A.shape)
    info = _C.tensor([f[1] for f in found], dtype=_C.int32).reshape(A.shape[:-2])
    return _named("linalg_cholesky_ex", L=L.mT if upper else L, info=info)


def _partial_cholesky(matrix):
    """Of one matrix: the factor as far as it goes, and the order of the first minor that is not positive (0: none)."""
    L = matrix.tril()
    for k in range(matrix.shape[0]):
        row = matrix[k, :k]
        if k:
            row = solve_triangular(L[:k, :k], row.unsqueeze(1), upper=False).squeeze(1)
        rest = (matrix[k, k] - (row * row).sum()).item()
        if not rest > 0:  # as LAPACK leaves it: the pivot in its place, the row as far as it was solved
            L[k, :k] = row
            L[k, k] = rest
            return L, k + 1
        L[k, :k] = row
        L[k, k] = rest ** 0.5
    return L, 0


@_add
def solve_ex(A, B, *, left=True, check_errors=False):
    result = _native.solve(A, B, left=left)
    return _named("linalg_solve_ex", result=result, info=_C.zeros(A.shape[:-2], dtype=_C.int32))


def _rank_tolerance(S, A, atol, rtol):
    if rtol is None:
        rtol = max(A.shape[-2:]) * _eps(A.dtype) if not atol else 0.0
    largest = S.amax(-1, keepdim=True) if S.size(-1) else S.new_zeros(S.shape[:-1] + (1,))
    bound = largest * (rtol.unsqueeze(-1) if isinstance(rtol, Tensor) and rtol.dim() else rtol)
    return bound if atol is None else bound.clamp(min=atol)


def _eps(dtype):
    return _C._dtype_limits(dtype)[3]


@_add
def matrix_rank(A, tol=None, *, atol=None, rtol=None, hermitian=False):
    if A.dim() < 2:
        raise RuntimeError("torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.")
    _C._refuse_types("linalg_matrix_rank", A)
    if tol is not None:
        atol, rtol = tol, 0.0
    S = eigvalsh(A).abs() if hermitian else svdvals(A)
    return (S > _rank_tolerance(S, A, atol, rtol)).sum(-1)


@_add
def pinv(A, rcond=None, *, atol=None, rtol=None, hermitian=False):
    if A.dim() < 2 or A.dtype not in (_C.float32, _C.float64):
        raise RuntimeError(f"linalg.pinv({A.type()[6:-6]}{{{list(A.shape)}}}): expected a tensor with 2 or more dimensions of float, double, cfloat or cdouble types")
    if rcond is not None:
        rtol = rcond
    U, S, Vh = _native._svd(A)
    keep = S > _rank_tolerance(S, A, atol, rtol)
    inverse = _C.where(keep, 1 / _C.where(keep, S, _C.ones_like(S)), _C.zeros_like(S))
    return _named_grad((Vh.mT * inverse.unsqueeze(-2)) @ U.mT, "LinalgPinvBackward0", A)


@_add
def cond(A, p=None):
    if p is None or p == 2 or p == -2:
        S = svdvals(A)
        high, low = S[..., 0], S[..., -1]
        return low / high if p == -2 else high / low
    return _native.matrix_norm(A, p) * _native.matrix_norm(_native.inv(A), p)


@_add
def lstsq(A, B, rcond=None, *, driver=None):
    _C._refuse_types("linalg_lstsq", A)
    m, n = A.shape[-2:]
    vector = B.dim() == A.dim() - 1
    right = B.unsqueeze(-1) if vector else B
    rank = matrix_rank(A) if A.shape[:-2] != () else matrix_rank(A).reshape(())
    if m >= n and bool((rank == n).all()):
        Q, R = _native._qr(A)
        solution = solve_triangular(R, Q.mT @ right, upper=True)
    else:
        solution = pinv(A) @ right
    full = m > n and driver not in (None, "gelsy") and bool((rank == n).all())
    residuals = (A @ solution - right).pow(2).sum(-2) if full else A.new_empty(0)
    values = svdvals(A) if driver in ("gelsd", "gelss") else A.new_empty(0)
    if driver in (None, "gels", "gelsy"):
        shown = rank if driver != "gels" else _C.empty(0, dtype=_C.int64)
    else:
        shown = rank
    solution = _named_grad(solution, "LinalgLstsqBackward0", A, B)
    return _named("linalg_lstsq", solution=solution.squeeze(-1) if vector else solution, residuals=residuals, rank=shown, singular_values=values)


@_add
def polar(A):
    """U H with U unitary and H symmetric positive semidefinite."""
    U, S, Vh = svd(A, False)
    return _named("linalg_polar", U=U @ Vh, H=Vh.mT @ (S.unsqueeze(-1) * Vh))


@_add
def matrix_sqrth(A):
    values, vectors = eigh(A)
    return (vectors * values.clamp(min=0).sqrt().unsqueeze(-2)) @ vectors.mT


@_add
def ldl_factor_ex(A, *, hermitian=False, check_errors=False, out=None):
    """L D L^T of a symmetric matrix, packed below and on the diagonal, with LAPACK's pivots."""
    from torch._ldl import factor
    LD, pivots, info = factor(A)
    return _named("linalg_ldl_factor_ex", LD=LD, pivots=pivots, info=info)


@_add
def ldl_factor(A, *, hermitian=False, out=None):
    LD, pivots, _ = ldl_factor_ex(A)
    return _named("linalg_ldl_factor", LD=LD, pivots=pivots)


@_add
def ldl_solve(LD, pivots, B, *, hermitian=False, out=None):
    from torch._ldl import solve_factored
    return solve_factored(LD, pivots, B)


@_add
def matrix_exp(A):
    _C._refuse_types("linalg_matrix_exp", A)
    # Scaling and squaring of the Taylor series.
    norm1 = A.detach().abs().sum(-2).max().item() if A.numel() else 0.0
    squarings = max(0, int(math.ceil(math.log2(norm1 / 0.5)))) if norm1 > 0.5 else 0
    X = A / (2 ** squarings)
    eye = _C.eye(A.shape[-1], dtype=A.dtype).expand(A.shape)
    result, term = eye + X, X
    for k in range(2, 19 if A.dtype == _C.float64 else 12):
        term = term @ X / k
        result = result + term
    for _ in range(squarings):
        result = result @ result
    return _named_grad(result, "LinalgMatrixExpBackward0", A)


@_add
def multi_dot(tensors, *, out=None):
    tensors = list(tensors)
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    first, last = tensors[0].dim() == 1, tensors[-1].dim() == 1
    if first:
        tensors[0] = tensors[0].unsqueeze(0)
    if last:
        tensors[-1] = tensors[-1].unsqueeze(-1)
    result = _chain(tensors)
    if first and last:
        return result.reshape(())
    return result.squeeze(0) if first else result.squeeze(-1) if last else result.view(result.shape)


def _chain(tensors):
    """The product of matrices in the order that costs the fewest multiplications."""
    n = len(tensors)
    sizes = [t.shape[0] for t in tensors] + [tensors[-1].shape[1]]
    cost = [[0] * n for _ in range(n)]
    split = [[0] * n for _ in range(n)]
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            choices = [(cost[i][k] + cost[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k) for k in range(i, j)]
            cost[i][j], split[i][j] = min(choices)

    def product(i, j):
        return tensors[i] if i == j else product(i, split[i][j]) @ product(split[i][j] + 1, j)

    return product(0, n - 1)


@_add
def vecdot(x, y, *, dim=-1):
    _C._refuse_types("linalg_vecdot", x)
    return (x * y).sum(dim)


@_add
def vander(x, *, N=None):
    _C._refuse_types("linalg_vander", x)
    n = x.size(-1) if N is None else N
    if n < 1:
        raise RuntimeError("N must be greater than 1.")
    return x.unsqueeze(-1) ** _C.arange(n)


@_add
def tensorinv(A, ind=2):
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind'")
    left, right = A.shape[:ind], A.shape[ind:]
    n = math.prod(left)
    if n != math.prod(right):
        raise RuntimeError(f"Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got {math.prod(right)} != {n}")
    return _native.inv(A.reshape(n, n)).reshape(tuple(right) + tuple(left))


@_add
def tensorsolve(A, B, dims=None):
    if dims is not None:
        A = A.movedim(tuple(dims), tuple(range(A.dim() - len(dims), A.dim())))
    right = A.shape[B.dim():]
    return _native.solve(A.reshape(B.numel(), -1), B.reshape(-1)).reshape(right)


@_add
def householder_product(A, tau):
    m, n = A.shape[-2:]
    Q = _C.eye(m, dtype=A.dtype)
    for i in range(tau.size(-1)):
        v = A[..., i].clone()
        v[..., :i] = 0
        v[..., i] = 1
        Q = Q - tau[..., i] * _C.outer(Q @ v, v)
    return Q[..., :n]


def _complex_result(name):
    def refused(A):
        raise NotImplementedError(f"linalg.{name} returns complex tensors, which Vitrine does not have; for symmetric matrices use linalg.eigh")
    refused.__name__ = name
    return refused


eig = _complex_result("eig")
eigvals = _complex_result("eigvals")
__all__ += ["eig", "eigvals", "LinAlgError"]
