# What a gradient function keeps, parametrized layers and their checks, and tensors of any sequence.
from collections import deque
import inspect
import torch
import torch.nn as nn
import torch.nn.utils.parametrize as parametrize

x = torch.tensor([[1.0, 2.0], [3.0, 0.5]], requires_grad=True)
for result, names in ((x * x.detach(), ["self", "other"]), (x**2, ["self", "exponent"]), (x.exp(), ["result"]),
                      (x.softmax(-1), ["dim", "result"]),
                      (x.max(1)[0], ["dim", "indices"]), (x.sum(1), ["self_sym_sizes"]), (x * 2, ["other"]),
                      (x.sin(), ["nothing"])):
    for name in names:
        try:
            print(type(result.grad_fn).__name__, name, getattr(result.grad_fn, "_saved_" + name))
        except AttributeError as e:
            print(e)
square = x.pow(2)
print(square.grad_fn._saved_self is x)
square.sum().backward()
try:
    square.grad_fn._saved_self
except RuntimeError as e:
    print(str(e)[:60])
square.grad_fn.metadata["note"] = 1
print(square.grad_fn.metadata)


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, k):
        ctx.k = k
        ctx.save_for_backward(a)
        return a * k

    @staticmethod
    def backward(ctx, g):
        return g * ctx.k, None


y = Scale.apply(x, 3)
print(y.grad_fn.k, y.grad_fn.saved_tensors[0] is x, y.grad_fn.needs_input_grad)


class Symmetric(nn.Module):
    def forward(self, w):
        return w.triu() + w.triu(1).T


class Narrow(nn.Module):
    def forward(self, w):
        return w[:1]


layer = nn.Linear(2, 2)
parametrize.register_parametrization(layer, "weight", Symmetric())
print(layer, torch.equal(layer.weight, layer.weight.T), parametrize.type_before_parametrizations(layer))
for act in (lambda: setattr(layer, "weight", torch.eye(2)),
            lambda: parametrize.register_parametrization(layer, "weight", Narrow()),
            lambda: parametrize.register_parametrization(nn.Linear(2, 2), "bias", Narrow())):
    try:
        act()
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, e)
parametrize.remove_parametrizations(layer, "weight")
print(type(layer).__name__, isinstance(layer.weight, nn.Parameter))

norm = nn.BatchNorm1d(3)  # a state dict from before batches were counted
print(norm.load_state_dict({k: torch.ones(3) for k in ("weight", "bias", "running_mean", "running_var")}),
      norm.num_batches_tracked)


class Evens:
    def __len__(self):
        return 3

    def __getitem__(self, i):
        if i >= 3:
            raise IndexError
        return 2 * i


print(torch.tensor(deque([1.0, 2.0])), torch.tensor(Evens()), torch.tensor([deque([1]), [2]]))


class Hyper:
    def save(self):
        frame = inspect.currentframe().f_back
        names, varargs, keywords, values = inspect.getargvalues(frame)
        print(names, varargs, keywords, sorted(k for k in values if k != "self"))


class Model(Hyper):
    def __init__(self, lr, *sizes, wd=0.1):
        self.save()


Model(0.1, 3, wd=0.2)
