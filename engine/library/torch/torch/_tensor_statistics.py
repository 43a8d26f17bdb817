# Compositions of ops that compute: statistics, differences, windows, products of several tensors.
import builtins
import math
import warnings

import torch._C as _C
import torch._warnings as _warnings
from torch._C import Tensor
from torch._tensor_library import _named_grad, _registrar

__all__ = []
_function, _method, _both = _registrar(__all__)


@_function
def chain_matmul(*matrices):
    _warnings.warn("torch.chain_matmul is deprecated and will be removed in a future PyTorch release. Use torch.linalg.multi_dot instead, which accepts a list of "
                   "two or more tensors rather than multiple parameters. (Triggered internally at ./aten/src/ATen/native/LinearAlgebra.cpp:1103.)", True)
    from torch.linalg import multi_dot
    return multi_dot(matrices) if len(matrices) > 1 else matrices[0]


@_both
def vdot(input, other):
    _C._refuse_types("vdot", input)
    return _named_grad(input.dot(other), "VdotBackward0", input, other)


def _check_weights(name, weights, count):
    if weights.dim() > 1:
        raise RuntimeError(f"cov(): expected {name} to have one or fewer dimensions but got {name} with {weights.dim()} dimensions")
    whole = not weights.is_floating_point() and weights.dtype != _C.bool
    if name == "fweights" and not whole:
        raise RuntimeError(f"cov(): expected fweights to have integral dtype but got fweights with {weights.type()[6:-6]} dtype")
    if name == "aweights" and not weights.is_floating_point():
        raise RuntimeError(f"cov(): expected aweights to have floating point dtype but got aweights with {weights.type()[6:-6]} dtype")
    if weights.numel() != count:
        raise RuntimeError(f"cov(): expected {name} to have the same numel as there are observations in the input but got {weights.numel()} != {count}")
    if weights.numel() > 0 and bool((weights < 0).any()):
        raise RuntimeError(f"cov(): {name} cannot be negative")


@_both
def cov(input, *, correction=1, fweights=None, aweights=None):
    _C._refuse_types("cov", input)
    if input.dim() > 2:
        raise RuntimeError(f"cov(): expected input to have two or fewer dimensions but got an input with {input.dim()} dimensions")
    x = input.reshape(1, -1) if input.dim() < 2 else input
    weights = None
    for name, given in (("fweights", fweights), ("aweights", aweights)):
        if given is not None:
            _check_weights(name, given, x.size(1))
            weights = given if weights is None else weights * given
    if not x.is_floating_point():
        x = x.to(_C.get_default_dtype())
    if weights is None:
        x = x - x.mean(1, keepdim=True)
        return (x @ x.t() / max(x.size(1) - correction, 0)).squeeze()
    total = weights.sum()
    x = x - (x * weights).sum(1, keepdim=True) / total
    if aweights is None:
        norm = total - correction
    else:
        norm = total - correction * (weights * aweights).sum() / total
    return ((x * weights) @ x.t() / norm.clamp(min=0)).squeeze()


@_both
def corrcoef(input):
    c = cov(input)
    if c.dim() == 0:
        return c / c
    d = c.diagonal().sqrt()
    return (c / d.unsqueeze(1) / d.unsqueeze(0)).clamp(-1, 1)


def _trapezoids(y, x, dim):
    n = y.size(dim)
    pairs = y.narrow(dim, 1, n - 1) + y.narrow(dim, 0, n - 1)
    if x is None:
        return pairs
    if x.dim() == 1:
        shape = [1] * y.dim()
        shape[dim] = n - 1
        return pairs * x.diff().reshape(shape)
    return pairs * x.diff(dim=dim)


@_function
def trapezoid(y, x=None, *, dx=1, dim=-1):
    _C._refuse_types("trapezoid", y)
    if y.size(dim) == 0:
        return y.new_zeros(y.sum(dim).shape)
    if x is not None:
        return _named_grad(_trapezoids(y, x, dim).sum(dim) / 2.0, "DivBackward1")
    if y.dtype == _C.bool:
        raise RuntimeError("trapezoid: received a bool input for `y`, but bool is not supported")
    total = y.sum(dim) - (y.select(dim, 0) + y.select(dim, -1)) * 0.5
    return _named_grad(total * float(dx), "MulBackward1")


