# Operators by simpler ones, each in the order in which PyTorch computes it: the order is what a
# graph shows.
import functools

import torch
from torch._decomp import register_decomposition

_aten = torch.ops.aten

# Of the operators here, those that the core set does not have.
NOT_CORE = ["silu", "softplus", "hardswish", "hardsigmoid", "mse_loss", "addcmul", "addcdiv", "lerp", "t", "stack", "std",
            "clamp_min", "clamp_max", "mish", "logsumexp", "threshold", "masked_fill", "softshrink", "frac", "dot", "mv"]


def _wide(function):
    """Half numbers are computed in float32."""
    @functools.wraps(function)
    def computed(*args, **kwargs):
        halves = [a.dtype for a in args if isinstance(a, torch.Tensor) and a.dtype in (torch.float16, torch.bfloat16)]
        if not halves:
            return function(*args, **kwargs)
        result = function(*[a.to(torch.float32) if isinstance(a, torch.Tensor) and a.dtype in (torch.float16, torch.bfloat16) else a for a in args], **kwargs)
        return result.to(halves[0])
    return computed


@register_decomposition(_aten.silu)
@_wide
def silu(self):
    return self * torch.sigmoid(self)


@register_decomposition(_aten.gelu)
@_wide
def gelu(a, approximate="none"):
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    if approximate == "tanh":
        inner = 0.7978845608028654 * (a + 0.044715 * torch.pow(a, 3))
        return 0.5 * a * (1 + torch.tanh(inner))
    half = a * 0.5
    return half * (1 + torch.erf(a * 0.7071067811865476))


@register_decomposition(_aten.leaky_relu)
@_wide
def leaky_relu(a, negative_slope=0.01):
    return torch.where(torch.gt(a, 0), a, torch.mul(a, negative_slope))


@register_decomposition(_aten.elu)
@_wide
def elu(self, alpha=1.0, scale=1.0, input_scale=1.0):
    return torch.where(self > 0, self * (float(scale)), torch.expm1(self * float(input_scale)) * (float(alpha) * float(scale)))


@register_decomposition(_aten.softplus)
@_wide
def softplus(a, beta=1, threshold=20):
    if beta == 1:
        scaled = a
        soft = torch.log1p(torch.exp(scaled))
    else:
        scaled = a * beta
        soft = torch.div(torch.log1p(torch.exp(scaled)), beta)
    return torch.where(scaled > threshold, a, soft)


@register_decomposition(_aten.hardswish)
@_wide
def hardswish(self):
    return self * torch.clamp(torch.clamp(self + 3, min=0), max=6) / 6


@register_decomposition(_aten.hardsigmoid)
@_wide
def hardsigmoid(self):
    return torch.clamp(torch.clamp(self + 3, min=0), max=6) / 6


@register_decomposition(_aten.hardtanh)
def hardtanh(a, min_val=-1.0, max_val=1.0):
    return torch.clamp(a, min_val, max_val)


@register_decomposition(_aten.mish)
@_wide
def mish(a):
    return a * torch.nn.functional.softplus(a).tanh()


@register_decomposition(_aten.relu)
def relu(a):
    return torch.where(torch.le(a, 0), torch.scalar_tensor(0, dtype=a.dtype), a)


@register_decomposition(_aten.threshold)
def threshold(a, threshold, value):
    return torch.where(a <= threshold, torch.scalar_tensor(value, dtype=a.dtype), a)


@register_decomposition(_aten.softshrink)
@_wide
def softshrink(a, lambd=0.5):
    return torch.where(torch.abs(a) > lambd, a - torch.sign(a) * lambd, a * 0)


@register_decomposition(_aten._softmax)
def _softmax(x, dim, half_to_float=False):
    kept = x.dtype
    x = x.to(torch.float32) if kept in (torch.float16, torch.bfloat16) else x
    if x.numel() == 0:
        unnormalised = torch.exp(x)
    else:
        unnormalised = torch.exp(x - torch.amax(x, dim, keepdim=True))
    result = unnormalised / torch.sum(unnormalised, dim, keepdim=True)
    return result if half_to_float or result.dtype == kept else result.to(kept)


