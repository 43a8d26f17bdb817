"""Attention that sees nothing, places of quantiles, numbers out of a dtype's range, state that optimisers share."""
import torch
import torch.nn as nn
import torch.nn.functional as F


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])


# Rows whose keys are all masked are zeros, and so are their gradients.
q = torch.arange(12.0).reshape(1, 1, 3, 4) / 10
keep = torch.tensor([[True, False, True], [False, False, False], [True, True, True]])
for mask in (keep, torch.zeros(3, 3).masked_fill(~keep, -float("inf"))):
    for x in (q, q[0], q.double()):
        leaf = x.clone().requires_grad_()
        out = F.scaled_dot_product_attention(leaf, leaf, leaf, mask.to(x.dtype) if mask.is_floating_point() else mask)
        out.sum().backward()
        print(out.detach().flatten()[3:9], leaf.grad.flatten()[:6])
with_bias = torch.zeros(3, 3).masked_fill(~keep, -float("inf")).requires_grad_()
F.scaled_dot_product_attention(q, q, q, with_bias).sum().backward()
print(with_bias.grad.isfinite().all())
attempt(lambda: F.scaled_dot_product_attention(q, q, q, dropout_p=1.5))

# Places are float64, of a q in the type of the elements.
six = torch.arange(1.0, 7.0)
for x in (six, six.double()):
    for mode in ("linear", "lower", "higher", "nearest", "midpoint"):
        print([x.quantile(p, interpolation=mode).item() for p in (0.1, 0.2, 0.4, 0.6, 0.7)])
attempt(lambda: six.quantile(torch.tensor([0.5, -1.0])))

# One element of 16 bits takes any number, several do not.
for size in ((), (1,), (2,), (0,)):
    for dtype, big in ((torch.float16, 1e6), (torch.bfloat16, 1e39), (torch.float32, 1e39), (torch.int8, 300)):
        t = torch.zeros(size, dtype=dtype)
        attempt(lambda: torch.full(size, big, dtype=dtype))
        attempt(lambda: t.clone().fill_(big))
        attempt(lambda: t.clamp(max=big))
        attempt(lambda: t.masked_fill(torch.tensor(True), big))


def assigned(dtype, index):
    t = torch.zeros(2, 2, dtype=dtype)
    t[index] = 1e39
    return t


attempt(lambda: assigned(torch.float16, 0))
attempt(lambda: assigned(torch.bfloat16, torch.tensor([0])))
attempt(lambda: assigned(torch.float32, 0))
attempt(lambda: assigned(torch.float32, torch.tensor([True, False])))
attempt(lambda: torch.linspace(0, 1e6, 3, dtype=torch.float16))
attempt(lambda: F.hardtanh(torch.zeros(2).half(), 0, 1e6))

# Types that draws, dropout and losses refuse.
n = torch.ones(3, dtype=torch.int64)
for f in (lambda: n.exponential_(), lambda: n.cauchy_(), lambda: F.dropout(n), lambda: F.dropout(n, 1.0),
          lambda: F.soft_margin_loss(n, n),
          lambda: torch.multinomial(torch.tensor([float("inf"), 1.0]), 1),
          lambda: torch.logspace(0, 1, 2, dtype=torch.bool),
          lambda: torch.ldexp(torch.ones(2).half(), torch.tensor([1, 2])),
          lambda: torch.bucketize(n > 0, torch.tensor([0.5])),
          lambda: F.mse_loss(torch.ones(2), torch.ones(2), reduction=None),
          lambda: F.mse_loss(torch.ones(2), torch.ones(2), weight=torch.ones(3)),
          lambda: torch.addmm(torch.ones(2, 2), torch.ones(2, 2), torch.ones(2)),
          lambda: torch.ones(3).index_fill(0, torch.tensor([[0]]), 1.0),
          lambda: torch.ones(3).index_add(0, torch.tensor([0.0]), torch.ones(1)),
          lambda: torch.select_scatter(torch.ones(2, 2), torch.ones(3), 0, 0),
          lambda: torch.slice_scatter(torch.ones(2, 2), torch.ones(2, 2), 0, 0, 1), lambda: torch.tensor(["a"]),
          lambda: torch.tensor([1], device=1.5),
          lambda: torch.Tensor(True), lambda: setattr(n, "dtype", torch.int8), lambda: delattr(n, "T"),
          lambda: setattr(n, "is_leaf", True)):
    attempt(f)
x = torch.zeros(1, 2, 3, requires_grad=True)
print(F.cross_entropy(x, torch.zeros(1, 3, dtype=torch.int64)), F.nll_loss(x[..., 0], torch.tensor([1])))
print(nn.LazyInstanceNorm1d(), nn.LazyInstanceNorm2d(1e-3, affine=False), nn.LazyInstanceNorm1d(1e-3, 0.2, False))

# Loaded state is the saved one, and a rate that is a tensor is written in place.
w = nn.Parameter(torch.ones(2))
first, second = torch.optim.Adam([w], lr=0.1), torch.optim.Adam([w])
w.grad = torch.ones(2)
first.step()
second.load_state_dict(first.state_dict())
print(second.state_dict() == first.state_dict(), second.state[w]["exp_avg"] is first.state[w]["exp_avg"])
rate = torch.tensor(0.5)
sgd = torch.optim.SGD([w], lr=rate)
schedule = torch.optim.lr_scheduler.StepLR(sgd, 1, 0.1)
seen = schedule.get_last_lr()
sgd.step()
schedule.step()
print(rate, seen, schedule.get_last_lr(), sgd.param_groups[0]["lr"] is rate, sgd.param_groups[0]["initial_lr"],
      schedule.base_lrs)
