# Functions of the module torch and methods of tensors that are compositions of ops.
# An op of the same name wins.
import math

import torch._C as _C
from torch._C import Tensor

__all__ = []
_methods = []


def _function(fn):
    if not hasattr(_C, fn.__name__):
        __all__.append(fn.__name__)
    return fn


def _method(fn):
    _methods.append(fn)
    return fn


def _both(fn):
    _method(fn)
    return _function(fn)


def _install_tensor_methods():
    for fn in _methods:
        if not hasattr(Tensor, fn.__name__):
            _C._add_tensor_method(fn.__name__, fn)


_state = {"threads": 1, "interop": 1, "deterministic": False, "precision": "highest"}


@_function
def get_num_threads():
    return _state["threads"]


@_function
def set_num_threads(n):
    if not isinstance(n, int) or isinstance(n, bool):
        raise TypeError(f"set_num_threads expects an int, but got {type(n).__name__}")
    if n <= 0:
        raise RuntimeError("set_num_threads expects a positive integer")
    _state["threads"] = n


@_function
def get_num_interop_threads():
    return _state["interop"]


@_function
def set_num_interop_threads(n):
    _state["interop"] = n


@_function
def use_deterministic_algorithms(mode, *, warn_only=False):
    _state["deterministic"] = mode


@_function
def are_deterministic_algorithms_enabled():
    return _state["deterministic"]


@_function
def set_float32_matmul_precision(precision):
    if precision not in ("highest", "high", "medium"):
        raise RuntimeError(f"Invalid precision: {precision}. Must be one of highest, high, or medium.")
    _state["precision"] = precision
    _C._set_float32_matmul_precision(precision)


@_function
def get_float32_matmul_precision():
    return _state["precision"]


@_function
def get_default_device():
    return _C._get_default_device()


@_function
def set_default_device(device):
    _C._set_default_device(_C.device("cpu") if device is None else _C.device(device))


@_function
def set_default_tensor_type(t):
    _C.set_default_dtype(t._dtype)


@_function
def is_floating_point(input):
    return input.is_floating_point()


@_function
def is_complex(input):
    return False


@_function
def is_nonzero(input):
    return bool(input)


@_function
def numel(input):
    return input.numel()


@_function
def is_same_size(a, b):
    return a.shape == b.shape


@_function
def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    if profile is not None:
        chosen = {"default": (4, 1000, 3, 80), "short": (2, 1000, 2, 80), "full": (4, math.inf, 3, 80)}[profile]
        _C._set_print_options(chosen[0], -1 if chosen[1] == math.inf else chosen[1], chosen[2], chosen[3], None)
        _C._set_print_mode(None)
    if threshold is not None and threshold == math.inf:
        threshold = -1
    _C._set_print_options(precision, threshold, edgeitems, linewidth, None)
    _C._set_print_mode(sci_mode)


@_function
def broadcast_shapes(*shapes):
    rank = max([1 if isinstance(s, int) else len(s) for s in shapes] + [0])
    result = [1] * rank
    for shape in shapes:
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        for i in range(-1, -1 - len(shape), -1):
            if shape[i] < 0:
                raise RuntimeError(f"Trying to create tensor with negative dimension ({shape[i]}): ({shape[i]})")
            if shape[i] == 1 or shape[i] == result[i]:
                continue
            if result[i] != 1:
                raise RuntimeError("Shape mismatch: objects cannot be broadcast to a single shape")
            result[i] = shape[i]
    return _C.Size(result)


@_function
def broadcast_tensors(*tensors):
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tuple(tensors[0])
    shape = _broadcast(tensors)
    return tuple([t.expand(shape) for t in tensors])


def _broadcast(tensors):
    shape = ()
    for t in tensors:
        shape = broadcast_shapes(shape, tuple(t.shape)) if len(shape) else tuple(t.shape)
    return tuple(shape)


# Changes of sizes in place: the tensor becomes a view of itself.
@_method
def t_(self):
    return self._become_view(self.t())


@_method
def transpose_(self, dim0, dim1):
    return self._become_view(self.transpose(dim0, dim1))


@_method
def swapaxes_(self, axis0, axis1):
    return self._become_view(self.transpose(axis0, axis1))


@_method
def swapdims_(self, dim0, dim1):
    return self._become_view(self.transpose(dim0, dim1))


