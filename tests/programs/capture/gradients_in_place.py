# Gradients of compiled functions that change values in place, through views and behind them.
import torch


def run(fn, shapes, backend):
    xs = [(torch.arange(1.0, 1 + torch.Size(s).numel()).reshape(s) / 4).requires_grad_() for s in shapes]
    try:
        if backend:
            torch._dynamo.reset()
            fn = torch.compile(fn, backend=backend)
        out = fn(*xs)
        out.sum().backward()
        return [out.tolist()] + [x.grad.tolist() for x in xs]
    except Exception as error:
        return type(error).__name__


def near(a, b):
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all([near(p, q) for p, q in zip(a, b)])
    return abs(a - b) <= 1e-4 * (1 + abs(a)) if isinstance(a, float) and isinstance(b, float) else a == b


def two_views(x, w):
    y = x * w
    y[:, 0].mul_(3)
    y[1].add_(x[0])
    return (y * y).sum()


def behind_detach(x):
    v = x.view_as(x)
    v.detach().add_(1)
    return torch.sin(v)


def one_of_many(x):
    a, b = (x * 2).unbind(0)
    a.add_(1)
    return a * b


def saved_then_changed(x):
    y = x.sigmoid()
    y.mul_(2)
    return y


def saved_behind_detach(x):
    y = x * 2
    v = y.t()
    v[0].mul_(y[0, 0].detach())
    return y.sin()


def rows(x):
    y = x.clone()
    y[0].copy_(y[1])
    y.t()[1].exp_()
    return y * x


def seen_through_another(x):
    y = x.clone()
    a = y[0]
    y.view(-1).mul_(2)
    return a * a


def set_items(x):
    y = torch.zeros_like(x)
    y[0] = x[1]
    y[1:] += x[:1] * 2
    return y.exp()


def expanded(x):
    y = x * 1
    z = y.expand(2, *y.shape)
    y.add_(1)
    return z * z


def masked(x):
    y = x * 2
    y.masked_fill_(x > 1, 0.0)
    y.diagonal().add_(x[0, 0])
    return y * y


def without_grad(x):
    y = x * 2
    with torch.no_grad():
        y.mul_(3)
    return y * x


def copied_across(x):
    y = torch.empty(3, 2)
    y.copy_(x.t())
    return y.view(-1) * torch.arange(6.0)


for fn, shapes in (
    (two_views, [(2, 3), (2, 3)]), (behind_detach, [(3,)]), (one_of_many, [(2, 3)]), (saved_then_changed, [(2, 3)]),
    (saved_behind_detach, [(2, 3)]), (rows, [(2, 3)]), (seen_through_another, [(2, 3)]), (set_items, [(2, 3)]),
    (expanded, [(2, 3)]), (masked, [(3, 3)]), (without_grad, [(2, 3)]), (copied_across, [(2, 3)])):
    want = run(fn, shapes, "")
    for backend in ("aot_eager", "inductor"):
        got = run(fn, shapes, backend)
        print(fn.__name__, backend, "same" if near(want, got) else f"{want} and {got}")

# A pass towards some inputs comes to a changed view by way of what it is a view of.
x = torch.ones(2, 3, requires_grad=True)
y = x * 2
y[0].mul_(3)
print(torch.autograd.grad(y.sum(), x)[0].tolist())
y = x * 2
y.view(-1).mul_(x.view(-1))
print(torch.autograd.grad(y.sum(), x)[0].tolist())
y = x * 2
y.t()[1].add_(x[:, 0])
y.sum().backward(inputs=[x])
print(x.grad.tolist())
