"""torch.func and torch.autograd.forward_ad: transforms of functions over trees of tensors, and what they refuse."""
import torch
import torch.autograd.forward_ad as fwAD
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd.graph import disable_saved_tensors_hooks, register_multi_grad_hook, saved_tensors_hooks
from torch.func import (
    functional_call, grad, grad_and_value, hessian, jacfwd, jacrev, jvp, linearize, stack_module_state, vjp,
    vmap,
)

torch.manual_seed(0)
x = torch.tensor([1.0, 2.0, 3.0])
t = torch.tensor([1.0, 0.0, 0.5])


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)


print(grad(lambda a, b: (a * b).sum(), argnums=(0, 1))(x, t), grad(grad(lambda a: a ** 3))(torch.tensor(2.0)))
print(grad(lambda p: p["w"].sum() * 2)({"w": x, "b": t}), grad_and_value(lambda a: (a ** 2).sum())(x))
print(grad(lambda a: ((a ** 2).sum(), a), has_aux=True)(x))
outer = x.clone().requires_grad_()
print(grad(lambda a: (a * outer).sum())(x), grad(lambda a: (a ** 2).sum())(outer))
with torch.no_grad():
    print(grad(lambda a: (a ** 2).sum())(x))
print(vmap(lambda a: (a, [a * 2, {"q": a * 3}]))(x), vmap(lambda a: (a, 3), out_dims=(0, None))(x))
print(vmap(torch.sum, in_dims=1)(torch.arange(6.0).reshape(2, 3)),
      vmap(lambda a, b: a[0] + b["k"], in_dims=([0], {"k": 0}))([x], {"k": x}))
print(vmap(grad(lambda a: a ** 2))(x), vmap(jacrev(torch.sin))(torch.ones(2, 2)).shape,
      vmap(lambda a: a * 2, chunk_size=2)(x))
print(vmap(lambda a: a + torch.rand(1), randomness="different")(x),
      vmap(lambda a: F.dropout(a, 0.5), randomness="same")(torch.ones(2, 4)))
print(vmap(lambda a: F.dropout(a, 0.5, training=False))(torch.ones(2, 4)),
      vmap(lambda a: a * 2)(torch.zeros(0, 3)).shape)
print(jacrev(lambda a: (a * 2, a.sum()))(x), jacrev(lambda p: p["w"] * 2)({"w": x}),
      jacrev(lambda a, b: a * b, argnums=(0, 1))(x, t))
print(jacfwd(torch.sin)(x), jacrev(torch.sin)(x), jacfwd(lambda a: (a * 2, a), has_aux=True)(x))
print(hessian(lambda a, b: (a * b).sum(), argnums=(0, 1))(x, t), jacfwd(jacfwd(lambda a: a ** 3))(torch.tensor(2.0)))
out, pull = vjp(lambda a, b: (a * b, a + b), x, t)
print(out, pull((t, t)))
out, pull, aux = vjp(lambda p: (p["w"] ** 2, p["w"] * 3), {"w": x}, has_aux=True)
print(out, pull(t), aux)
print(jvp(lambda a: (a ** 2, {"k": a.sum()}), (x,), (t,)), jvp(lambda a: torch.ones(2), (x,), (t,)),
      jvp(grad(lambda a: (a ** 3).sum()), (x,), (t,)))
print(grad(lambda a: jvp(torch.sin, (a,), (t,))[1].sum())(x))
out, push = linearize(lambda a: a ** 2, x)
print(out, push(t))
base = nn.Linear(2, 1)
params, buffers = stack_module_state([nn.Linear(2, 1) for _ in range(3)])
print(vmap(lambda p, b, v: functional_call(base, (p, b), (v,)), in_dims=(0, 0, None))(params, buffers,
    torch.ones(1, 2)).shape)
for refused in (
    lambda: vmap(lambda a, b: a * b, in_dims=(0,))(x, x), lambda: vmap(lambda a: a, in_dims=(None,))(x),
    lambda: vmap(lambda: 1)(), lambda: vmap(lambda a: None)(x),
    lambda: vmap(lambda a: (a, a), out_dims=(0,))(x), lambda: vmap(lambda a: a, chunk_size=0)(x),
    lambda: vmap(lambda a: a, randomness="x")(x),
    lambda: vmap(torch.dot)(torch.ones(3, 2), torch.ones(4, 2)),
    lambda: vmap(lambda a: F.dropout(a, 0.5))(torch.ones(2, 4)), lambda: vmap(lambda a: a + torch.randn(1))(x),
    lambda: grad(lambda a: a.sum(), argnums=1)(x), lambda: grad(lambda a: a.sum())(3.0),
    lambda: grad(lambda a: a * 2)(x), lambda: grad(lambda a: a.sum(), has_aux=True)(x),
    lambda: jacrev(lambda a: 3)(x), lambda: pull((t, t)), lambda: pull(torch.ones(2)), lambda: vjp(lambda a: a, 3),
    lambda: jvp(lambda a: a, (x,), (t, t)),
    lambda: jvp(lambda a: a, (x,), (torch.ones(2),)), lambda: jvp(lambda a: 3, (x,), (t,)),
    lambda: functional_call(base, {"weight": torch.zeros(1, 2)}, x, strict=True),
    lambda: functional_call(base, 3, x), lambda: fwAD.make_dual(x, t),
):
    attempt(refused)
with fwAD.dual_level():
    a, b = fwAD.make_dual(x, t), fwAD.make_dual(x * 2, t * 3)
    print(fwAD.unpack_dual((a * b).sin().sum()), fwAD.unpack_dual(x), fwAD.unpack_dual(a).tangent)
p, q = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
every = register_multi_grad_hook((p, q), lambda grads: print("all", grads))
first = register_multi_grad_hook((p, q), lambda g: print("any", g), mode="any")
(p * 2 + q * 3).sum().backward()
(p * 5).sum().backward()
every.remove()
first.remove()
(p * q).sum().backward()
with disable_saved_tensors_hooks("no hooks here"):
    attempt(lambda: saved_tensors_hooks(lambda v: v, lambda v: v).__enter__())
