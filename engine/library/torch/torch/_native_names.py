# Names of PyTorch's operators in the module torch whose public form is elsewhere. They take what the
# operators take: no defaults where those have none, and reductions as numbers.
import torch._C as _C
import torch._C._aten as _aten
import torch._C._functional as _native
from torch._tensor_library import _named_grad, _registrar

__all__ = []
_function, _method, _both = _registrar(__all__)

_REDUCTIONS = ("none", "mean", "sum")


for _name in ("_softmax_backward_data", "_log_softmax_backward_data"):
    globals()[_name] = getattr(_aten, _name)
    __all__.append(_name)


def _functional():
    import torch.nn.functional as F
    return F


# --- Losses -----------------------------------------------------------------------------------
@_function
def kl_div(input, target, reduction=0, *, log_target=False):
    return _native.kl_div(input, target, reduction=_REDUCTIONS[reduction], log_target=log_target)


@_function
def poisson_nll_loss(input, target, log_input, full, eps, reduction):
    return _functional().poisson_nll_loss(input, target, log_input=log_input, full=full, eps=eps, reduction=_REDUCTIONS[reduction])


@_function
def binary_cross_entropy_with_logits(input, target, weight=None, pos_weight=None, reduction=0):
    return _native.binary_cross_entropy_with_logits(input, target, weight, pos_weight=pos_weight, reduction=_REDUCTIONS[reduction])


@_function
def hinge_embedding_loss(input, target, margin=1.0, reduction=0):
    return _functional().hinge_embedding_loss(input, target, margin, reduction=_REDUCTIONS[reduction])


@_function
def margin_ranking_loss(input1, input2, target, margin=0.0, reduction=0):
    return _functional().margin_ranking_loss(input1, input2, target, margin, reduction=_REDUCTIONS[reduction])


@_function
def cosine_embedding_loss(input1, input2, target, margin=0.0, reduction=0):
    return _functional().cosine_embedding_loss(input1, input2, target, margin, reduction=_REDUCTIONS[reduction])


@_function
def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-6, swap=False, reduction=0):
    return _functional().triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, reduction=_REDUCTIONS[reduction])


# --- Layers -----------------------------------------------------------------------------------
@_function
def batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled):
    return _native.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


@_function
def instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled):
    return _native.instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


@_function
def bilinear(input1, input2, weight, bias=None):
    return _functional().bilinear(input1, input2, weight, bias)


@_function
def pdist(input, p=2.0):
    return _functional().pdist(input, p)


@_function
def pixel_unshuffle(input, downscale_factor):
    return _functional().pixel_unshuffle(input, downscale_factor)


@_function
def channel_shuffle(input, groups):
    return _functional().channel_shuffle(input, groups)


@_function
def native_channel_shuffle(input, groups):
    return _functional().channel_shuffle(input, groups)


@_function
def adaptive_max_pool1d(input, output_size):
    return _functional().adaptive_max_pool1d(input, output_size, return_indices=True)


@_function
def max_pool1d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    return _functional().max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices=True)


@_function
def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    return _functional().max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode)


@_function
def embedding_bag(weight, indices, offsets, scale_grad_by_freq=False, mode=0, sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=None):
    """The bags, and what the backward pass of PyTorch's operator needs (empty here)."""
    bags = _functional().embedding_bag(indices, weight, offsets, None, 2.0, scale_grad_by_freq, ("sum", "mean", "max")[mode], sparse, per_sample_weights,
                                       include_last_offset, padding_idx)
    empty = indices.new_empty([0])
    return bags, empty, empty, empty


@_function
def affine_grid_generator(theta, size, align_corners):
    return _functional().affine_grid(theta, size, align_corners)


@_function
def grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners):
    return _functional().grid_sample(input, grid, ("bilinear", "nearest", "bicubic")[interpolation_mode], ("zeros", "border", "reflection")[padding_mode], align_corners)


@_function
def conv_tbc(input, weight, bias, pad=0):
    """Over (time, batch, channels), with a kernel of (time, in, out)."""
    return _C.conv1d(input.permute(1, 2, 0), weight.permute(2, 1, 0), bias, padding=pad).permute(2, 0, 1)


