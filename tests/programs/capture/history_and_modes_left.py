# Compiled functions that change a tensor with a history in place, and that leave grad mode switched.
import torch
import torch._dynamo
from torch._dynamo.testing import same

w = torch.arange(4.0, requires_grad=True)


def direct(x):
    x.mul_(2)
    return x + 1


def view(x):
    x[0].mul_(2)
    return x * 3


def item_set(x):
    x[1] = 5.0
    return x * 3


def fresh(x):
    y = x * 2
    y.add_(1)
    y[0] = 7
    return y


def nothing(x):
    x.mul_(2)


def twice(x):
    x.mul_(2).add_(1)
    return x.sum()


def both(x):
    y = x * x
    torch.set_grad_enabled(False)
    return y.clone(), y


def switched_on(x):
    with torch.no_grad():
        y = x * 2
    torch.set_grad_enabled(True)
    return y, x * 3


for backend in ("eager", "aot_eager", "inductor"):
    for f in (direct, view, item_set, fresh, nothing, twice):
        torch._dynamo.reset()
        w.grad = None
        x = w * 1
        r = torch.compile(f, backend=backend)(x)
        (x.sum() + (r.sum() if r is not None else 0)).backward()
        print(backend, f.__name__, r.detach() if r is not None else r, x.detach(), w.grad)
    try:
        torch.compile(nothing, backend=backend)(w)
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[1].split("got ")[1])
    with torch.no_grad():
        torch.compile(nothing, backend=backend)(w)
        print(w)
        w.div_(2)
    for f, mode in ((both, True), (both, False), (switched_on, False), (switched_on, True)):
        torch._dynamo.reset()
        torch.set_grad_enabled(mode)
        r = torch.compile(f, backend=backend, fullgraph=True)(w)
        print(backend, f.__name__, torch.is_grad_enabled(), [t.requires_grad for t in r])
        torch.set_grad_enabled(True)

for a, b in ((torch.tensor([105]), 105), (torch.tensor(2.0), 2.0), (torch.tensor([1, 2]), 1),
             (torch.tensor([1.0, 1.0]), 1.0)):
    print(same(a, b))