@_method
def unsqueeze_(self, dim):
    return self._become_view(self.unsqueeze(dim))


@_method
def squeeze_(self, dim=None):
    return self._become_view(self.squeeze() if dim is None else self.squeeze(dim))


@_method
def as_strided_(self, size, stride, storage_offset=None):
    return self._become_view(self.as_strided(size, stride, storage_offset))


@_method
def expand_as(self, other):
    return self.expand(other.shape)


@_method
def view_as(self, other):
    return self.view(other.shape)


@_method
def reshape_as(self, other):
    return self.reshape(other.shape)


@_both
def flatten(input, start_dim=0, end_dim=-1):
    rank = input.dim()
    if rank == 0:
        return input.reshape(1)
    start = start_dim + rank if start_dim < 0 else start_dim
    end = end_dim + rank if end_dim < 0 else end_dim
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if start == end:
        return input
    shape = list(input.shape)
    return input.reshape(shape[:start] + [-1] + shape[end + 1:])


@_both
def ravel(input):
    return input.reshape(-1)


@_both
def unflatten(input, dim, sizes):
    dim = dim + input.dim() if dim < 0 else dim
    shape = list(input.shape)
    return input.view(shape[:dim] + list(sizes) + shape[dim + 1:])


@_both
def movedim(input, source, destination):
    source = [source] if isinstance(source, int) else list(source)
    destination = [destination] if isinstance(destination, int) else list(destination)
    rank = input.dim()
    source = [s % rank for s in source]
    destination = [d % rank for d in destination]
    order = [-1] * rank
    for s, d in zip(source, destination):
        order[d] = s
    rest = [i for i in range(rank) if i not in source]
    return input.permute([o if o >= 0 else rest.pop(0) for o in order])


moveaxis = movedim


@_both
def swapaxes(input, axis0, axis1):
    return input.transpose(axis0, axis1)


@_both
def swapdims(input, dim0, dim1):
    return input.transpose(dim0, dim1)


@_method
def masked_fill_(self, mask, value):
    return self.copy_(self.masked_fill(mask, value))


@_function
def meshgrid(*tensors, indexing="ij"):
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tuple(tensors[0])
    if indexing == "xy" and len(tensors) > 1:
        tensors = (tensors[1], tensors[0]) + tuple(tensors[2:])
    shape = [t.numel() for t in tensors]
    grids = []
    for i, t in enumerate(tensors):
        view = [1] * len(shape)
        view[i] = -1
        grids.append(t.reshape(view).expand(shape))
    if indexing == "xy" and len(grids) > 1:
        grids = [grids[1].transpose(0, 1), grids[0].transpose(0, 1)] + [g.transpose(0, 1) for g in grids[2:]]
    return tuple(grids)


@_function
def cartesian_prod(*tensors):
    if len(tensors) == 1:
        return tensors[0]
    return _C.stack([g.reshape(-1) for g in meshgrid(*tensors)], 1)


@_function
def combinations(input, r=2, with_replacement=False):
    import itertools
    chooser = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    picks = list(chooser(range(input.numel()), r))
    if len(picks) == 0:
        return input.new_empty((0, r))
    return input[_C.tensor(picks)]


@_function
def block_diag(*tensors):
    parts = [t.reshape(1, -1) if t.dim() < 2 else t for t in tensors]
    out = parts[0].new_zeros((sum([p.size(0) for p in parts]), sum([p.size(1) for p in parts])))
    i = j = 0
    for p in parts:
        out[i:i + p.size(0), j:j + p.size(1)] = p
        i += p.size(0)
        j += p.size(1)
    return out


@_function
def atleast_1d(*tensors):
    outs = tuple([t.reshape(1) if t.dim() == 0 else t for t in tensors])
    return outs[0] if len(outs) == 1 else outs


@_function
def atleast_2d(*tensors):
    outs = tuple([t.reshape(1, 1) if t.dim() == 0 else t.unsqueeze(0) if t.dim() == 1 else t for t in tensors])
    return outs[0] if len(outs) == 1 else outs


