# torch.linalg where it is not an op.
import torch._C as _C
import torch._C._linalg as _native

__all__ = []


def _add(fn):
    if not hasattr(_native, fn.__name__):
        __all__.append(fn.__name__)
    return fn


@_add
def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    if dtype is not None:
        x = x.to(dtype)
    if dim is None:
        flat = x.reshape(-1)
        result = _vector_norm(flat, ord, 0, False)
        return result.reshape([1] * x.dim()) if keepdim else result
    return _vector_norm(x, ord, dim, keepdim)


def _vector_norm(x, ord, dim, keepdim):
    if ord == float("inf"):
        return x.abs().amax(dim, keepdim)
    if ord == -float("inf"):
        return x.abs().amin(dim, keepdim)
    if ord == 0:
        return (x != 0).to(x.dtype).sum(dim, keepdim)
    if ord == 1:
        return x.abs().sum(dim, keepdim)
    if ord == 2:
        return (x * x).sum(dim, keepdim).sqrt()
    return x.abs().pow(ord).sum(dim, keepdim).pow(1.0 / ord)


@_add
def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None, out=None):
    if ord is None or (dim is not None and not isinstance(dim, (tuple, list))) or (dim is None and A.dim() == 1):
        return vector_norm(A, 2 if ord is None else ord, dim, keepdim, dtype=dtype)
    return matrix_norm(A, ord, (-2, -1) if dim is None else dim, keepdim, dtype=dtype)


@_add
def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None):
    if ord == "fro":
        return vector_norm(A, 2, dim, keepdim, dtype=dtype)
    rows, cols = dim
    total = A.abs().sum(rows, keepdim=True) if ord in (1, -1) else A.abs().sum(cols, keepdim=True)
    result = total.amax(dim, keepdim) if ord in (1, float("inf")) else total.amin(dim, keepdim)
    return result


@_add
def qr(A, mode="reduced"):
    m, n = A.shape[-2], A.shape[-1]
    k = min(m, n)
    rows = A.to(A.dtype)
    q = _C.eye(m, dtype=A.dtype)
    r = rows.clone()
    for j in range(k):
        x = r[j:, j].clone()
        norm_x = x.norm()
        if norm_x.item() == 0:
            continue
        sign = 1.0 if x[0].item() >= 0 else -1.0
        x[0] = x[0] + sign * norm_x
        v = x / x.norm()
        r[j:] = r[j:] - 2 * _C.outer(v, v @ r[j:])
        q[:, j:] = q[:, j:] - 2 * _C.outer(q[:, j:] @ v, v)
    return q[:, :k], r[:k].triu()


@_add
def inv(A):
    n = A.shape[-1]
    return solve(A, _C.eye(n, dtype=A.dtype))


@_add
def solve(A, B):
    vector = B.dim() == 1
    work = _C.cat([A, B.unsqueeze(1) if vector else B], 1).clone()
    n = A.shape[0]
    for j in range(n):
        pivot = j + int(work[j:, j].abs().argmax().item())
        if work[pivot, j].item() == 0:
            raise RuntimeError("linalg.solve: The solver failed because the input matrix is singular.")
        if pivot != j:
            order = list(range(n))
            order[j], order[pivot] = order[pivot], order[j]
            work = work[order]
        row = work[j] / work[j, j]
        factors = work[:, j].clone()
        factors[j] = 0
        work = work - factors.unsqueeze(1) * row.unsqueeze(0)
        work[j] = row
    out = work[:, n:]
    return out.squeeze(1) if vector else out


@_add
def det(A):
    work = A.clone()
    n = A.shape[0]
    sign = 1.0
    result = _C.ones((), dtype=A.dtype)
    for j in range(n):
        pivot = j + int(work[j:, j].abs().argmax().item())
        if work[pivot, j].item() == 0:
            return _C.zeros((), dtype=A.dtype)
        if pivot != j:
            order = list(range(n))
            order[j], order[pivot] = order[pivot], order[j]
            work = work[order]
            sign = -sign
        result = result * work[j, j]
        factors = work[:, j] / work[j, j]
        mask = _C.arange(n) <= j
        factors = factors.masked_fill(mask, 0)
        work = work - factors.unsqueeze(1) * work[j].unsqueeze(0)
    return result * sign


@_add
def matmul(input, other):
    return _C.matmul(input, other)


@_add
def cross(input, other, *, dim=-1):
    return _C.cross(input, other, dim=dim)