@_function
def trapz(y, x=None, *, dx=1, dim=-1):
    return trapezoid(y, x, dx=dx, dim=dim)


@_function
def cumulative_trapezoid(y, x=None, *, dx=1, dim=-1):
    _C._refuse_types("cumulative_trapezoid", y)
    pairs = _trapezoids(y, x, dim)
    return (pairs * (dx / 2.0) if x is None else pairs / 2.0).cumsum(dim)


@_function
def gradient(input, *, spacing=1, dim=None, edge_order=1):
    _C._refuse_types("gradient", input)
    axes = list(builtins.range(input.dim())) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    if isinstance(spacing, (list, tuple)):
        steps = list(spacing)
        if len(steps) != len(axes):
            if dim is None:
                what = f", or a list of length equal to 'self.dim() = {input.dim()}', since dim argument was not given, but got a list of length {len(steps)}"
            else:
                what = (f" or it's spacing and dim arguments to have the same length, but got a spacing argument of length {len(steps)} "
                        f"and a dim argument of length {len(axes)}.")
            raise RuntimeError(f"torch.gradient expected spacing to be unspecified, a scalar{what}")
    else:
        steps = [1 if spacing is None else spacing] * len(axes)
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    seen = []
    for axis in axes:
        n = input.size(axis)
        if axis % input.dim() in seen:
            raise RuntimeError(f"dim {axis % input.dim()} appears multiple times in the list of dims")
        seen.append(axis % input.dim())
        if n < edge_order + 1:
            raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
    out = []
    for axis, step in zip(axes, steps):
        n = input.size(axis)
        def at(i):
            return input.narrow(axis, i % n, 1)
        if isinstance(step, Tensor) and step.dim() == 1:
            shape = [1] * input.dim()
            shape[axis] = n - 1
            h = step.diff().reshape(shape)
            slopes = input.diff(dim=axis) / h
            h1, h2 = h.narrow(axis, 0, n - 2), h.narrow(axis, 1, n - 2)
            inner = (slopes.narrow(axis, 0, n - 2) * h2 + slopes.narrow(axis, 1, n - 2) * h1) / (h1 + h2)
            first, last = slopes.narrow(axis, 0, 1), slopes.narrow(axis, n - 2, 1)
            if edge_order == 2:
                a, b = h.narrow(axis, 0, 1), h.narrow(axis, 1, 1)
                first = -(2. * a + b) / (a * (a + b)) * at(0) + (a + b) / (a * b) * at(1) - a / (b * (a + b)) * at(2)
                a, b = h.narrow(axis, n - 3, 1), h.narrow(axis, n - 2, 1)
                last = b / (a * (a + b)) * at(-3) - (b + a) / (a * b) * at(-2) + (2. * b + a) / (b * (a + b)) * at(-1)
        else:
            inner = (input.narrow(axis, 2, n - 2) - input.narrow(axis, 0, n - 2)) / (2 * step)
            if edge_order == 1:
                first, last = (at(1) - at(0)) / step, (at(-1) - at(-2)) / step
            else:
                first = (-3 * at(0) + 4 * at(1) - at(2)) / (2 * step)
                last = (3 * at(-1) - 4 * at(-2) + at(-3)) / (2 * step)
        out.append(_C.cat([first, inner, last], axis))
    return tuple(out)


@_both
def logaddexp2(input, other):
    _C._refuse_types("logaddexp2", input, other)
    high = _C.maximum(input, other)
    return _named_grad(high + _C.log2(1 + _C.exp2(-(input - other).abs())), "Logaddexp2Backward0", input, other)