def _recurrent(mode, input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    from torch.nn.modules.rnn import _cell
    x = input.transpose(0, 1) if batch_first else input
    directions = 2 if bidirectional else 1
    each = 4 if has_biases else 2
    last = []
    for layer in range(num_layers):
        ways = []
        for way in range(directions):
            place = layer * directions + way
            weights = list(params[place * each:(place + 1) * each]) + [None] * (4 - each)
            state = (hx[0][place], hx[1][place]) if mode == "LSTM" else hx[place]
            outputs = []
            for step in x.flip(0) if way == 1 else x:
                state = _cell(mode, step, state, *weights)
                outputs.append(state[0] if mode == "LSTM" else state)
            last.append(state)
            ways.append(_C.stack(outputs[::-1] if way == 1 else outputs))
        x = ways[0] if directions == 1 else _C.cat(ways, 2)
        if dropout > 0 and train and layer < num_layers - 1:
            x = _native.dropout(x, dropout, True)
    out = x.transpose(0, 1) if batch_first else x
    if mode == "LSTM":
        return out, _C.stack([h for h, _ in last]), _C.stack([c for _, c in last])
    return out, _C.stack(last)


@_function
def lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    return _recurrent("LSTM", input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)


@_function
def gru(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    return _recurrent("GRU", input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)


@_function
def rnn_tanh(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    return _recurrent("RNN_TANH", input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)


@_function
def rnn_relu(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    return _recurrent("RNN_RELU", input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)


# --- Dropout and functions in place -------------------------------------------------------------
@_function
def dropout_(input, p, train):
    return _native.dropout(input, p, train, True)


@_function
def feature_dropout(input, p, train):
    return _native.dropout2d(input, p, train)


@_function
def feature_dropout_(input, p, train):
    return _native.dropout2d(input, p, train, True)


@_function
def alpha_dropout(input, p, train):
    return _functional().alpha_dropout(input, p, train)


@_function
def feature_alpha_dropout(input, p, train):
    return _functional().feature_alpha_dropout(input, p, train)


@_function
def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False):
    return _functional().rrelu(input, lower, upper, training)


@_function
def rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False):
    return _functional().rrelu(input, lower, upper, training, True)


@_function
def selu_(input):
    return _functional().selu(input, True)


@_function
def fill(input, value):
    return input.clone().fill_(value)


@_function
def fill_(input, value):
    return input.fill_(value)


@_function
def detach_(input):
    return input.detach_()


@_function
def as_strided_(input, size, stride, storage_offset=None):
    return input.as_strided_(size, stride, storage_offset)


@_function
def resize_as_(input, the_template, *, memory_format=None):
    return input.resize_as_(the_template)


@_function
def split_with_sizes(input, split_sizes, dim=0):
    return input.split(split_sizes, dim)


@_function
def addmv_(input, mat, vec, *, beta=1, alpha=1):
    return input.addmv_(mat, vec, beta=beta, alpha=alpha)


@_both
def conj_physical_(input):
    return input


# --- Norms and angles ---------------------------------------------------------------------------
@_function
def frobenius_norm(input, dim, keepdim=False):
    return input.norm(dim=dim, keepdim=keepdim)


@_function
def nuclear_norm(input, dim=None, keepdim=False):
    from torch.linalg import matrix_norm
    return matrix_norm(input, "nuc", (-2, -1) if dim is None else dim, keepdim)


@_function
def norm_except_dim(v, pow=2, dim=0):
    if dim == -1:
        return v.norm(pow)
    others = [axis for axis in range(v.dim()) if axis != dim % v.dim()]
    return v.norm(pow, others, keepdim=True)


@_both
def angle(input):
    """0 or pi, as for complex numbers on the real line."""
    dtype = input.dtype if input.is_floating_point() else _C.get_default_dtype()
    turned = _C.where(input < 0, 3.141592653589793, 0.0).to(dtype)
    return _C.where(input.isnan(), input, turned) if input.is_floating_point() else turned


# --- In place, by way of the function --------------------------------------------------------
def _in_place(name):
    def change(self, *args, **kwargs):
        return self.copy_(getattr(self, name)(*args, **kwargs))
    change.__name__ = change.__qualname__ = name + "_"
    _method(change)


for _name in ("addbmm", "addmv", "addr", "float_power", "i0", "igamma", "igammac", "mvlgamma", "polygamma"):
    _in_place(_name)


@_function
def i0_(input):
    return input.i0_()


# --- Questions ------------------------------------------------------------------------------
@_both
def is_distributed(input):
    return False


@_function
def sym_not(a):
    return not a


@_function
def sym_ite(b, t, f):
    return t if b else f


@_function
def sym_int(a):
    return int(a)


@_function
def sym_sqrt(a):
    return a ** 0.5


@_method
def is_nonzero(self):
    from torch import is_nonzero as ask
    return ask(self)


@_both
def nonzero_static(input, *, size, fill_value=-1):
    if size < 0:
        raise RuntimeError("nonzero_static: 'size' must be an non-negative integer")
    found = input.nonzero()[:size]
    return _C.cat([found, found.new_full((size - found.size(0), input.dim()), fill_value)])


@_method
def dim_order(self, *, ambiguity_check=False):
    """Axes from the outermost to the innermost in memory."""
    order = tuple(sorted(range(self.dim()), key=lambda axis: -self.stride(axis)))
    if ambiguity_check is True:
        strides = [self.stride(axis) for axis in range(self.dim())]
        unique = len(set(strides)) == len(strides) and all(self.size(axis) > 1 for axis in range(self.dim()))
        if not unique:
            raise RuntimeError("The tensor does not have unique dim order, or cannot map to exact one of the given memory formats.")
    return order


# --- Operators that layers and losses stand on ---------------------------------------------------
@_function
def native_group_norm(input, weight, bias, N, C, HxW, group, eps):
    from torch import ops
    return ops.aten.native_group_norm(input, weight, bias, N, C, HxW, group, eps)


@_function
def native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps):
    """The result, and what the backward pass of training needs: mean and 1 / deviation."""
    out = _native.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)
    if not training:
        return out, input.new_empty([0]), input.new_empty([0])
    axes = [axis for axis in range(input.dim()) if axis != 1]
    var, mean = _C.var_mean(input, axes, correction=0)
    return out, mean, (var + eps).rsqrt()


