"""Non-reentrant checkpoints recompute on first use; saved-tensor hooks; batched gradients; transforms."""
import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def region(x):
    print("run")
    return torch.dropout(x.sin(), 0.5, True).exp() * 2


x = torch.tensor([0.5, 1.0, 2.0], requires_grad=True)
torch.manual_seed(0)
y = checkpoint(region, x, use_reentrant=False)
print("forward done", y)
y.sum().backward()
print(x.grad)
torch.manual_seed(0)
z = torch.tensor([0.5, 1.0, 2.0], requires_grad=True)
region(z).sum().backward()
print(torch.equal(x.grad, z.grad))
net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
print(checkpoint_sequential(net, 2, torch.ones(1, 2), use_reentrant=False).grad_fn is not None)

kept = []
with torch.autograd.graph.saved_tensors_hooks(lambda t: kept.append(t.shape) or t * 1, lambda t: t):
    w = torch.ones(2, requires_grad=True)
    out = (w * w).exp()
out.sum().backward()
print(kept, w.grad)
a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
print(torch.autograd.grad(a ** 2, a, grad_outputs=torch.eye(3), is_grads_batched=True))
b = (a * 2).sum()
print((a * 2).grad_fn.next_functions[1])
b.backward()
try:
    b.backward()
except RuntimeError as e:
    print(str(e)[:60])
print(torch.func.jvp(lambda t: t ** 2, (torch.tensor([1.0, 2.0]),), (torch.ones(2),)))
models = [nn.Linear(2, 1) for _ in range(3)]
params, buffers = torch.func.stack_module_state(models)
print({k: v.shape for k, v in params.items()})
stacked = torch.vmap(lambda p, t: torch.func.functional_call(models[0], p, (t,)), in_dims=(0, None))(params,
    torch.ones(4, 2))
print(stacked.shape, torch.allclose(stacked[1], models[1](torch.ones(4, 2))))
for bad in (lambda: torch.func.grad(lambda t: t ** 2)(torch.ones(2)), lambda: torch.vmap(lambda t: 1)(torch.ones(2))
            if False else torch.func.jvp(torch.sin, torch.ones(1), torch.ones(1))):
    try:
        bad()
    except RuntimeError as e:
        print(e)
for f in (lambda t: t ** 3, lambda t: torch.nn.functional.conv1d(t.view(1, 1, 3), torch.ones(1, 1, 2,
    dtype=torch.float64)) ** 2):
    v = torch.tensor([0.3, 0.6, 0.9], dtype=torch.float64, requires_grad=True)
    print(torch.autograd.gradcheck(f, (v,)), torch.autograd.gradgradcheck(f, (v,)))