@_both
def addr(input, vec1, vec2, *, beta=1, alpha=1):
    for name, vector in (("vec1", vec1), ("vec2", vec2)):
        if vector.dim() != 1:
            raise RuntimeError(f"addr: Expected 1-D argument {name}, but got {vector.dim()}-D")
    input = input.expand(vec1.size(0), vec2.size(0))
    if input.dtype == vec1.dtype == vec2.dtype and input.dtype in (_C.float32, _C.float64) and beta != 0:
        result = _C.addcmul(input if beta == 1 else beta * input, vec1.unsqueeze(1), vec2, value=alpha)
        return _named_grad(result, "AddrBackward0", input, vec1, vec2)
    product = _C.outer(vec1, vec2)
    if input.dtype == _C.bool and product.dtype == _C.bool:
        return (input & bool(beta)) | (product & bool(alpha))
    product = alpha * product
    # A factor of zero leaves the input out, NaNs included.
    result = product.to(_C.promote_types(input.dtype, product.dtype)) if beta == 0 else beta * input + product
    return _named_grad(result, "AddrBackward0", input, vec1, vec2)


_C_NAMES = {_C.float32: "float", _C.float64: "double", _C.float16: "c10::Half", _C.bfloat16: "c10::BFloat16", _C.int64: "long int", _C.int32: "int"}


def _bin_ends(values, given, axis):
    """The ends of the bins: those given, or the extremes; a width of one where they are equal."""
    if given is not None:
        low, high = given
    else:
        low, high = (values.min().item(), values.max().item()) if values.numel() > 0 else (0.0, 1.0)
    if not (math.isfinite(low) and math.isfinite(high)):
        raise RuntimeError(f"torch.histogramdd: dimension {axis}'s range [{low:g}, {high:g}] is not finite")
    if low > high:
        raise RuntimeError(f"torch.histogramdd: min should not exceed max, but got min {low:g} max {high:g} for dimension {axis}")
    return (low - 0.5, high + 0.5) if low == high else (low, high)


def _bin_edges(input, bins, range, weight):
    """For each column of the points the ends of its bins: as given, or so many of one width."""
    width = input.size(-1)
    for axis, wanted in enumerate(bins):
        if not isinstance(wanted, Tensor):
            continue
        if wanted.dtype != input.dtype:
            raise RuntimeError("torch.histogramdd: input tensor and bins tensors should have the same dtype, but got input with dtype "
                               f"{_C_NAMES[input.dtype]} and bins for dimension {axis} with dtype {_C_NAMES.get(wanted.dtype, wanted.dtype)}")
        if wanted.dim() != 1:
            raise RuntimeError(f"torch.histogramdd: bins tensor should have one dimension, but got {wanted.dim()} dimensions in the bins tensor for dimension {axis}")
        if wanted.numel() == 0:
            raise RuntimeError(f"torch.histogramdd: bins tensor should have at least 1 element, but got 0 elements in the bins tensor for dimension {axis}")
    if weight is not None and weight.dtype != input.dtype:
        raise RuntimeError("torch.histogramdd: if weight tensor is provided, input tensor and weight tensor should have the same dtype, but got "
                           f"input({_C_NAMES[input.dtype]}), and weight({_C_NAMES.get(weight.dtype, weight.dtype)})")
    if weight is not None and weight.shape != input.shape[:-1]:
        raise RuntimeError("torch.histogramdd: if weight tensor is provided it should have the same shape as the input tensor excluding its innermost "
                           f"dimension, but got input with shape {list(input.shape)} and weight with shape {list(weight.shape)}")
    for axis, wanted in enumerate(bins):
        count = wanted.numel() - 1 if isinstance(wanted, Tensor) else wanted
        if count <= 0:
            raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {count} for dimension {axis}")
    if range is not None and len(range) != 2 * width:
        raise RuntimeError(f"torch.histogramdd: for a {width}-dimensional histogram range should have {2 * width} elements, but got {len(range)}")
    edges = []
    for axis, wanted in enumerate(bins):
        if not isinstance(wanted, Tensor):
            low, high = _bin_ends(input[..., axis], None if range is None else range[2 * axis:2 * axis + 2], axis)
            wanted = _C.linspace(low, high, wanted + 1, dtype=input.dtype)
        edges.append(wanted)
    return edges


