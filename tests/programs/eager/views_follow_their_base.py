"""Views where nothing is tracked require what their base requires; copies keep what shares memory together."""
import copy

import torch


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e))


def base():
    return torch.ones(4, requires_grad=True) * 1


p = torch.nn.Parameter(torch.ones(4))
with torch.no_grad():
    v = p[:2]
    print(v, p[0], v[0], v * 2, v.is_leaf, v.grad_fn)
    rows = [row for row in torch.nn.Parameter(torch.ones(2, 2))]
    print(rows)
print((v * 2).grad_fn.next_functions)
(v * 2 + p[:2]).sum().backward()
print(v.grad, p.grad, v.requires_grad_(False).requires_grad, v.detach().requires_grad)
attempt(lambda: v.add_(1))
with torch.no_grad():
    p.add_(1)
    print(v, v.requires_grad, v.add_(1), v * 2, v.tolist())
attempt(lambda: v.grad_fn)
attempt(lambda: v * 2)

with torch.inference_mode():
    w = p[:2]
    print(w, p * 2)
print(w.requires_grad, w.is_inference(), w * 2)
attempt(lambda: w.add_(1))
with torch.inference_mode():
    plain = torch.ones(4)
    part = plain[:2]
    part.add_(1)
    print(plain, part.requires_grad)

x = base()
first, second = x.split(2)
x.mul_(2)
attempt(lambda: first.grad_fn)
attempt(lambda: second + 1)
x = base()
one = x.unbind(0)[1]
x[0] = 5
attempt(lambda: one.grad_fn)


class Flat(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view(2, 2)

    @staticmethod
    def backward(ctx, g):
        return g.view(4)


x = base()
y = Flat.apply(x)
attempt(lambda: y.mul_(2))
x.mul_(2)
attempt(lambda: y.sum())

# A view made before its base began to require a gradient.
x = torch.zeros(3)
v = x[:2]
weight = torch.ones(3, requires_grad=True)
x.copy_(weight * 2)
print(v.requires_grad, v)
(v * 3).sum().backward()
print(weight.grad)
x = torch.ones(3)
v = x[:2]
x.requires_grad_()
print(v)
attempt(lambda: v.mul_(2))
attempt(lambda: setattr(x, "grad", torch.ones(3, device="meta")))

# Copies.
p = torch.nn.Parameter(torch.ones(2))
(p * 2).sum().backward()
p.note = 3
q = copy.deepcopy(p)
print(q.grad, hasattr(q, "note"), q)
t = torch.ones(2, requires_grad=True)
(t * 2).sum().backward()
t.note = [3]
q = copy.deepcopy(t)
print(q.grad, q.note, q.note is t.note, copy.copy(t).note is t.note)
layer = torch.nn.Linear(2, 1)
layer(torch.ones(1, 2)).sum().backward()
print(copy.deepcopy(layer).weight.grad)
a = torch.zeros(5, 5)
kept = [a, a.view(25), a.t(), a[1:, 2:], {"row": a[0]}]
copied = copy.deepcopy(kept)
copied[0].add_(1)
print(a.sum(), copied[1].sum(), copied[2].stride(), copied[3].storage_offset(), copied[4]["row"], copied[1]._is_view())
print(copy.deepcopy(torch.ones(4)[::2]).stride(), copy.deepcopy(torch.ones(3).expand(2, 3)).stride())


class Tagged(torch.Tensor):
    pass


attempt(lambda: copy.deepcopy(torch.ones(2).as_subclass(Tagged)))

# Small corrections.
attempt(lambda: torch.ones(2).imag)
attempt(lambda: +torch.tensor([True]))
attempt(lambda: torch.ones(3, 3).view(-1, 0))
attempt(lambda: torch.ones(3, 3).masked_select(torch.ones(2) > 0))
print(torch.zeros(0, 3).logsumexp(0), torch.zeros(0, 3).logsumexp(1), torch.tensor([True, False]) ** True,
      torch.float16.to_real())