@register_decomposition(_aten._log_softmax)
def _log_softmax(x, dim, half_to_float=False):
    kept = x.dtype
    x = x.to(torch.float32) if kept in (torch.float16, torch.bfloat16) else x
    shifted = x if x.numel() == 0 else x - torch.amax(x, dim, keepdim=True)
    result = shifted - torch.log(torch.sum(torch.exp(shifted), dim, keepdim=True))
    return result if half_to_float or result.dtype == kept else result.to(kept)


@register_decomposition(_aten.logsumexp)
def logsumexp(self, dim, keepdim=False):
    if self.numel() == 0:
        return torch.sum(torch.exp(self), dim, keepdim).log()
    most = torch.amax(self, dim, keepdim=True)
    most = most.masked_fill(most.abs() == float("inf"), 0)
    squeezed = most if keepdim else torch.squeeze(most, dim)
    return torch.sum(torch.exp(self - most), dim, keepdim).log().add(squeezed)


@register_decomposition(_aten.mse_loss)
@_wide
def mse_loss(self, target, reduction=1):
    loss = (self - target) ** 2
    return torch.mean(loss) if reduction == 1 else torch.sum(loss) if reduction == 2 else loss


@register_decomposition(_aten.addmm)
@_wide
def addmm(self, mat1, mat2, beta=1, alpha=1):
    out = torch.mm(mat1, mat2) * alpha
    return out if beta == 0 else out + self * beta


@register_decomposition(_aten.addcmul)
@_wide
def addcmul(self, tensor1, tensor2, *, value=1):
    return self + tensor1 * value * tensor2


@register_decomposition(_aten.addcdiv)
@_wide
def addcdiv(self, tensor1, tensor2, *, value=1):
    return self + tensor1 * value / tensor2


@register_decomposition(_aten.lerp)
@_wide
def lerp(start, end, weight):
    if not isinstance(weight, torch.Tensor):
        weight = start.new_full((), weight)
    near_end = weight.abs() >= 0.5
    coefficient = torch.where(near_end, weight - 1, weight)
    base = torch.where(near_end, end, start)
    return coefficient * (end - start) + base


@register_decomposition(_aten.clamp_min)
def clamp_min(self, min):
    return torch.clamp(self, min=min)


@register_decomposition(_aten.clamp_max)
def clamp_max(self, max):
    return torch.clamp(self, max=max)


@register_decomposition(_aten.masked_fill)
def masked_fill(a, mask, value):
    if not isinstance(value, torch.Tensor):
        value = torch.scalar_tensor(value, dtype=a.dtype)
    return torch.where(mask, value, a)


@register_decomposition(_aten.frac)
def frac(x):
    return x - torch.trunc(x)


@register_decomposition(_aten.dot)
@_wide
def dot(self, other):
    return (self * other).sum()


@register_decomposition(_aten.mv)
@_wide
def mv(self, vec):
    return (self * vec).sum(dim=1)


@register_decomposition(_aten.t)
def t(self):
    return self if self.dim() < 2 else torch.transpose(self, 0, 1)


@register_decomposition(_aten.stack)
def stack(tensors, dim=0):
    dim = dim % (tensors[0].dim() + 1)
    size = list(tensors[0].shape)
    if dim == tensors[0].dim():
        return torch.cat([tensor.unsqueeze(dim) for tensor in tensors], dim)
    return torch.cat(tensors, dim).view(size[:dim] + [len(tensors)] + size[dim:])


@register_decomposition(_aten.std)
def std(a, dim=None, *, correction=1.0, keepdim=False):
    return torch.sqrt(torch.var(a, dim, correction=float(correction), keepdim=keepdim))


@register_decomposition(_aten.native_layer_norm)
def native_layer_norm(input, normalized_shape, weight, bias, eps):
    dims = list(range(input.dim() - len(normalized_shape), input.dim()))
    kept = input.dtype
    a = input.to(torch.float32) if kept in (torch.float16, torch.bfloat16) else input
    variance, mean = torch.var_mean(a, dim=dims, correction=0, keepdim=True)
    rstd = torch.rsqrt(variance + eps)
    out = (a - mean) * rstd
    if weight is not None:
        out = out * weight
    if bias is not None:
        out = out + bias
    return out if out.dtype == kept else out.to(kept), mean, rstd