def _low_rank_svd(A, q, niter):
    from torch.linalg import qr, svd
    tall = A.shape[-2] >= A.shape[-1]
    A = A if tall else A.mT
    Q = qr(A @ _C.randn(A.shape[-1], q, dtype=A.dtype, device=A.device))[0]
    for _ in builtins.range(niter):
        Q = qr(A @ qr(A.mT @ Q)[0])[0]
    U, S, Vh = svd(Q.mT @ A, full_matrices=False)
    U, V = Q @ U, Vh.mT
    return (U, S, V) if tall else (V, S, U)


@_function
def svd_lowrank(A, q=6, niter=2, M=None):
    """The q largest singular values, from products with random vectors."""
    return _low_rank_svd(A if M is None else A - M, 6 if q is None else q, 2 if niter is None else niter)


@_function
def pca_lowrank(A, q=None, center=True, niter=2):
    """svd_lowrank of the rows less their mean."""
    m, n = A.shape[-2:]
    if q is None:
        q = min(6, m, n)
    elif not 0 <= q <= min(m, n):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(m, n)}")
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    return _low_rank_svd(A - A.mean(-2, keepdim=True) if center else A, q, niter)


@_both
def histogram(input, bins=100, *, range=None, weight=None, density=False):
    _C._refuse_types("histogram", input)
    flat = input.reshape(-1)
    values = None if weight is None else weight.reshape(-1)
    edges, = _bin_edges(flat.unsqueeze(-1), [bins], range, values)
    values = _C.ones_like(flat) if values is None else values
    n = edges.numel() - 1
    place = _C.searchsorted(edges, flat, right=True) - 1
    place = _C.where(flat == edges[-1], n - 1, place)
    inside = (flat >= edges[0]) & (flat <= edges[-1])
    hist = _C.zeros(n, dtype=input.dtype).scatter_add_(0, place[inside], values[inside])
    if density:
        hist = hist / hist.sum() / edges.diff()
    return _C._named_result("histogram", ("hist", "bin_edges"), (hist, edges))


@_function
def histogramdd(input, bins, range=None, weight=None, density=False):
    """Counts of points, the rows of the last axis, in the boxes of a grid."""
    if input.dim() < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    width = input.size(-1)
    bins = [bins] * width if isinstance(bins, int) else list(bins)
    if len(bins) != width:
        raise RuntimeError("histogramdd: The size of bins must be equal to the innermost dimension of the input.")
    points = input.reshape(-1, width)
    edges = _bin_edges(input, bins, range, weight)
    inside = _C.ones(points.size(0), dtype=_C.bool)
    place = _C.zeros(points.size(0), dtype=_C.int64)
    for axis, edge in enumerate(edges):
        values = points[:, axis].contiguous()
        inside = inside & (values >= edge[0]) & (values <= edge[-1])
        cell = (_C.searchsorted(edge, values, right=True) - 1).clamp(max=edge.numel() - 2)
        place = place * (edge.numel() - 1) + cell
    weights = _C.ones(points.size(0), dtype=input.dtype) if weight is None else weight.reshape(-1)
    counts = _C.zeros(math.prod(edge.numel() - 1 for edge in edges), dtype=input.dtype)
    hist = counts.index_add(0, place[inside], weights[inside]).reshape([edge.numel() - 1 for edge in edges])
    if density:
        hist = hist / hist.sum()
        for axis, edge in enumerate(edges):
            shape = [1] * width
            shape[axis] = -1
            hist = hist / edge.diff().reshape(shape)
    return _C._named_result("histogramdd", ("hist", "bin_edges"), (hist, tuple(edges)))


@_function
def vander(x, N=None, increasing=False):
    if x.dim() != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    n = x.size(-1) if N is None else N
    if n < 0:
        raise RuntimeError("N must be non-negative.")
    rows = x.unsqueeze(-1)
    powers = _C.cat([_C.ones_like(rows), rows.expand(tuple(x.shape) + (max(n - 1, 0),))], -1)[..., :n].cumprod(-1)
    return powers if increasing else powers.flip(-1)