@_function
def einsum(equation, *operands):
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = tuple(operands[0])
    equation = equation.replace(" ", "")
    left, arrow, right = equation.partition("->")
    terms = left.split(",")
    if len(terms) != len(operands):
        raise RuntimeError(f"einsum(): more operands were provided than specified in the equation" if len(terms) < len(operands) else "einsum(): fewer operands were provided than specified in the equation")
    wide = 0
    expanded = []
    for term, op in zip(terms, operands):
        if "..." in term:
            wide = max(wide, op.dim() - (len(term) - 3))
    dots = [f"#{i}" for i in range(wide)]
    for term, op in zip(terms, operands):
        labels = []
        i = 0
        while i < len(term):
            if term[i:i + 3] == "...":
                count = op.dim() - (len(term) - 3)
                labels.extend(dots[wide - count:])
                i += 3
            else:
                labels.append(term[i])
                i += 1
        if len(labels) != op.dim():
            raise RuntimeError(f"einsum(): the number of subscripts in the equation ({len(labels)}) does not match the number of dimensions ({op.dim()}) for operand {len(expanded)} and no ellipsis was given")
        expanded.append(labels)
    if arrow:
        output = []
        i = 0
        while i < len(right):
            if right[i:i + 3] == "...":
                output.extend(dots)
                i += 3
            else:
                output.append(right[i])
                i += 1
    else:
        counts = {}
        for labels in expanded:
            for label in labels:
                counts[label] = counts.get(label, 0) + 1
        output = dots + sorted([label for label, n in counts.items() if n == 1 and not label.startswith("#")])
    result, labels = operands[0], expanded[0]
    result, labels = _take_diagonals(result, labels)
    for k in range(1, len(operands)):
        other, other_labels = _take_diagonals(operands[k], expanded[k])
        later = set(output)
        for rest in expanded[k + 1:]:
            later.update(rest)
        result, labels = _contract(result, labels, other, other_labels, later)
    extra = [i for i, label in enumerate(labels) if label not in output]
    if extra:
        result = result.sum(extra)
        labels = [label for label in labels if label in output]
    order = [labels.index(label) for label in output]
    return result.permute(order) if order != list(range(len(order))) else result


def _take_diagonals(t, labels):
    labels = list(labels)
    i = 0
    while i < len(labels):
        j = i + 1
        while j < len(labels):
            if labels[j] == labels[i]:
                t = t.diagonal(0, i, j)
                label = labels[i]
                labels = [l for n, l in enumerate(labels) if n != i and n != j] + [label]
                i = -1
                break
            j += 1
        i += 1
    return t, labels


def _contract(a, a_labels, b, b_labels, keep):
    """Two operands as one batched matrix product: batch, summed and own labels."""
    batch = [l for l in a_labels if l in b_labels and l in keep]
    summed = [l for l in a_labels if l in b_labels and l not in keep]
    gone = [i for i, l in enumerate(a_labels) if l not in b_labels and l not in keep]
    if gone:
        a = a.sum(gone)
        a_labels = [l for l in a_labels if l in b_labels or l in keep]
    gone = [i for i, l in enumerate(b_labels) if l not in a_labels and l not in keep]
    if gone:
        b = b.sum(gone)
        b_labels = [l for l in b_labels if l in a_labels or l in keep]
    own_a = [l for l in a_labels if l not in b_labels]
    own_b = [l for l in b_labels if l not in a_labels]
    sizes = {}
    for t, labels in ((a, a_labels), (b, b_labels)):
        for l, n in zip(labels, t.shape):
            if sizes.get(l, 1) == 1:
                sizes[l] = n
            elif n != 1 and n != sizes[l]:
                raise RuntimeError(f"einsum(): operands do not broadcast with remapped shapes [original->remapped]: {list(a.shape)} {list(b.shape)}")
    a = a.permute([a_labels.index(l) for l in batch + own_a + summed])
    b = b.permute([b_labels.index(l) for l in batch + summed + own_b])
    a = a.expand([sizes[l] for l in batch + own_a + summed])
    b = b.expand([sizes[l] for l in batch + summed + own_b])

    def product(labels):
        n = 1
        for l in labels:
            n = n * sizes[l]
        return n

    if not summed:
        left = a.reshape([sizes[l] for l in batch + own_a] + [1] * len(own_b))
        right = b.reshape([sizes[l] for l in batch] + [1] * len(own_a) + [sizes[l] for l in own_b])
        return left * right, batch + own_a + own_b
    out = _C.bmm(a.reshape(product(batch), product(own_a), product(summed)), b.reshape(product(batch), product(summed), product(own_b)))
    return out.reshape([sizes[l] for l in batch + own_a + own_b]), batch + own_a + own_b


