# torch.linalg where it is not an op: what is made of the native factors.
import math

import torch._C as _C
import torch._C._linalg as _native
from torch._C import Tensor
from torch._tensor_library import _named_grad, _with_out
from torch._linalg_checks import check_dims, check_floating, check_product, check_solvable, check_square, tensor_first, type_word

__all__ = []

LinAlgError = _C._LinAlgError


def _add(fn):
    if not hasattr(_native, fn.__name__):
        __all__.append(fn.__name__)
    return _with_out(tensor_first(fn), "linalg_" + fn.__name__)


def _named(name, **fields):
    return _C._named_result(name, tuple(fields), tuple(fields.values()))


@_add
def matmul(input, other):
    return _C.matmul(input, other)


@_add
def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    return A.diagonal(offset, dim1, dim2)


@_add
def cholesky(input, *, upper=False):
    L = _native._cholesky(input.mT if upper else input)
    return _named_grad(L.contiguous().mT, "LinalgCholeskyExBackward0", input) if upper else L


@_add
def qr(A, mode="reduced"):
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or 'complete'")
    q, r = _native._qr(A, mode == "complete")
    return _named("linalg_qr", Q=q.new_empty(0) if mode == "r" else q, R=r)


def _triangle(name, UPLO):
    if not isinstance(UPLO, str):
        raise TypeError(f"{name}(): argument 'UPLO' must be str, not {type(UPLO).__name__}")
    if UPLO not in ("L", "U", "l", "u"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    return UPLO.upper()


@_add
def eigh(input, UPLO="L"):
    values, vectors = _native._eigh(input, _triangle("linalg_eigh", UPLO))
    return _named("linalg_eigh", eigenvalues=values, eigenvectors=vectors)


@_add
def eigvalsh(input, UPLO="L"):
    return _native._eigh(input, _triangle("linalg_eigvalsh", UPLO), _has_gradient(input))[0]


def _has_gradient(A):
    """Whether values alone will not do: their gradient needs the vectors."""
    return A.requires_grad and _C.is_grad_enabled()


@_add
def svd(A, full_matrices=True, *, driver=None):
    _refuse_driver(driver)
    U, S, Vh = _native._svd(A, full_matrices)
    return _named("linalg_svd", U=U, S=S, Vh=Vh)


def _refuse_driver(driver):
    if driver is not None:
        raise RuntimeError("torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs with cuSOLVER backend.")


@_add
def svdvals(A, *, driver=None):
    _refuse_driver(driver)
    return _native._svd(A, False, _has_gradient(A))[1]


def _lu(A, pivot, name="torch.lu_factor"):
    if A.dim() < 2:
        raise RuntimeError(f"{name}: Expected tensor with 2 or more dimensions. Got size: {list(A.shape)} instead")
    if not pivot:
        raise RuntimeError("linalg.lu_factor: LU without pivoting is not implemented on the CPU")
    return _native._lu(A)


def _lu_info(LU):
    """Per matrix the number of the first pivot that is zero, from 1; 0 where there is none."""
    zero = LU.detach().diagonal(0, -2, -1) == 0
    if not zero.size(-1):
        return _C.zeros(LU.shape[:-2], dtype=_C.int32)
    return _C.where(zero.any(-1), zero.int().argmax(-1) + 1, 0).int()


def _refuse_singular(info, text, error=LinAlgError):
    """Raises for the first matrix whose info is not 0; text says what is wrong with its number."""
    failed = info.reshape(-1).nonzero()
    if len(failed):
        at = failed[0].item()
        where = f" (Batch element {at}):" if info.dim() else ""
        raise error(text(where, info.reshape(-1)[at].item()))


def _lu_refusal(where, pivot):
    return (f"torch.linalg.lu_factor:{where} U[{pivot},{pivot}] is zero and using it on lu_solve would result in a division by zero. "
            "If you still want to perform the factorization, consider calling linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)")


@_add
def lu_factor(A, *, pivot=True):
    LU, pivots = _lu(A, pivot)
    _refuse_singular(_lu_info(LU), _lu_refusal, RuntimeError)
    return _named("linalg_lu_factor", LU=LU, pivots=pivots)


@_add
def lu_factor_ex(A, *, pivot=True, check_errors=False):
    LU, pivots = _lu(A, pivot)
    info = _lu_info(LU)
    if check_errors:
        _refuse_singular(info, _lu_refusal, RuntimeError)
    return _named("linalg_lu_factor_ex", LU=LU, pivots=pivots, info=info)


def _unpack(LU, pivots):
    m, n = LU.shape[-2:]
    k = min(m, n)
    lower = LU[..., :k].tril(-1) + _C.eye(m, k, dtype=LU.dtype)
    upper = LU[..., :k, :].triu()
    batch = LU.shape[:-2]
    flat = pivots.reshape(math.prod(batch), k).tolist()
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
    P, L, U = _unpack(*_lu(A, pivot, "linalg.lu"))
    return _named("linalg_lu", P=P, L=L, U=U)


@_add
def lu_solve(LU, pivots, B, *, left=True, adjoint=False):
    check_solvable(LU, B, left, "linalg.lu_solve")
    P = _unpack(LU, pivots)[0]
    if not left:
        return lu_solve(LU, pivots, B.mT, adjoint=not adjoint).mT
    if adjoint:
        return P @ _substitute(LU, _substitute(LU, B, True, True), False, True, True)
    return _substitute(LU, _substitute(LU, P.mT @ B, False, unit=True), True)


def _substitute(A, B, upper, turned=False, unit=False):
    """X of A X = B, or with A transposed where `turned`, of a triangle of A; batches are broadcast."""
    if A.shape[:-2] == B.shape[:-2]:
        return _native._solve_triangular(A, B, upper, turned, unit)
    batch = _C.broadcast_tensors(B.new_empty(B.shape[:-2]), A.new_empty(A.shape[:-2]))[0].shape
    return _native._solve_triangular(A.expand(batch + A.shape[-2:]), B.expand(batch + B.shape[-2:]), upper, turned, unit)


def solve_factors(factor, B, upper):
    """X of A X = B from a Cholesky factor of A."""
    X = _substitute(factor, _substitute(factor, B, upper, upper), upper, not upper)
    return _named_grad(X, "CholeskySolveBackward0", B, factor)


@_add
def solve_triangular(A, B, *, upper, left=True, unitriangular=False):
    check_square(A, "linalg.solve_triangular")
    check_dims(B, "linalg.solve_triangular", "B")
    check_solvable(A, B, left, "linalg.solve_triangular")
    _C._refuse_types("linalg_solve_triangular", A)
    B = B.to(A.dtype)
    if left:
        return _substitute(A, B, upper, False, unitriangular)
    return _named_grad(_substitute(A, B.mT, upper, True, unitriangular).mT, "LinalgSolveTriangularBackward0", A, B)


@_add
def inv_ex(A, *, check_errors=False):
    try:
        return _named("linalg_inv_ex", inverse=_native.inv(A), info=_C.zeros(A.shape[:-2], dtype=_C.int32))
    except LinAlgError:
        pass
    LU, pivots = _native._lu(A)
    info = _lu_info(LU)
    if check_errors:
        _refuse_singular(info, lambda where, pivot: f"linalg.inv_ex:{where} The diagonal element {pivot} is zero, the inversion could not be completed because the input matrix is singular.")
    return _named("linalg_inv_ex", inverse=lu_solve(LU, pivots, _C.eye(A.shape[-1], dtype=A.dtype).expand(A.shape)), info=info)


@_add
def cholesky_ex(input, *, upper=False, check_errors=False):
    A = input
    try:
        return _named("linalg_cholesky_ex", L=cholesky(A, upper=upper), info=_C.zeros(A.shape[:-2], dtype=_C.int32))
    except LinAlgError as error:
        if check_errors:
            raise LinAlgError(str(error).replace("linalg.cholesky:", "linalg.cholesky_ex:", 1)) from None
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
    try:
        return _named("linalg_solve_ex", result=_native.solve(A, B, left=left), info=_C.zeros(A.shape[:-2], dtype=_C.int32))
    except LinAlgError as error:
        if check_errors:
            raise LinAlgError(str(error).replace("torch.linalg.solve:", "torch.linalg.solve_ex:", 1)) from None
    LU, pivots = _native._lu(A)
    vector = B.dim() == 1 or B.shape == A.shape[:-1]
    X = lu_solve(LU, pivots, B.unsqueeze(-1) if vector else B, left=left)
    return _named("linalg_solve_ex", result=X.squeeze(-1) if vector else X, info=_lu_info(LU))


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
    if hermitian:
        check_square(A, "linalg.eigh")
        values, vectors = _native._eigh(A, "L")
        U, S, Vh = vectors * values.sgn().unsqueeze(-2), values.abs(), vectors.mT
    else:
        U, S, Vh = _native._svd(A)
    keep = S > _rank_tolerance(S, A, atol, rtol)
    inverse = _C.where(keep, 1 / _C.where(keep, S, _C.ones_like(S)), _C.zeros_like(S))
    return _named_grad((Vh.mT * inverse.unsqueeze(-2)) @ U.mT, "LinalgPinvBackward0", A)


@_add
def cond(input, p=None):
    if input.dim() < 2:
        raise RuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")
    if not input.numel():
        return input.new_zeros(input.shape[:-2])
    if p is None or p == 2 or p == -2:
        S = svdvals(input)
        high, low = S[..., 0], S[..., -1]
        return low / high if p == -2 else high / low
    if isinstance(p, str):
        if p not in ("fro", "nuc"):
            raise ValueError(f"linalg.cond got an invalid norm type: {p}")
        check_square(input, "linalg.cond(ord=" + p + ")")
    else:
        check_square(input, f"linalg.cond(ord={p})")
    inverse, info = inv_ex(input)
    result = _native.matrix_norm(input, p) * _native.matrix_norm(inverse, p)
    return _C.where(info > 0, math.inf, result) if info.any() else result


@_add
def lstsq(input, b, rcond=None, *, driver=None):
    A, B = input, b
    _check_lstsq(A, B, driver)
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


def _check_lstsq(A, B, driver):
    if A.dim() < 2:
        raise RuntimeError("torch.linalg.lstsq: input must have at least 2 dimensions.")
    if B.dim() < 1:
        raise RuntimeError("torch.linalg.lstsq: other must have at least 1 dimension.")
    if A.dtype != B.dtype:
        raise RuntimeError(f"torch.linalg.lstsq: Expected input and other to have the same dtype, but got input's dtype {type_word(A)} and other's dtype {type_word(B)}")
    if not 0 <= A.dim() - B.dim() <= 1:
        raise RuntimeError("torch.linalg.lstsq: input.dim() must be greater or equal to other.dim() and (input.dim() - other.dim()) <= 1")
    vector = B.dim() == A.dim() - 1
    if A.size(-2) != B.size(-1 if vector else -2):
        raise RuntimeError(f"torch.linalg.lstsq: input.size(-2) should match other.size({-1 if vector else -2})")
    if driver not in (None, "gels", "gelsy", "gelsd", "gelss"):
        raise RuntimeError("torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)")


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
def ldl_factor_ex(input, *, hermitian=False, check_errors=False, out=None):
    """L D L^T of a symmetric matrix, packed below and on the diagonal, with LAPACK's pivots."""
    from torch._ldl import factor
    check_square(input, "torch.linalg.ldl_factor_ex")
    check_floating(input, "torch.linalg.ldl_factor_ex")
    _C._refuse_types("linalg_ldl_factor_ex", input)
    if not input.numel():
        batch = input.shape[:-2]
        return _named("linalg_ldl_factor_ex", LD=input.clone(), pivots=_C.empty(input.shape[:-1], dtype=_C.int32), info=_C.zeros(batch, dtype=_C.int32))
    LD, pivots, info = factor(input)
    return _named("linalg_ldl_factor_ex", LD=LD, pivots=pivots, info=info)


@_add
def ldl_factor(input, *, hermitian=False, out=None):
    LD, pivots, _ = ldl_factor_ex(input)
    return _named("linalg_ldl_factor", LD=LD, pivots=pivots)


@_add
def ldl_solve(LD, pivots, B, *, hermitian=False, out=None):
    from torch._ldl import solve_factored
    return solve_factored(LD, pivots, B)


@_add
def matrix_exp(input):
    A = input
    check_dims(A, "linalg.matrix_exp")
    check_floating(A, "linalg.matrix_exp")
    check_square(A, "linalg.matrix_exp")
    if A.shape[-1] == 0:
        return _C.zeros_like(A)
    # Scaling and squaring of the Taylor series, in float64: squaring doubles what was rounded.
    A = A.double()
    norm1 = A.detach().abs().sum(-2).max().item() if A.numel() else 0.0
    squarings = max(0, int(math.ceil(math.log2(norm1 / 0.5)))) if norm1 > 0.5 else 0
    X = A / (2 ** squarings)
    eye = _C.eye(A.shape[-1], dtype=A.dtype).expand(A.shape)
    result, term = eye + X, X
    for k in range(2, 19):
        term = term @ X / k
        result = result + term
    for _ in range(squarings):
        result = result @ result
    return _named_grad(result.to(input.dtype), "LinalgMatrixExpBackward0", input)


@_add
def multi_dot(tensors, *, out=None):
    if isinstance(tensors, Tensor):
        raise TypeError("linalg_multi_dot(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor")
    tensors = list(tensors)
    check_product(tensors)
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
    if x.dtype != y.dtype:
        raise RuntimeError(f"linalg.vecdot: Expected x and y to have the same dtype, but found x of type {type_word(x)} and y of type {type_word(y)} instead")
    return (x * y).sum(dim)


@_add
def vander(x, *, N=None):
    _C._refuse_types("linalg_vander", x)
    n = (x.size(-1) if x.dim() else 0) if N is None else N
    if n < 1:
        raise RuntimeError("N must be greater than 1.")
    return x.unsqueeze(-1) ** _C.arange(n)


@_add
def tensorinv(input, ind=2):
    A = input
    if ind <= 0:
        raise RuntimeError(f"Expected a strictly positive integer for 'ind', but got {ind}")
    if A.dim() < ind:
        raise RuntimeError(f"ArrayRef: invalid slice, N = {ind}; size = {A.dim()}")
    left, right = A.shape[:ind], A.shape[ind:]
    n = math.prod(left)
    if n != math.prod(right):
        raise RuntimeError(f"Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got {math.prod(right)} != {n}")
    return _native.inv(A.reshape(n, n)).reshape(tuple(right) + tuple(left))


@_add
def tensorsolve(input, other, dims=None):
    A, B = input, other
    if dims is not None:
        A = A.movedim(tuple(dims), tuple(range(A.dim() - len(dims), A.dim())))
    right = A.shape[B.dim():]
    if math.prod(right) != B.numel():
        raise RuntimeError(f"Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), but got {math.prod(right)} != {B.numel()}")
    return _native.solve(A.reshape(B.numel(), -1), B.reshape(-1)).reshape(right)


@_add
def householder_product(input, tau):
    name = "torch.linalg.householder_product"
    if input.dim() < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    m, n = input.shape[-2:]
    if m < n:
        raise RuntimeError(f"{name}: input.shape[-2] must be greater than or equal to input.shape[-1]")
    if n < tau.size(-1):
        raise RuntimeError(f"{name}: input.shape[-1] must be greater than or equal to tau.shape[-1]")
    if tau.dim() != input.dim() - 1:
        raise RuntimeError(f"{name}: Expected tau to have one dimension less than input, but got tau.ndim equal to {tau.dim()} and input.ndim is equal to {input.dim()}")
    if tau.dtype != input.dtype:
        raise RuntimeError(f"{name}: tau dtype {type_word(tau)} does not match input dtype {type_word(input)}")
    Q = _C.eye(m, dtype=input.dtype).expand(input.shape[:-2] + (m, m))
    for i in range(tau.size(-1)):
        v = input[..., i].clone()
        v[..., :i] = 0
        v[..., i] = 1
        reflected = (Q @ v.unsqueeze(-1)) * v.unsqueeze(-2)
        Q = Q - tau[..., i, None, None] * reflected
    return Q[..., :n]


def _complex_result(name):
    def refused(A):
        raise NotImplementedError(f"linalg.{name} returns complex tensors, which Vitrine does not have; for symmetric matrices use linalg.eigh")
    refused.__name__ = name
    return refused


eig = _complex_result("eig")
eigvals = _complex_result("eigvals")
__all__ += ["eig", "eigvals", "LinAlgError"]