@_function
def range(start=0, end=None, step=1, *, dtype=None, layout=None, device=None, requires_grad=False):
    warnings.warn("torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with Python's range builtin. "
                  "Instead, use torch.arange, which produces values in [start, end).", stacklevel=2)
    if end is None:
        start, end = 0, start
    count = int((end - start) / step) + 1
    values = [start + i * step for i in builtins.range(count)]
    return _C.tensor(values, dtype=dtype or _C.get_default_dtype(), requires_grad=requires_grad)


# --- Windows ----------------------------------------------------------------------------------
def _positions(name, window_length, periodic, dtype):
    if window_length < 0:
        raise RuntimeError(f"{name} requires non-negative window_length, got window_length={window_length}")
    n = window_length if periodic else max(window_length - 1, 1)
    return _C.arange(window_length, dtype=dtype or _C.get_default_dtype()), n


def _finish(window, requires_grad):
    return window.requires_grad_() if requires_grad else window


def _raised_cosine(name, window_length, periodic, alpha, beta, dtype, requires_grad):
    at, n = _positions(name, window_length, periodic, dtype)
    if window_length == 1:
        return _finish(_C.ones_like(at), requires_grad)
    return _finish((at * (2 * math.pi / n)).cos() * -beta + alpha, requires_grad)


@_function
def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, layout=None, device=None, requires_grad=False):
    return _raised_cosine("hamming_window", window_length, periodic, alpha, beta, dtype, requires_grad)


@_function
def hann_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, requires_grad=False):
    return _raised_cosine("hann_window", window_length, periodic, 0.5, 0.5, dtype, requires_grad)


@_function
def blackman_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, requires_grad=False):
    at, n = _positions("blackman_window", window_length, periodic, dtype)
    if window_length == 1:
        return _finish(_C.ones_like(at), requires_grad)
    angle = at * (math.pi / n)
    return _finish((angle * 4).cos() * 0.08 - (angle * 2).cos() * 0.5 + 0.42, requires_grad)


@_function
def bartlett_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, requires_grad=False):
    at, n = _positions("bartlett_window", window_length, periodic, dtype)
    if window_length == 1:
        return _finish(_C.ones_like(at), requires_grad)
    rising = at * (2.0 / n)
    return _finish(_C.where(rising > 1, 2.0 - rising, rising), requires_grad)


@_function
def kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, layout=None, device=None, requires_grad=False):
    at, n = _positions("kaiser_window", window_length, periodic, dtype)
    if window_length == 1:
        return _finish(_C.ones_like(at), requires_grad)
    x = at * (2.0 / n) - 1
    return _finish(_C.i0(beta * (1 - x * x).clamp(min=0).sqrt()) / _C.i0(_C.tensor(float(beta), dtype=at.dtype)), requires_grad)


# --- Linear algebra under its older names -----------------------------------------------------
@_both
def svd(input, some=True, compute_uv=True):
    from torch.linalg import svd as factor
    U, S, Vh = factor(input, full_matrices=not some)
    return _C._named_result("svd", ("U", "S", "V"), (U, S, Vh.mT))


@_both
def slogdet(input):
    from torch.linalg import slogdet as compute
    return _C._named_result("slogdet", ("sign", "logabsdet"), tuple(compute(input)))


@_both
def logdet(input):
    from torch.linalg import slogdet as compute
    sign, logabsdet = compute(input)
    return _C.where(sign < 0, logabsdet.new_full((), math.nan), logabsdet)


def _removed(name, text):
    def refused(input, *args, **kwargs):
        raise RuntimeError("This function was deprecated since version 1.9 and is now removed. " + text)
    refused.__name__ = refused.__qualname__ = name
    return refused


cholesky = _both(_removed("cholesky", "`torch.cholesky` is deprecated in favor of `torch.linalg.cholesky`.\nL = torch.cholesky(A) should be replaced with:\n"
                          "L = torch.linalg.cholesky(A)\nU = torch.cholesky(A, upper=True) should be replaced with:\nU = torch.linalg.cholesky(A).mH"))
