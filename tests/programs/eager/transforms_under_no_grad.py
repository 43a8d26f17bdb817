# Derivatives of functions under no_grad, and what of their results is on the tape.
import torch
from torch.func import grad, grad_and_value, hessian, jacrev, jvp, stack_module_state, vjp

x = torch.tensor(2.0, requires_grad=True)
with torch.no_grad():
    y = grad(torch.sin)(x)
    value = grad_and_value(lambda t: t * t)(x)
    rows = jacrev(lambda t: torch.stack([t, t * t]))(x)
    out, pull = vjp(lambda t: t ** 3, x)
    inside, = pull(torch.tensor(1.0))
    pushed = jvp(torch.exp, (x,), (torch.tensor(1.0),))
print(y, y.requires_grad, value, rows)
print(out.requires_grad, inside, inside.requires_grad, pushed)
after, = pull(torch.tensor(1.0))
print(after.requires_grad, torch.autograd.grad(after, x))

out, pull = vjp(lambda t: t ** 3, x)
with torch.no_grad():
    cut, = pull(torch.tensor(1.0))
print(out.requires_grad, cut, cut.requires_grad)


def shifted(t):
    with torch.no_grad():
        shift = t ** 2
    return t ** 2 - shift


def inner_cut(t):
    with torch.no_grad():
        slope = grad(torch.sin)(t)
    return slope * t


print(grad(shifted)(torch.tensor(3.0)), grad(inner_cut)(torch.tensor(0.0)))

# nothing of a transform that has ended stays on the tape
z = torch.tensor([1.0, 2.0])
_, pull = vjp(torch.sin, z)
twice, pull_twice = vjp(lambda t: pull(t)[0], z)
print(twice.requires_grad, pull_twice(torch.ones(2))[0])
print(grad(lambda t: pull(t)[0].sum())(z).requires_grad)
print(hessian(lambda t: (t ** 3).sum())(z))


def named(t):
    return t.sum()


print(grad(named).__name__, grad_and_value(named).__name__)


def refused(label, f):
    try:
        print(label, f())
    except Exception as e:
        print(label, "->", type(e).__name__ + ":", e)


refused("argnum", lambda: grad(torch.mul, argnums=("0",))(x, x))
refused("unique", lambda: grad(torch.mul, argnums=(0, -2))(x, x))
refused("primals", lambda: jvp(torch.sin, (1.0,), (z,)))
refused("tangents", lambda: jvp(torch.sin, (z,), (1.0,)))
refused("nothing", lambda: vjp(lambda t: None, z))
refused("empty", lambda: jvp(lambda t: (), (z,), (z,)))
refused("strict", lambda: jvp(lambda t: (t, z), (z,), (z,), strict=True))
models = [torch.nn.Linear(2, 2) for _ in range(2)]
models[0].weight.requires_grad_(False)
refused("stack", lambda: stack_module_state(models))