@_function
def native_dropout(input, p, train):
    if train is False:
        return input.clone(), _C.ones_like(input, dtype=_C.bool)
    mask = _C.empty_like(input).bernoulli_(1 - p).to(_C.bool)
    return input * mask * (1 / (1 - p) if p < 1 else 0.0), mask


@_function
def alpha_dropout_(input, p, train):
    return input.copy_(alpha_dropout(input, p, train))


@_function
def feature_alpha_dropout_(input, p, train):
    return input.copy_(feature_alpha_dropout(input, p, train))


@_function
def grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners):
    return grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners)


@_function
def grid_sampler_3d(input, grid, interpolation_mode, padding_mode, align_corners):
    return grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners)


@_both
def unsafe_split_with_sizes(input, split_sizes, dim=0):
    return tuple([part.clone() for part in input.split(split_sizes, dim)])


@_function
def from_dlpack(ext_tensor, *, device=None, copy=None):
    if not isinstance(ext_tensor, _C.Tensor) and type(ext_tensor).__name__ != "ndarray":
        raise RuntimeError("from_dlpack received an invalid capsule. Note that DLTensor capsules can be consumed only once, so you might have already "
                           "constructed a tensor from it once.")
    shared = _C.as_tensor(ext_tensor, device=device).detach()
    return shared.clone() if copy else shared


_SEGMENTS = {"sum": ("sum", 0.0), "prod": ("prod", 1.0), "mean": ("mean", 0.0), "max": ("amax", -float("inf")), "min": ("amin", float("inf"))}


