# Overloads, dtypes and empty cases of ops: what each gives, or how it refuses.
import torch
import torch.nn.functional as F

inf, nan = float("inf"), float("nan")


def show(label, f):
    try:
        out = f()
    except Exception as e:
        print(label, "->", type(e).__name__ + ":", str(e).split("\n")[0])
        return
    for t in out if isinstance(out, (tuple, list)) else [out]:
        if isinstance(t, torch.Tensor):
            values = [round(v, 3) if isinstance(v, float) else v for v in t.detach().flatten().tolist()]
            print(label, "->", list(t.shape), t.dtype, values)
        else:
            print(label, "->", t)


a = torch.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]])
k = torch.tensor([[3, 1, 2], [6, 5, 4]])

# a number as tensor is an operand, not an axis
show("max other", lambda: torch.max(k, torch.tensor(3)))
show("min other", lambda: k.min(torch.tensor(3)))
show("max axis", lambda: torch.max(k, 1))
show("clamp_min", lambda: torch.clamp_min(a, torch.tensor([0.0, 0.0, 1.0])))
show("clamp_max_", lambda: a.clone().clamp_max_(torch.tensor([[1.0], [0.0]])))
x = a.clone().requires_grad_()
torch.clamp_min(x, torch.zeros(3)).sum().backward()
show("clamp_min grad", lambda: x.grad)
show("var_mean", lambda: torch.var_mean(a, False))
show("std_mean", lambda: torch.std_mean(a, dim=1, unbiased=True, keepdim=True))
show("tensor_split", lambda: torch.tensor_split(torch.arange(5), torch.tensor([1, 3])))
show("tensor_split n", lambda: torch.arange(5).tensor_split(torch.tensor(2)))
show("tensor_split float", lambda: torch.arange(5).tensor_split(torch.tensor(2.0)))
show("cdist", lambda: torch.cdist(a, a, 2.0, "donot_use_mm_for_euclid_dist"))
show("cdist ints", lambda: torch.cdist(k, k))

# no axes, no elements
show("roll", lambda: torch.tensor(3.0).roll(1))
show("roll axis", lambda: torch.tensor(3.0).roll(1, 0))
show("roll nothing", lambda: torch.arange(3).roll(()))
show("unfold", lambda: torch.tensor(3.0).unfold(0, 1, 1))
show("unfold far", lambda: torch.tensor(3.0).unfold(0, 2, 1))
y = torch.tensor(2.0, requires_grad=True)
y.unfold(0, 1, 1).sum().backward()
show("unfold grad", lambda: y.grad)
show("logsumexp", lambda: torch.tensor(1029.0).logsumexp(0))
show("quantile", lambda: torch.tensor(-4.0).quantile(0.5, dim=0, keepdim=True))
show("gather", lambda: torch.arange(4.0).gather(0, torch.empty(0)))
show("index_reduce", lambda: torch.tensor(2.0).index_reduce(0, torch.tensor([0]), torch.tensor(5.0), "amax"))
show("diff", lambda: torch.arange(4).diff(n=-1))
show("diff 0", lambda: torch.arange(4).diff(n=0))

# whole numbers and bools
at = torch.tensor([[0, 0, 1], [1, 0, 0]])
for mode in ("amax", "amin", "mean", "prod"):
    show("scatter_reduce " + mode, lambda: torch.full((2, 3), 7).scatter_reduce(1, at, k, mode, include_self=False))
show("scatter_reduce bool", lambda: torch.tensor([[True, True]]).scatter_reduce(1, torch.tensor([[0]]),
    torch.tensor([[False]]), "amax", include_self=False))
show("linspace", lambda: torch.linspace(4.3, 0, 9, dtype=torch.int64))
show("logspace", lambda: torch.logspace(3.7, 0, 4, 2.0, dtype=torch.int64))
show("max_pool1d", lambda: F.max_pool1d(torch.tensor([[3, -5, 2, -7]]), 3, 1, 1, return_indices=True))
show("max_pool3d", lambda: F.max_pool3d(torch.arange(-8, 0).reshape(1, 2, 2, 2), 2, padding=1))
show("addr bool", lambda: torch.addr(torch.tensor([[False, True]]), torch.tensor([True]), torch.tensor([True, False])))