qr = _both(_removed("qr", "`torch.qr` is deprecated in favor of `torch.linalg.qr` and the boolean parameter `some` has been replaced with a string parameter `mode`.\n\n"
                    "Q, R = torch.qr(A) should be replaced with:\nQ, R = torch.linalg.qr(A, mode='reduced')\n\nand\n\n"
                    "Q, R = torch.qr(A, some=False) should be replaced with:\nQ, R = torch.linalg.qr(A, mode='complete')\n\n"
                    "Since `some` was set to True, use mode='reduced'."))
symeig = _both(_removed("symeig", "The default behavior has changed from using the upper triangular portion of the matrix by default to using the lower triangular "
                        "portion.\n\nL, _ = torch.symeig(A, upper=upper) should be replaced with:\nL = torch.linalg.eigvalsh(A, UPLO='U' if upper else 'L')\n\nand\n\n"
                        "L, V = torch.symeig(A, eigenvectors=True) should be replaced with:\nL, V = torch.linalg.eigh(A, UPLO='U' if upper else 'L')"))
solve = _both(_removed("solve", "`torch.solve` is deprecated in favor of `torch.linalg.solve`. `torch.linalg.solve` has its arguments reversed and does not return the "
                       "LU factorization.\n\nTo get the LU factorization see `torch.lu`, which can be used with `torch.lu_solve` or `torch.lu_unpack`.\n"
                       "X = torch.solve(B, A).solution should be replaced with:\nX = torch.linalg.solve(A, B)"))
lstsq = _both(_removed("lstsq", "`torch.lstsq` is deprecated in favor of `torch.linalg.lstsq`.\n`torch.linalg.lstsq` has reversed arguments and does not return the QR "
                       "decomposition in the returned tuple (although it returns other information about the problem).\n\nTo get the QR decomposition consider using "
                       "`torch.linalg.qr`.\n\nThe returned solution in `torch.lstsq` stored the residuals of the solution in the last m - n columns of the returned value "
                       "whenever m > n. In torch.linalg.lstsq, the residuals are in the field 'residuals' of the returned named tuple.\n\nThe unpacking of the solution, "
                       "as in\nX, _ = torch.lstsq(B, A).solution[:A.size(1)]\nshould be replaced with:\nX = torch.linalg.lstsq(A, B).solution"))


@_both
def lu(input, pivot=True, get_infos=False):
    _warnings.warn("torch.lu is deprecated in favor of torch.linalg.lu_factor / torch.linalg.lu_factor_ex and will be removed in a future PyTorch release.\n"
                   "LU, pivots = torch.lu(A, compute_pivots)\nshould be replaced with\nLU, pivots = torch.linalg.lu_factor(A, compute_pivots)\nand\n"
                   "LU, pivots, info = torch.lu(A, compute_pivots, get_infos=True)\nshould be replaced with\n"
                   "LU, pivots, info = torch.linalg.lu_factor_ex(A, compute_pivots) (Triggered internally at ./aten/src/ATen/native/BatchLinearAlgebra.cpp:2056.)", True)
    from torch.linalg import lu_factor_ex
    LU, pivots, info = lu_factor_ex(input, pivot=pivot)
    return (LU, pivots, info) if get_infos else (LU, pivots)


@_function
def lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True):
    m, n = LU_data.shape[-2:]
    k = min(m, n)
    empty = LU_data.new_empty(0)
    L = U = P = empty
    if unpack_data:
        L = LU_data[..., :k].tril(-1) + _C.eye(m, k, dtype=LU_data.dtype)
        U = LU_data[..., :k, :].triu()
    if unpack_pivots:
        swaps = LU_pivots.reshape(-1, LU_pivots.shape[-1]).tolist()
        matrices = []
        for row in swaps:  # LAPACK's exchanges, one after the other
            order = list(builtins.range(m))
            for i, j in enumerate(row):
                order[i], order[j - 1] = order[j - 1], order[i]
            matrices.append(_C.eye(m, dtype=LU_data.dtype)[_C.tensor(order)].t())
        P = _C.stack(matrices).reshape(tuple(LU_pivots.shape[:-1]) + (m, m))
    return _C._named_result("lu_unpack", ("P", "L", "U"), (P, L, U))