@_function
def tensordot(a, b, dims=2, out=None):
    if isinstance(dims, int):
        dims_a, dims_b = list(range(a.dim() - dims, a.dim())), list(range(dims))
    else:
        dims_a, dims_b = [list(d) if isinstance(d, (list, tuple)) else [d] for d in dims]
    dims_a = [d % a.dim() for d in dims_a]
    dims_b = [d % b.dim() for d in dims_b]
    rest_a = [i for i in range(a.dim()) if i not in dims_a]
    rest_b = [i for i in range(b.dim()) if i not in dims_b]
    shape = [a.shape[i] for i in rest_a] + [b.shape[i] for i in rest_b]
    summed = 1
    for d in dims_a:
        summed *= a.shape[d]
    left = a.permute(rest_a + dims_a).reshape(-1, summed)
    right = b.permute(dims_b + rest_b).reshape(summed, -1)
    return (left @ right).reshape(shape)


@_function
def chain_matmul(*matrices):
    result = matrices[0]
    for m in matrices[1:]:
        result = result @ m
    return result


@_both
def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    from torch.linalg import vector_norm
    if p is None or p == "fro":
        p = 2
    return vector_norm(input, p, dim, keepdim, dtype=dtype)


@_both
def dist(input, other, p=2):
    return norm(input - other, p)


@_function
def cdist(x1, x2, p=2.0, compute_mode=None):
    return norm(x1.unsqueeze(-2) - x2.unsqueeze(-3), p, -1)


@_both
def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    close = input == other
    if equal_nan and input.is_floating_point():
        close = close | (input.isnan() & other.isnan())
    difference = (input - other).abs()
    return close | (difference.isfinite() & (difference <= atol + rtol * other.abs()))


@_both
def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    if input.dtype != other.dtype:
        names = {_C.float32: "Float", _C.float64: "Double", _C.int64: "Long", _C.int32: "Int", _C.float16: "Half", _C.bfloat16: "BFloat16", _C.bool: "Bool"}
        raise RuntimeError(f"{names.get(input.dtype, str(input.dtype))} did not match {names.get(other.dtype, str(other.dtype))}")
    return bool(_C.isclose(input, other, rtol=rtol, atol=atol, equal_nan=equal_nan).all()) if hasattr(_C, "isclose") else bool(isclose(input, other, rtol, atol, equal_nan).all())


@_both
def equal(input, other):
    return input.shape == other.shape and bool((input == other).all())


@_both
def repeat_interleave(input, repeats, dim=None, *, output_size=None):
    if dim is None:
        input = input.reshape(-1)
        dim = 0
    n = input.size(dim)
    if isinstance(repeats, int):
        index = _C.arange(n).reshape(-1, 1).expand(n, repeats).reshape(-1)
    else:
        counts = repeats.tolist()
        if isinstance(counts, int):
            counts = [counts]
        if len(counts) == 1:
            counts = counts * n
        if len(counts) != n:
            raise RuntimeError("repeats must have the same size as input along dim")
        index = _C.tensor([i for i, c in enumerate(counts) for _ in range(c)], dtype=_C.int64)
    return input.index_select(dim, index)


@_both
def diff(input, n=1, dim=-1, prepend=None, append=None):
    parts = [t for t in (prepend, input, append) if t is not None]
    out = _C.cat(parts, dim) if len(parts) > 1 else input
    for _ in range(n):
        size = out.size(dim)
        high, low = out.narrow(dim, 1, size - 1), out.narrow(dim, 0, size - 1)
        out = high ^ low if out.dtype == _C.bool else high - low
    return out


@_both
def diag(input, diagonal=0):
    if input.dim() == 1:
        return diag_embed(input, diagonal)
    return input.diagonal(diagonal).clone()


@_both
def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    n = input.size(-1) + abs(offset)
    out = input.new_zeros(tuple(input.shape[:-1]) + (n, n))
    rows = _C.arange(input.size(-1)) + max(-offset, 0)
    cols = _C.arange(input.size(-1)) + max(offset, 0)
    out[..., rows, cols] = input
    return out


@_both
def trace(input):
    if input.dim() != 2:
        raise RuntimeError("trace: expected a matrix")
    return input.diagonal().sum()


@_both
def cross(input, other, dim=None):
    if dim is None:
        dim = [i for i, s in enumerate(input.shape) if s == 3][0]
    a, b = input.unbind(dim), other.unbind(dim)
    return _C.stack([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], dim)


