# Hooks of tensors and nodes: when they run, and what retained gradients are of after changes in place.
import torch


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", str(e)[:150])


# grad() of a result does not run its node, backward(inputs=) does.
a = torch.tensor(1.0, requires_grad=True)
b = a * 2
c = b * 3
log = []
b.register_hook(lambda g: log.append(("b", g.item())))
a.register_hook(lambda g: log.append(("a", g.item())))
b.grad_fn.register_hook(lambda gi, go: log.append("after b's node"))
b.grad_fn.register_prehook(lambda go: log.append("before b's node"))
accumulator = b.grad_fn.next_functions[0][0]
accumulator.register_prehook(lambda go: log.append("before a's node"))
for run in (
    lambda: torch.autograd.grad(c, b, retain_graph=True),
    lambda: torch.autograd.grad(c, (a, b), retain_graph=True),
    lambda: c.backward(retain_graph=True),
    lambda: c.backward(inputs=(b,), retain_graph=True),
    lambda: c.backward(inputs=(a, b)),
):
    log.clear()
    print(run(), log)
print(a.grad, b.grad, b.retains_grad)

# Of two results one has no gradient: its hook sees None.
x = torch.arange(3.0, requires_grad=True)
first, second, third = x.unbind()
first.register_hook(lambda g: print("first", g))
second.register_hook(lambda g: print("second", g))
(second * 2).backward()
print(x.grad)

# Gradients that are retained belong to what a tensor became.
base = torch.tensor([1.0], requires_grad=True).clone()
view, other = base[:], base[:]
view.retain_grad()
other.retain_grad()
view.mul_(2)
(view + other).sum().backward()
print(view.grad, other.grad)

y = torch.ones(2, requires_grad=True)
attempt(lambda: (y * 2).backward([1.0, 2.0]))
attempt(lambda: torch.autograd.grad(y.sum(), torch.ones(1, requires_grad=True), materialize_grads=True))
attempt(lambda: torch.autograd.grad(y.sum(), y, materialize_grads=True, allow_unused=False))