@_function
def segment_reduce(data, reduce, *, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None):
    if reduce not in _SEGMENTS:
        raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    if lengths is None and offsets is None:
        raise RuntimeError("segment_reduce(): Either lengths or offsets must be defined.")
    if lengths is None:
        lengths = offsets.diff()
    elif not unsafe:
        if (lengths < 0).any():
            raise RuntimeError("lengths contains negative value!")
        if (lengths.sum(-1) != data.size(lengths.dim() - 1)).any():
            raise RuntimeError("segment_reduce(): Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1) when !unsafe.")
    if lengths.dim() > 1:
        return _C.stack([segment_reduce(rows, reduce, lengths=of_rows, unsafe=True, initial=initial) for rows, of_rows in zip(data, lengths)])
    name, neutral = _SEGMENTS[reduce]
    parts = []
    for part in data.narrow(0, 0, int(lengths.sum())).split(lengths.tolist()):
        if part.size(0) == 0:
            start = initial if initial is not None else float("nan") if reduce == "mean" else neutral
            parts.append(data.new_full(data.shape[1:], start))
            continue
        value = getattr(part, name)(0)
        if initial is not None:
            value = {"sum": value + initial, "prod": value * initial, "mean": value + initial / part.size(0), "max": value.clamp(min=initial),
                     "min": value.clamp(max=initial)}[reduce]
        parts.append(value)
    return _named_grad(_C.stack(parts), "SegmentReduceBackward0", data)


def _fake_quantized(input, scale, zero_point, quant_min, quant_max, name):
    """Rounded to the steps of the quantised range; the gradient goes through inside of it."""
    if quant_min > quant_max:
        raise RuntimeError("`quant_min` should be less than or         equal to `quant_max`.")
    steps = (input.detach() * (1 / scale)).round() + zero_point
    kept = (steps >= quant_min) & (steps <= quant_max)
    value = (steps.clamp(quant_min, quant_max) - zero_point) * scale
    return _named_grad(_C.where(kept, input - input.detach(), 0) + value, name, input) if input.requires_grad else value


@_function
def fake_quantize_per_tensor_affine(input, scale, zero_point, quant_min, quant_max):
    if not quant_min <= zero_point <= quant_max and quant_min <= quant_max:
        raise RuntimeError("`zero_point` must be between `quant_min` and `quant_max`.")
    return _fake_quantized(input, scale, zero_point, quant_min, quant_max, "FakeQuantizePerTensorAffineCachemaskBackward0")


@_function
def fake_quantize_per_channel_affine(input, scale, zero_point, axis, quant_min, quant_max):
    if zero_point.dtype not in (_C.int32, _C.float32, _C.float16):
        names = {_C.int64: "Long", _C.float64: "Double", _C.bfloat16: "BFloat16", _C.int16: "Short", _C.int8: "Char", _C.uint8: "Byte", _C.bool: "Bool"}
        raise RuntimeError(f"Zero-point must be Int32, Float or Half, found {names[zero_point.dtype]}")
    wide = [-1 if i == axis % input.dim() else 1 for i in range(input.dim())]
    return _fake_quantized(input, scale.reshape(wide), zero_point.reshape(wide), quant_min, quant_max,
                           "FakeQuantizePerChannelAffineCachemaskBackward0")


@_method
def map2_(self, x, y, callable):
    lists = [t.expand(self.shape).reshape(-1).tolist() for t in (self, x, y)]
    return self.copy_(_C.tensor([callable(*each) for each in zip(*lists)], dtype=self.dtype).reshape(self.shape))


@_method
def dense_dim(self):
    return self.dim()


@_method
def sparse_dim(self):
    return 0


@_function
def embedding_renorm_(input, indices, max_norm, norm_type):
    _functional()._renorm_rows(input, indices, max_norm, norm_type)
    return input


@_function
def empty_permuted(size, physical_layout, *, dtype=None, device=None, requires_grad=False):
    strides, step = [0] * len(size), 1
    for axis in reversed(physical_layout):
        strides[axis], step = step, step * size[axis]
    from torch import empty_strided
    return empty_strided(size, strides, dtype=dtype, device=device, requires_grad=requires_grad)
