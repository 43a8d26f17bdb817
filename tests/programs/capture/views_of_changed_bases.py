# Views whose base gets a history while it is captured: they have it too, and are refused where eager execution does.
import torch


def parts(x, w):
    a, b = x.split(2)
    x.add_(w)
    b.sin()
    return x


def parts_unread(x, w):
    a, b = x.split(2)
    x.add_(w)
    return x * b.shape[0]


def parts_detached(x, w):
    a, b = x.split(2)
    x.add_(w)
    return b.detach()


def changed_part(x, w):
    a, b = x.split(2)
    a.add_(w)
    return x


def untracked(x, w):
    with torch.no_grad():
        v = x[1:]
    x.add_(w)
    v.sin()
    return x


def copied(x, w):
    matrix = x.reshape(2, 2).t()
    row = matrix.reshape(-1)
    x.add_(w)
    return x * 1 if row.requires_grad else row.add_(1)


def leaf(x, w):
    v = x[1:]
    v[1::2].add_(w)
    v.add_(1)
    return v


def read_between(x, w):
    v = x[1:]
    v[1::2].add_(w)
    v.sigmoid()
    v.add_(1)
    return v


def view_of_a_view(x, w):
    v = x[1:]
    u = v[:2].view(2, 1)
    x.add_(w)
    s = u + v[:2, None]
    u.mul_(2)
    return x, u, s.detach()


def show(name, fn, call):
    w = torch.tensor(2.0, requires_grad=True)
    try:
        results = call(torch.arange(4.0), w)
        results = results if isinstance(results, tuple) else (results,)
        total = sum(r.sum() for r in results)
        gradient = torch.autograd.grad(total, w)[0].item() if total.requires_grad else None
        print(fn.__name__, name, [r.tolist() for r in results], [r.requires_grad for r in results], gradient)
    except RuntimeError as error:
        print(fn.__name__, name, type(error).__name__, name or str(error)[:90])


for fn in (parts, parts_unread, parts_detached, changed_part, untracked, copied, leaf, read_between,
           view_of_a_view):
    show("", fn, fn)
    for backend in ("eager", "aot_eager", "inductor"):
        torch._dynamo.reset()
        show(backend, fn, torch.compile(fn, backend=backend))


def view_and_its_view(x):
    y = x + 1
    v = y[1:]
    w = v[:2]
    v.mul_(2)
    return v, w, v.view(-1, 1)[1:]


for mode in (torch.inference_mode, torch.no_grad):
    for call in (view_and_its_view, torch.compile(view_and_its_view, backend="aot_eager"),
                 torch.compile(view_and_its_view)):
        with mode():
            results = call(torch.arange(4.0))
            results[0].neg_()
        print(mode.__name__, [(r.tolist(), r.storage_offset(), r.stride()) for r in results])