# infinities, NaNs, the far side of zero
show("hypot", lambda: torch.hypot(torch.tensor([inf, inf, nan, 3.0]), torch.tensor([nan, -inf, 1.0, 4.0])))
show("logit", lambda: torch.logit(torch.tensor([-1.0, 0.5, 2.0]), 0.6))
show("digamma", lambda: torch.digamma(torch.tensor([-0.5, -1.0, -2.3, 2.0])))
show("addr", lambda: torch.addr(torch.full((1, 1), nan), torch.ones(1), torch.ones(1), beta=0))
show("threshold", lambda: F.threshold(torch.tensor([nan, 1.0, -1.0]), nan, 5.0))
show("dropout2d", lambda: F.dropout2d(torch.ones(1, 2, 1, 1), 1.0))
show("alpha_dropout", lambda: F.alpha_dropout(torch.ones(3), 1.0, True))
show("grid_sample", lambda: F.grid_sample(torch.ones(1, 1, 2, 2), torch.tensor([[[[nan, 0.0], [inf, 0.0], [0.0,
    0.0]]]]), align_corners=False))

# shapes that meet
show("cosine", lambda: F.cosine_similarity(torch.arange(6.0).reshape(1, 2, 3), torch.ones(2, 1, 3), dim=-2))
show("tensordot", lambda: torch.tensordot(torch.ones(1, 2), torch.arange(6.0).reshape(3, 2), dims=([0], [0])))
show("gaussian_nll", lambda: F.gaussian_nll_loss(a, torch.zeros(2, 3), torch.tensor([1.0, 2.0])))
show("gaussian_nll rows", lambda: F.gaussian_nll_loss(a, torch.zeros(2, 3), torch.ones(3)))
show("gradient", lambda: torch.gradient(torch.tensor([1.0, 4.0, 9.0, 25.0]), spacing=[torch.tensor([1.0, 2.0, 3.0,
    5.0])], edge_order=2))
show("gradient None", lambda: torch.gradient(torch.tensor([1.0, 4.0, 9.0]), spacing=None))
show("gradient twice", lambda: torch.gradient(a, dim=(1, -1)))
show("gradient list", lambda: torch.gradient(a, spacing=[1.0, 2.0, 3.0], dim=0))
show("cov", lambda: torch.cov(a, fweights=torch.tensor([1, -1, 2])))
show("cov weights", lambda: torch.cov(a, aweights=torch.tensor([1, 1, 2])))
show("out", lambda: [torch.square(a, out=torch.empty(2, 3)), torch.logaddexp(a, a, out=torch.empty(2, 3))])

# losses and bags
show("multi_margin", lambda: F.multi_margin_loss(torch.tensor(0.3), torch.tensor(0)))
show("multi_margin p", lambda: F.multi_margin_loss(a, torch.tensor([0, 1]), p=3))
show("multi_margin n", lambda: F.multi_margin_loss(a, torch.tensor([0, 1]), weight=torch.ones(2)))
show("multilabel", lambda: F.multilabel_margin_loss(torch.tensor(0.3), torch.tensor(0)))
show("multilabel shape", lambda: F.multilabel_margin_loss(a, torch.tensor([0, 1])))
show("triplet", lambda: F.triplet_margin_with_distance_loss(a, a, torch.zeros(3)))
weight = torch.arange(8.0).reshape(4, 2)
show("bag", lambda: F.embedding_bag(torch.tensor([1, 3, 3]), weight, torch.tensor([0, 1, 1]), mode="max",
                                    padding_idx=3))
show("bag last", lambda: F.embedding_bag(torch.tensor([0, 1, 2]), weight, torch.tensor([0, 2, 2]), mode="mean",
                                         include_last_offset=True, padding_idx=-1))
show("bag padding", lambda: F.embedding_bag(torch.tensor([[0, 1]]), weight, padding_idx=4))
