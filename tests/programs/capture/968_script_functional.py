# feature: torch.nn.functional and tensor methods in scripts
from typing import List
import torch
import torch.nn.functional as F


def acts(x):
    return [F.relu(x), F.gelu(x), F.softmax(x, dim=1), F.log_softmax(x, dim=-1), F.leaky_relu(x, 0.2), F.elu(x),
            torch.tanh(x), F.silu(x), F.softplus(x)]


def losses(x, y, t):
    return [F.mse_loss(x, y), F.l1_loss(x, y, reduction="sum"), F.cross_entropy(x, t), F.smooth_l1_loss(x, y),
            F.nll_loss(F.log_softmax(x, 1), t)]


def layers(x, w, b):
    y = F.linear(x, w, b)
    z = F.layer_norm(y, [y.size(1)])
    return F.dropout(z, 0.5, False), F.normalize(y, dim=1), F.pad(x, [1, 1]), F.one_hot(torch.tensor([0, 1]), 3)


def shapes(x):
    a = x.view(-1).unsqueeze(0).expand(2, -1).reshape(2, 2, 3).permute(1, 0, 2).contiguous()
    b = x.transpose(0, 1).flatten()
    c, d = x.split(1)
    e = torch.stack([c, d]).squeeze()
    return a, b, c.t(), e, x.chunk(2, 1)[0], torch.cat([c, d], dim=1), x.repeat(1, 2), x.shape, x.numel(), x.dim()


def picks(x, idx):
    m = x > 1
    return x[m], x[idx], x.index_select(0, idx), x.masked_fill(m, 0.0), torch.where(m, x, -x), x[0, 1:], x[...,
        0], x[None].shape, x.gather(1, idx.unsqueeze(1))


def reduce(x):
    v, i = x.max(dim=1)
    return x.sum(), x.mean(dim=0), x.std(), v, i, x.argmax(), x.min(), x.prod(), torch.topk(x,
        2)[0], x.cumsum(0), x.norm(), x.any(), (x > 0).all()


def makers(n: int):
    return torch.zeros(n, 2), torch.ones([n]), torch.arange(n), torch.full((n,), 2.5), torch.eye(n), torch.linspace(0,
        1, n), torch.zeros_like(torch.ones(n)), torch.tensor([[1, 2], [3, 4]]), torch.empty(n).shape


def casts(x):
    return x.to(torch.int32), x.double(), x.long(), x.to("cpu"), x.type_as(torch.ones(1,
        dtype=torch.float64)), x.half().dtype, x.is_floating_point(), x.device


x = torch.tensor([[1.0, -2.0, 3.0], [0.5, 0.0, 2.0]])
for f, args in ((acts, (x,)), (losses, (x, x * 2, torch.tensor([0, 2]))),
                (layers, (x, torch.ones(2, 3), torch.ones(2))), (shapes, (x,)),
                (picks, (x, torch.tensor([1, 0]))), (reduce, (x,)), (makers, (3,)), (casts, (x,))):
    s = torch.jit.script(f)
    a, b = s(*args), f(*args)
    ok = []
    for p, q in zip(a, b):
        if isinstance(p, torch.Tensor):
            ok.append((torch.equal(p, q) if p.dtype == torch.bool else torch.allclose(p, q)) and p.dtype == q.dtype)
        else:
            ok.append(p == q or f is casts or isinstance(p, (list, torch.Size)))
    print(f.__name__, ok)
    if f not in (losses, layers):
        print([n.kind() for n in s.inlined_graph.nodes() if n.kind().startswith("aten::")])
