# Element types that kernels refuse, layouts that results keep, and tensors without axes where axes are asked for.
import torch
import torch.nn.functional as F


def shown(text, scope):
    try:
        r = eval(text, globals(), scope)
        parts = r if isinstance(r, tuple) else (r,)
        print(text, "->", *[(p.dtype, tuple(p.shape), p.stride()) if isinstance(p, torch.Tensor) else p for p in parts])
    except Exception as e:
        print(text, "->", type(e).__name__, e)


refusing = """x.floor()|x.frac()|x.round(decimals=1)|x.logcumsumexp(0)|x.median()|x.median(0)|x.kthvalue(1)|x.topk(1)
x.nanmean()|x.trace()
torch.histc(x, 2)|torch.histogram(x, 2)|torch.cov(x)|torch.trapezoid(x)|torch.isin(x, x)|x.quantile(0.5)|x.dist(x)
torch.cdist(x, x)|F.pdist(x)
x.remainder(x)|x % 2|x.fmod(x)|x.hypot(x)|x.nextafter(x)|torch.logaddexp(x, x)|torch.logaddexp2(x, x)|x.lcm(x)|x & 1
x ^ x|~x|x << 1
torch.special.gammainc(x, x)|torch.special.zeta(x + 2, x + 1)|torch.special.ndtri(x)|torch.special.log_ndtr(x)
torch.bernoulli(x)|torch.poisson(x)
F.hardtanh(x)|F.elu(x)|F.selu(x)|F.gelu(x)|F.silu(x)|F.mish(x)|F.softplus(x)|F.hardsigmoid(x)|F.hardswish(x)
F.softshrink(x)|F.leaky_relu(x)|F.logsigmoid(x)|F.glu(x)|F.glu(x, 5)
F.avg_pool1d(x[None], 2)|F.avg_pool2d(x[None], 2)|F.local_response_norm(x[None], 2)
F.pad(x[None], (1, 1), mode='reflect')|F.pad(x[None], (1, 1), mode='replicate')
F.interpolate(x[None], scale_factor=2)|F.interpolate(x[None], scale_factor=2, mode='linear')
F.interpolate(x.expand(1, 3, 2, 4), scale_factor=2)
F.group_norm(x[None], 2)|F.batch_norm(x, None, None, training=True)|F.nll_loss(x, labels)|F.nll_loss(x, labels[:1])
F.binary_cross_entropy(x, x)|F.kl_div(x, x)
F.cosine_similarity(x, x)|F.multi_margin_loss(x, labels)|torch.linalg.eigh(x[:, :2])|torch.linalg.matrix_norm(x)
torch.linalg.vecdot(x, x)|torch.linalg.inv(x[:, :2] + 3)
torch.linspace(0, 1, 3, dtype=x.dtype)|torch.tril_indices(2, 2, dtype=x.dtype)""".replace("\n", "|").split("|")
labels = torch.tensor([0, 1])
for dtype in (torch.bool, torch.int64, torch.float16):
    for text in refusing:
        shown(text, {"x": torch.tensor([[0, 1, 1, 0], [1, 1, 0, 1]]).to(dtype)})

x, z = torch.arange(6.0).reshape(2, 3), torch.tensor(2.0)
cube = torch.arange(24.0).reshape(2, 3, 4).permute(2, 1, 0)
j, pairs = torch.tensor([0, 1]), torch.tensor([[0, 1], [1, 2]])
for text in """torch.flip(x.t(), [0])|torch.fliplr(x.t())|torch.rot90(x.t())|torch.nonzero(x)
torch.nonzero(x, as_tuple=True)|torch.argwhere(z > 5)|torch.where(x > 3)
x.t().sort()|x.t().argsort(0)|torch.msort(x.t())|x.t().topk(2, 0)|x.t().cummax(0)
torch.special.zeta(x.t() + 2, x.t() + 1)|torch.sinc(x.t())|torch.frexp(x.t())
torch.polygamma(1, x.t() + 1)|torch.gcd(x.t().long(), x.t().long())|cube[j]|cube[:, j]|cube[:, :, j]|cube[j, j]
cube[j, :, j]|cube[pairs]|cube[:, pairs]|x.t()[[0, 1]]
x.t().index_put((j,), z)|x.t().index_fill(0, j, 1.0)|x.t().scatter(0, pairs[:1], 1.0)
torch.mvlgamma(torch.tensor([4, 5]), 2)
F.kl_div(z, z, reduction='batchmean')|torch.tensordot(x, z, dims=([0], [0]))|torch.tensordot(x, x.long(), 1)
torch.movedim(z, 0, 0)|torch.movedim(z, (0, 0), (0, 0))
F.batch_norm(x, torch.zeros(3), torch.ones(3), z)|F.linear(x, z)|F.linear(z, x)|F.linear(x, x[0], z)
F.linear(x.int(), x, x.int())|F.interpolate(x, scale_factor=2)
F.interpolate(x[0], size=3, mode='linear')|F.interpolate(x, size=(3, 3), mode='bilinear')|torch.where(z > 1)
torch.where(z > 5)|z[1]|z[0]|torch.median(x[:0], 0)|torch.mode(x[:, :0])
torch.renorm(x[0], 2, 0, 1.0)|torch.renorm(x, -1, 0, 1.0)|torch.vander(x)|torch.rot90(x, 1, [0])|torch.rot90(x[0])
torch.rot90(x, 1, [0, 0])|torch.kaiser_window(-1)
torch.take_along_dim(z, torch.tensor(0), 0)|torch.take_along_dim(z, torch.tensor(0))|z.tensor_split(2, -1)
torch.empty_strided((2, 3), (3,))|torch.diagonal_scatter(x, z)
torch.tril_indices(3, 3, dtype=torch.int32)""".replace("\n", "|").split("|"):
    shown(text, {})
