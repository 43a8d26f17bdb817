# Compositions of ops that move elements: stacking, splitting, writing into a part.
import functools
import math

import torch._C as _C
from torch._C import Tensor
from torch._tensor_library import _named_grad, _registrar

__all__ = []
_function, _method, _both = _registrar(__all__)


@_function
def broadcast_shapes(*shapes):
    shapes = [(shape,) if isinstance(shape, int) else tuple(shape) for shape in shapes]
    rank = max([len(shape) for shape in shapes] + [0])
    result = [1] * rank
    for number, shape in enumerate(shapes):
        for i in range(-1, -1 - len(shape), -1):
            if shape[i] < 0:
                raise ValueError("Attempting to broadcast a dimension with negative length!")
            if shape[i] == 1 or shape[i] == result[i]:
                continue
            if result[i] != 1:
                raise RuntimeError(f"Attempting to broadcast a dimension of length {shape[i]} at {i}! Mismatching argument at index {number} had {shape}; "
                                   f"but expected shape should be broadcastable to {result}")
            result[i] = shape[i]
    return _C.Size(result)


@_function
def combinations(input, r=2, with_replacement=False):
    if input.dim() != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(input.shape)}")
    if r == 0:
        return input.new_empty((0,))
    n = input.numel()
    rows = math.comb(n + r - 1, r) if with_replacement and n else max(math.comb(n, k) for k in (r, min(r, n // 2)))
    if rows * r >= 2**45:
        raise RuntimeError(f"combinations: memory has no room for {rows} rows of {r} elements")
    picks = _C.arange(n).unsqueeze(1)
    for _ in range(r - 1):  # each row goes on with every later place
        first = picks[:, -1] + (0 if with_replacement else 1)
        counts = n - first
        rows = _C.arange(picks.size(0)).repeat_interleave(counts)
        offset = first - (counts.cumsum(0) - counts)
        last = _C.arange(rows.numel()) + offset[rows]
        picks = _C.cat([picks[rows], last.unsqueeze(1)], 1)
    return input[picks]


@_function
def block_diag(*tensors):
    if not tensors:
        return _C.empty(1, 0)
    for i, t in enumerate(tensors):
        if not isinstance(t, Tensor):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(t).__name__}")
        if t.dim() > 2:
            raise RuntimeError(f"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input {i} has {t.dim()} dimensions")
    parts = [t.reshape(1, -1) if t.dim() < 2 else t for t in tensors]
    dtype = functools.reduce(_C.promote_types, [p.dtype for p in parts])
    out = parts[0].new_zeros((sum([p.size(0) for p in parts]), sum([p.size(1) for p in parts])), dtype=dtype)
    i = j = 0
    for p in parts:
        out[i:i + p.size(0), j:j + p.size(1)] = p
        i += p.size(0)
        j += p.size(1)
    return _named_grad(out, "BlockDiagBackward0", *tensors)


@_function
def empty_strided(size, stride, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    if len(size) != len(stride):
        raise RuntimeError(f"dimensionality of sizes ({len(size)}) must match dimensionality of strides ({len(stride)})")
    out = _C.empty(0, dtype=dtype, device=device).new_empty_strided(size, stride)
    return out.requires_grad_() if requires_grad else out


@_function
def tensordot(a, b, dims=2, out=None):
    if isinstance(dims, _C.Tensor):
        if dims.numel() > 1:
            dims = dims.tolist()
            if len(dims) != 2:
                raise RuntimeError(f"tensordot expects dims to be int or tuple[list[int], list[int]] or list[list[int]] containing two lists, but got dims={dims}")
        else:
            dims = int(dims.item())
    if isinstance(dims, (tuple, list)):
        if len(dims) != 2:
            raise RuntimeError(f"tensordot expects dims to be int or tuple[list[int], list[int]] or list[list[int]] containing two lists, but got dims={dims}")
        product = _C.tensordot(a, b, list(dims[0]), list(dims[1]))
    else:
        if dims > min(a.dim(), b.dim()):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        product = _C.tensordot(a, b, dims)
    return product if out is None else out.copy_(product)


@_function
def column_stack(tensors):
    return _C.hstack([t.reshape(t.numel(), 1) if t.dim() <= 1 else t for t in tensors])


@_both
def dsplit(input, indices_or_sections):
    if input.dim() < 3:
        raise RuntimeError(f"torch.dsplit requires a tensor with at least 3 dimension, but got a tensor with {input.dim()} dimensions!")
    return input.tensor_split(indices_or_sections, 2)


@_both
def diagflat(input, offset=0):
    return input.reshape(-1).diag(offset)


def _replace(part, src):
    if part.shape != src.shape:
        raise RuntimeError("expected src to have a size equal to the slice of self. "
                           f"src size = {list(src.shape)}, slice size = {list(part.shape)}")
    part.copy_(src)


@_both
def select_scatter(input, src, dim, index):
    out = input.clone()
    _replace(out.select(dim, index), src)
    return _named_grad(out, "SelectScatterBackward0", input, src)


@_both
def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    out = input.clone()
    index = [slice(None)] * input.dim()
    index[dim] = slice(start, end, step)
    _replace(out[tuple(index)], src)
    return _named_grad(out, "SliceScatterBackward0", input, src)


@_both
def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    out = input.clone()
    _replace(out.diagonal(offset, dim1, dim2), src)
    return _named_grad(out, "DiagonalScatterBackward0", input, src)


@_both
def as_strided_scatter(input, src, size, stride, storage_offset=None):
    out = input.clone()
    out.as_strided(size, stride, storage_offset if storage_offset is not None else out.storage_offset()).copy_(src)
    return _named_grad(out, "AsStridedScatterBackward0", input, src)


def _copying(name):
    """The function NAME_copy: what the view NAME shows, as a tensor of its own."""
    def copied(input, *args, **kwargs):
        def copy(view):
            result = view.clone(memory_format=_C.contiguous_format)
            return result if view.grad_fn is None else _named_grad(result, view.grad_fn.name() + "_copy", input)
        view = getattr(input, name)(*args, **kwargs)
        return tuple(copy(part) for part in view) if isinstance(view, (tuple, list)) else copy(view)
    copied.__name__ = copied.__qualname__ = name + "_copy"
    return _function(copied)


as_strided_copy, detach_copy, expand_copy, permute_copy, select_copy, split_copy, split_with_sizes_copy = map(
    _copying, ("as_strided", "detach", "expand", "permute", "select", "split", "split_with_sizes"))
squeeze_copy, t_copy, transpose_copy, unbind_copy, unfold_copy, unsqueeze_copy, view_copy = map(
    _copying, ("squeeze", "t", "transpose", "unbind", "unfold", "unsqueeze", "view"))


@_function
def zero_(input):
    return input.zero_()


@_both
def narrow_copy(input, dim, start, length):
    return input.narrow(dim, start, length).clone()


def _copying(name, view):
    def copied(input, *args, **kwargs):
        parts = getattr(input, view)(*args, **kwargs)
        if isinstance(parts, (tuple, list)):
            return tuple([p.clone(memory_format=_C.contiguous_format) for p in parts])
        return parts.clone(memory_format=_C.contiguous_format)
    copied.__name__ = copied.__qualname__ = name
    return _function(copied)


# view_copy and its like: what the view shows, in memory of its own.
for _name in ("as_strided", "detach", "diagonal", "expand", "permute", "select", "split", "squeeze", "t", "transpose", "unbind", "unfold", "unsqueeze", "view"):
    globals().setdefault(_name + "_copy", _copying(_name + "_copy", _name))
alias_copy = _copying("alias_copy", "clone")
split_with_sizes_copy = _copying("split_with_sizes_copy", "split")


@_function
def slice_copy(input, dim=0, start=None, end=None, step=1):
    at = [slice(None)] * input.dim()
    at[dim] = slice(start, end, step)
    return input[tuple(at)].clone(memory_format=_C.contiguous_format)


@_both
def argwhere(input):
    return input.nonzero()


@_both
def unsafe_chunk(input, chunks, dim=0):
    return input.chunk(chunks, dim)


@_both
def unsafe_split(input, split_size, dim=0):
    return input.split(split_size, dim)


@_function
def unravel_index(indices, shape):
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    if indices.is_floating_point() or indices.dtype == _C.bool:
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    out = []
    for size in reversed(shape):
        out.insert(0, indices % size)
        indices = indices // size
    return tuple(out)


def _scalar_name(tensor):
    return tensor.type().rsplit(".", 1)[1].removesuffix("Tensor")


@_both
def put(input, index, source, accumulate=False):
    return _named_grad(input.clone().put_(index, source, accumulate), "PutBackward0")


@_method
def put_(self, index, source, accumulate=False):
    if index.dtype != _C.int64:
        raise RuntimeError(f"put_(): Expected a long tensor for index, but got {_scalar_name(index)}")
    if self.dtype != source.dtype:
        raise RuntimeError(f"put_(): self and source expected to have the same dtype, but got self.dtype = {_scalar_name(self)} and source.dtype = {_scalar_name(source)}")
    if index.numel() != source.numel():
        raise IndexError(f"put_(): Expected source and index to have the same number of elements, but got source.numel() = {source.numel()}, index.numel() = {index.numel()}")
    flat = self.reshape(-1)
    index, source = index.reshape(-1), source.reshape(-1)
    flat = flat.index_put((index,), source, accumulate)
    return _named_grad(self.copy_(flat.reshape(self.shape)), "PutBackward0")


@_method
def fill_diagonal_(self, fill_value, wrap=False):
    if self.dim() < 2:
        raise RuntimeError("dimensions must larger than 1")
    if self.dim() > 2 and len(set(self.shape)) != 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    step = sum(self.stride())
    count = min(self.shape)
    self.as_strided((count,), (step,), self.storage_offset()).fill_(fill_value)
    if wrap and self.dim() == 2 and self.size(0) > self.size(1) + 1:
        n = self.size(1)
        for row in range(n + 1, self.size(0), n + 1):
            self[row:row + n].fill_diagonal_(fill_value)
    return self


@_method
def map_(self, tensor, callable):
    values = tensor.expand(self.shape).reshape(-1).tolist()
    mapped = [callable(a, b) for a, b in zip(self.reshape(-1).tolist(), values)]
    return self.copy_(_C.tensor(mapped, dtype=self.dtype).reshape(self.shape))


@_both
def index_reduce(input, dim, index, source, reduce, *, include_self=True):
    result = input.clone().index_reduce_(dim, index, source, reduce, include_self=include_self)
    return _named_grad(result, "IndexReduceBackward0", input, source)


@_method
def index_reduce_(self, dim, index, source, reduce, *, include_self=True):
    if reduce not in ("prod", "mean", "amax", "amin"):
        raise RuntimeError(f"index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got {reduce}.")
    if self.dim() != source.dim():
        raise RuntimeError("source tensor shape must match self tensor shape, excluding the specified dimension. "
                           f"Got self.shape = {list(self.shape)} source.shape = {list(source.shape)}")
    if self.dim() == 0:
        self.unsqueeze(0).index_reduce_(dim, index.reshape(-1), source.reshape(-1), reduce, include_self=include_self)
        return self
    shape = [1] * self.dim()
    shape[dim] = index.numel()
    wide = index.reshape(shape).expand(source.shape)
    # What the gradient reads is the tensor as it was.
    return self.copy_(self.clone().scatter_reduce(dim, wide, source, reduce, include_self=include_self))


@_both
def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    rows = input.reshape(-1) if dim is None else input.movedim(dim, 0)
    fresh = _C.ones(rows.size(0), dtype=_C.bool)
    if rows.size(0) > 1:
        differs = rows[1:] != rows[:-1]
        fresh[1:] = differs if dim is None else differs.reshape(rows.size(0) - 1, -1).any(1)
    out = _named_grad(rows[fresh], "UniqueConsecutiveBackward0", input)
    group = fresh.long().cumsum(0) - 1
    result = (out if dim is None else out.movedim(0, dim),)
    if return_inverse:
        result += (group.reshape(input.shape) if dim is None else group,)
    if return_counts:
        result += (_C.zeros(out.size(0), dtype=_C.int64).scatter_add_(0, group, _C.ones_like(group)),)
    return result if len(result) > 1 else result[0]


@_function
def isin(elements, test_elements, *, assume_unique=False, invert=False):
    tests = test_elements if isinstance(test_elements, Tensor) else _C.tensor(test_elements)
    items = elements if isinstance(elements, Tensor) else _C.tensor(elements)
    _C._refuse_types("isin", items)
    found = (items.reshape(-1, 1) == tests.reshape(1, -1)).any(1).reshape(items.shape)
    return ~found if invert else found


@_both
def renorm(input, p, dim, maxnorm):
    if p <= 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if maxnorm < 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm:g}")
    if input.dim() <= 1:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {input.dim()} dimensions")
    input.size(dim)  # raises where there is no such axis
    other = [i for i in range(input.dim()) if i != dim % input.dim()]
    norms = input.norm(p, other, True)
    factors = _C.where(norms > maxnorm, maxnorm / (norms + 1e-7), _C.ones_like(norms))
    return _named_grad(input * factors, "RenormBackward0", input)


@_method
def renorm_(self, p, dim, maxnorm):
    return self.copy_(renorm(self, p, dim, maxnorm))


@_function
def norm_except_dim(v, pow=2, dim=0):
    if dim == -1:
        return v.norm(pow)
    flat = v.transpose(0, dim).reshape(v.size(dim), -1).norm(pow, 1)
    return flat.reshape([-1 if d == dim else 1 for d in range(v.dim())])


@_function
def _weight_norm(v, g, dim=0):
    result = v * (g / norm_except_dim(v, 2, dim))
    return _named_grad(result, "WeightNormInterfaceBackward0", v, g) if dim in (0, v.dim() - 1) else result


_weight_norm.__module__ = "torch"  # one node of a captured graph


@_function
def _shape_as_tensor(input):
    return _C.tensor(list(input.shape), dtype=_C.int64)