@_both
def kron(input, other):
    rank = max(input.dim(), other.dim())
    a = input.reshape([1] * (rank - input.dim()) + list(input.shape))
    b = other.reshape([1] * (rank - other.dim()) + list(other.shape))
    shape = [x * y for x, y in zip(a.shape, b.shape)]
    left = a.reshape([v for s in a.shape for v in (s, 1)])
    right = b.reshape([v for s in b.shape for v in (1, s)])
    return (left * right).reshape(shape)


@_both
def cov(input, *, correction=1, fweights=None, aweights=None):
    x = input.reshape(1, -1) if input.dim() < 2 else input
    x = x - x.mean(1, keepdim=True)
    return (x @ x.t() / (x.size(1) - correction)).squeeze()


@_both
def corrcoef(input):
    c = cov(input)
    if c.dim() == 0:
        return c / c
    d = c.diagonal().sqrt()
    return (c / d.unsqueeze(1) / d.unsqueeze(0)).clamp(-1, 1)


@_function
def trapezoid(y, x=None, *, dx=1, dim=-1):
    n = y.size(dim)
    pairs = y.narrow(dim, 1, n - 1) + y.narrow(dim, 0, n - 1)
    if x is not None:
        steps = diff(x, dim=-1 if x.dim() == 1 else dim)
        return (pairs * steps / 2.0).sum(dim)
    return pairs.sum(dim) * dx / 2.0


trapz = trapezoid


@_both
def bincount(input, weights=None, minlength=0):
    if input.dim() != 1 or input.is_floating_point():
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if input.numel() > 0 and input.min().item() < 0:
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    size = max(int(input.max().item()) + 1 if input.numel() > 0 else 0, minlength)
    if weights is None:
        return _C.zeros(size, dtype=_C.int64).scatter_add_(0, input.long(), _C.ones_like(input, dtype=_C.int64))
    kind = _C.float32 if weights.dtype == _C.float32 else _C.float64
    return _C.zeros(size, dtype=kind).scatter_add_(0, input.long(), weights.to(kind))


@_both
def histc(input, bins=100, min=0, max=0):
    low, high = float(min), float(max)
    if low == 0 and high == 0:
        low, high = input.min().item(), input.max().item()
    if low == high:
        low, high = low - 1, high + 1
    flat = input.reshape(-1)
    flat = flat[(flat >= low) & (flat <= high)]
    index = ((flat - low) / (high - low) * bins).long().clamp(max=bins - 1)
    return _C.zeros(bins, dtype=input.dtype).scatter_add_(0, index, _C.ones_like(flat))


@_both
def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        rows = input.transpose(0, dim)
        table = [(r.tolist(), i) for i, r in enumerate(rows)]
        table.sort(key=lambda pair: pair[0])
        firsts, counts, inverse = [], [], [0] * len(table)
        for key, i in table:
            if not firsts or firsts[-1][0] != key:
                firsts.append((key, i))
                counts.append(0)
            counts[-1] += 1
            inverse[i] = len(firsts) - 1
        out = rows[_C.tensor([i for _, i in firsts], dtype=_C.int64)].transpose(0, dim)
        inverse = _C.tensor(inverse, dtype=_C.int64)
    else:
        flat, order = input.reshape(-1).sort()
        fresh = _C.ones_like(flat, dtype=_C.bool)
        if flat.numel() > 1:
            fresh[1:] = flat[1:] != flat[:-1]
        out = flat[fresh]
        group = fresh.long().cumsum(0) - 1
        inverse = _C.zeros_like(group)
        inverse[order] = group
        inverse = inverse.reshape(input.shape)
        counts = _C.zeros(out.numel(), dtype=_C.int64).scatter_add_(0, group, _C.ones_like(group)).tolist() if return_counts else []
    result = (out,)
    if return_inverse:
        result += (inverse,)
    if return_counts:
        result += (_C.tensor(counts, dtype=_C.int64),)
    return result if len(result) > 1 else out


@_both
def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    flat = input.reshape(-1)
    fresh = _C.ones_like(flat, dtype=_C.bool)
    if flat.numel() > 1:
        fresh[1:] = flat[1:] != flat[:-1]
    out = flat[fresh]
    group = fresh.long().cumsum(0) - 1
    result = (out,)
    if return_inverse:
        result += (group.reshape(input.shape),)
    if return_counts:
        result += (_C.zeros(out.numel(), dtype=_C.int64).scatter_add_(0, group, _C.ones_like(group)),)
    return result if len(result) > 1 else out


