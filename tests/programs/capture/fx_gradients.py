# make_fx of functions that ask for gradients: of their arguments, of tensors made inside, by
# torch.func, and together with a table of decompositions.
import torch
import torch.nn.functional as F
from torch.fx.experimental.proxy_tensor import make_fx


def show(f, *args, **options):
    gm = make_fx(f, **options)(*args)
    print(gm.code.strip())
    print(gm(*args))


def leaf(*size):
    return torch.ones(size, requires_grad=True)


def doubled(x):
    (gradient,) = torch.autograd.grad(x.sin().sum(), x)
    return gradient * 2


def layer(x, w):
    return torch.autograd.grad((x @ w).relu().sum(), [x, w])


def inside(x):
    with torch.enable_grad():
        x = x.clone().requires_grad_()
        return torch.autograd.grad(x.exp().sum(), x)[0]


def step(x, rate=0.5):
    y = (x * x).sum()
    (gradient,) = torch.autograd.grad(y, x)
    return x - rate * gradient


def gate(x):
    kept = x * 2
    return kept + kept.detach()


show(doubled, leaf(3))
show(layer, leaf(2, 3), leaf(3, 4))
show(inside, torch.ones(3))
show(step, leaf(2), 0.5)
show(gate, leaf(3))
show(torch.func.grad(lambda x: (x**2).sum()), torch.ones(3))
show(torch.func.grad(lambda x: F.softplus(x).sum()), torch.ones(3))
show(torch.func.grad(lambda x, w: (x * w * w).sum(), argnums=1), torch.ones(2), torch.ones(2))
show(doubled, leaf(3), decomposition_table={torch.ops.aten.cos.default: lambda x: x.tan()})