@_both
def pinverse(input, rcond=1e-15):
    from torch.linalg import pinv
    return pinv(input, rcond)


@_both
def matrix_exp(input):
    from torch.linalg import matrix_exp as compute
    return compute(input)


@_both
def lu_solve(b, LU_data, LU_pivots):
    from torch.linalg import lu_solve as compute
    return compute(LU_data, LU_pivots, b)


def _check_right_side(b, A, few_axes, name):
    if b.dim() < 2:
        raise RuntimeError(few_axes.format(b.dim()))
    if b.dtype != A.dtype:
        raise RuntimeError(f"Expected b and A to have the same dtype, but found b of type {b.type()[6:-6]} and A of type {A.type()[6:-6]} instead.")
    if A.shape[-2] == A.shape[-1] != b.shape[-2]:
        raise RuntimeError(f"Incompatible matrix sizes for {name}: each A matrix is {A.shape[-1]} by {A.shape[-1]} but each b matrix is {b.shape[-2]} by {b.shape[-1]}")


@_both
def cholesky_solve(input, input2, upper=False):
    from torch._linalg_more import solve_factors
    _check_right_side(input, input2, "b should have at least 2 dimensions, but has {} dimensions instead", "cholesky_solve")
    _C._refuse_types("cholesky_solve", input2)
    return solve_factors(input2, input, upper)


@_both
def cholesky_inverse(input, upper=False):
    from torch.linalg import inv
    factor = input.triu() if upper else input.tril()
    return inv(factor.mT @ factor if upper else factor @ factor.mT)


@_function
def frombuffer(buffer, *, dtype=None, count=-1, offset=0, requires_grad=False):
    """A tensor of the bytes of a buffer; they are copied."""
    if dtype is None:
        raise TypeError('frombuffer() missing 1 required positional arguments: "dtype"')
    if not isinstance(buffer, (bytes, bytearray)):
        raise ValueError("object does not implement Python buffer protocol.")
    size, width = len(buffer), dtype.itemsize
    if size == 0 or count == 0:
        raise ValueError(f"both buffer length ({size}) and count ({count}) must not be 0")
    if not 0 <= offset < size:
        raise ValueError(f"offset ({offset} bytes) must be non-negative and no greater than buffer length ({size} bytes) minus 1")
    if count < 0 and (size - offset) % width:
        raise ValueError(f"buffer length ({size - offset} bytes) after offset ({offset} bytes) must be a multiple of element size ({width})")
    if count > 0 and offset + count * width > size:
        raise ValueError(f"requested buffer length ({count} * {width} bytes) after offset ({offset} bytes) must not be greater than actual buffer length ({size} bytes)")
    end = size if count < 0 else offset + count * width
    return _C._tensor_of_bytes(bytes(buffer[offset:end]), dtype).requires_grad_(requires_grad)


@_both
def triangular_solve(b, A, upper=True, transpose=False, unitriangular=False):
    from torch.linalg import solve_triangular
    _check_right_side(b, A, "torch.triangular_solve: Expected b to have at least 2 dimensions, but it has {} dimensions instead", "triangular_solve")
    _warnings.warn("torch.triangular_solve is deprecated in favor of torch.linalg.solve_triangularand will be removed in a future PyTorch release.\n"
                   "torch.linalg.solve_triangular has its arguments reversed and does not return a copy of one of the inputs.\n"
                   "X = torch.triangular_solve(B, A).solution\nshould be replaced with\nX = torch.linalg.solve_triangular(A, B). "
                   "(Triggered internally at ./aten/src/ATen/native/BatchLinearAlgebra.cpp:2256.)", True)
    M = A.mT if transpose else A
    solution = solve_triangular(M, b, upper=upper != transpose, unitriangular=unitriangular)
    return _C._named_result("triangular_solve", ("solution", "cloned_coefficient"), (solution, A.expand(solution.shape[:-2] + A.shape[-2:]).clone()))