@_function
def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None):
    right = right or side == "right"
    values = input if isinstance(input, Tensor) else _C.tensor(input)
    a = sorted_sequence.unsqueeze(-2)
    b = values.unsqueeze(-1)
    out = (a <= b).sum(-1) if right else (a < b).sum(-1)
    return out.to(_C.int32) if out_int32 else out


@_function
def bucketize(input, boundaries, *, out_int32=False, right=False):
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)


@_both
def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    scalar = not isinstance(q, Tensor)
    qs = [q] if scalar else q.reshape(-1).tolist()
    scalar = scalar or q.dim() == 0
    x = input.reshape(-1) if dim is None else input.transpose(dim, -1)
    x = x.sort(-1)[0]
    n = x.size(-1)
    outs = []
    for p in qs:
        if p < 0 or p > 1:
            raise RuntimeError("quantile() q values must be in the range [0, 1]")
        at = p * (n - 1)
        low = int(math.floor(at))
        high = min(low + 1, n - 1)
        if interpolation == "lower":
            value = x[..., low]
        elif interpolation == "higher":
            value = x[..., int(math.ceil(at))]
        elif interpolation == "nearest":
            value = x[..., int(round(at))]
        elif interpolation == "midpoint":
            value = (x[..., low] + x[..., int(math.ceil(at))]) / 2
        else:
            value = _C.lerp(x[..., low], x[..., high], at - low)
        if keepdim:
            value = value.reshape([1] * input.dim()) if dim is None else value.unsqueeze(-1).transpose(dim, -1)
        outs.append(value)
    return outs[0] if scalar else _C.stack(outs)


@_both
def logaddexp2(input, other):
    return _C.log2(_C.exp2(input) + _C.exp2(other))


@_both
def rad2deg_(input):
    return input.mul_(180.0 / math.pi)


@_both
def isin(elements, test_elements, *, assume_unique=False, invert=False):
    tests = test_elements if isinstance(test_elements, Tensor) else _C.tensor(test_elements)
    items = elements if isinstance(elements, Tensor) else _C.tensor(elements)
    found = (items.reshape(-1, 1) == tests.reshape(1, -1)).any(1).reshape(items.shape)
    return ~found if invert else found


@_both
def addr(input, vec1, vec2, *, beta=1, alpha=1):
    return beta * input + alpha * _C.outer(vec1, vec2)


@_both
def renorm(input, p, dim, maxnorm):
    other = [i for i in range(input.dim()) if i != dim % input.dim()]
    norms = norm(input, p, other, True)
    return input * _C.where(norms > maxnorm, maxnorm / (norms + 1e-7), _C.ones_like(norms))


@_both
def inverse(input):
    from torch.linalg import inv
    return inv(input)


@_both
def det(input):
    from torch.linalg import det as compute
    return compute(input)


@_function
def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    from torch.func import vmap as transform
    return transform(func, in_dims, out_dims, randomness)


@_function
def _assert(condition, message):
    if not condition:
        raise AssertionError(message)


@_function
def hann_window(window_length, periodic=True, *, dtype=None):
    n = window_length if periodic else window_length - 1
    return 0.5 - 0.5 * _C.cos(2 * math.pi * _C.arange(window_length, dtype=dtype or _C.get_default_dtype()) / n)


@_method
def new(self, *sizes):
    return self.new_empty(sizes)


@_method
def random_(self, *bounds, generator=None):
    return self.copy_(_C.randint(*(bounds if bounds else (2 ** 24,)), self.shape, dtype=self.dtype, generator=generator))


@_method
def split_with_sizes(self, split_sizes, dim=0):
    return self.split(split_sizes, dim)


@_method
def index_put_(self, indices, values, accumulate=False):
    if accumulate:
        return self.copy_(_C.index_put(self, indices, values, True))
    self[tuple(indices)] = values
    return self


@_method
def __reversed__(self):
    return self.flip(0) if self.dim() > 0 else self


@_method
def __rdiv__(self, other):
    return self.reciprocal() * other


@_method
def __array__(self, dtype=None):
    return self.numpy()
