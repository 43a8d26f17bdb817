"""Custom functions under transforms, twice differentiated, and views that they make; gradients that modules apply a
function to."""
import warnings

import torch
from torch import nn
from torch.autograd.function import once_differentiable

warnings.simplefilter("ignore")


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e))


class Old(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2


class NoRule(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return x * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def backward(ctx, g):
        return g * 2


class Generated(NoRule):
    generate_vmap_rule = True


class OwnRule(NoRule):
    @staticmethod
    def vmap(info, in_dims, x):
        return OwnRule.apply(x) + 100, in_dims[0]


class Both(OwnRule):
    generate_vmap_rule = True


x = torch.arange(3.0)
for function in [Old, NoRule, Generated, OwnRule, Both]:
    print(function.__name__)
    attempt(lambda: torch.vmap(function.apply)(x))
    attempt(lambda: torch.func.grad(lambda t: function.apply(t).sum())(x))
    attempt(lambda: torch.vmap(torch.func.grad(function.apply))(x))
    attempt(lambda: function.apply(x))
attempt(lambda: torch.vmap(OwnRule.apply)(torch.arange(6.0).view(2, 3)))
attempt(lambda: torch.autograd.Function.vmap(None, None))


class Once(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        x, = ctx.saved_tensors
        print(torch.is_grad_enabled())
        return g * 2 * x


x = torch.tensor([3.0], requires_grad=True)
g, = torch.autograd.grad((Once.apply(x) ** 2).sum(), x, create_graph=True)
print(g)
attempt(lambda: g.sum().backward())
g, = torch.autograd.grad(Once.apply(x).sum(), x, create_graph=True)
print(g)


class Part(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x[:]

    @staticmethod
    def backward(ctx, g):
        return g


weight = torch.ones(2, requires_grad=True)
part = Part.apply(torch.zeros(2))
attempt(lambda: part.add_(weight))
part = Part.apply(torch.zeros(2))
print(part.add_(1))
row = torch.zeros(2, 2).unbind()[0]
attempt(lambda: row.copy_(weight))
a = torch.zeros(2, 2)
a[0].copy_(weight)
a.sum().backward()
print(weight.grad)
with torch.no_grad():
    part = Part.apply(weight)
print(part.requires_grad)

layer = nn.Linear(2, 1)
nn.init.ones_(layer.weight)
layer(torch.ones(1, 2)).sum().backward()
squared = layer.weight * layer.weight
layer._apply(lambda t: t.add_(1.0))
print(layer.weight, layer.weight.grad, layer.weight._version > 0)
attempt(lambda: squared.sum().backward())

print(torch.where(torch.tensor(True), torch.tensor(1.0, dtype=torch.float64), 2))
print(torch.where(torch.tensor([True, False]), 2.5, torch.tensor(1, dtype=torch.int32)))
print(torch.where(torch.tensor([True, False]), 1, 0), torch.where(torch.tensor(False), torch.tensor(1), 2.5))
for f in [
    lambda: torch.div(torch.arange(3), 2, out=torch.empty(3, dtype=torch.int64)),
    lambda: torch.add(torch.ones(2), 1, out=torch.empty(2, dtype=torch.int64)),
    lambda: torch.combinations(torch.ones(2, 2)),
    lambda: torch.cartesian_prod(torch.ones(2, 2)),
    lambda: torch.block_diag(torch.ones(2, 2), torch.ones(1, 1, 1)),
    lambda: torch.tril_indices(-1, 2),
    lambda: torch.triu_indices(1, -2),
    lambda: torch.ones(2).adjoint(),
]:
    attempt(f)
x = torch.rand(2, 3, requires_grad=True)
print(nn.MultiLabelSoftMarginLoss(reduction="none")(x, torch.ones(2, 3)).grad_fn.name())
