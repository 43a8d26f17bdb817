# torch.autograd.gradcheck: what it finds in functions of the program, how often it calls them, and what it refuses.
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Function, gradcheck, gradgradcheck
from torch.autograd.gradcheck import GradcheckError


def show(make):
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            print(make())
        except Exception as error:
            print(type(error).__name__ + ":", str(error).split("\n\n")[0])
        for warning in given:
            if "torch.jit" not in str(warning.message):
                print("warned:", str(warning.message)[:70])


def counted(*sizes):
    return torch.arange(1.0, 1 + torch.Size(sizes).numel(), dtype=torch.double).reshape(sizes).requires_grad_()


show(lambda: (gradcheck(torch.sin, counted(3)), gradcheck(lambda a, b: a @ b, (counted(2, 3), counted(3, 2))),
              gradcheck(torch.sort, counted(3))))
show(lambda: (gradcheck(lambda a, n: a * n, (counted(2), 3.0)), gradcheck(lambda a: a * 2, counted(0)),
              gradcheck(lambda a: (a * 2, a.sum()), [counted(3)])))
show(lambda: gradcheck(lambda a: a.detach(), counted(2)))
show(lambda: gradcheck(lambda a: a, torch.ones(2)))
show(lambda: gradcheck(lambda a: a * 2, torch.ones(2, requires_grad=True), eps=1e-2, atol=1e-2))
show(lambda: gradcheck(lambda a: a * 2, torch.ones(1, dtype=torch.double, requires_grad=True).expand(3)))
show(lambda: gradcheck(lambda a: a, counted(2), check_backward_ad=False))
show(lambda: gradcheck(lambda a: a, counted(2), nope=1))
show(lambda: (gradcheck(nn.Linear(2, 3).double(), counted(1, 2)), gradcheck(F.softmax, (counted(3), 0)),
              gradgradcheck(F.gelu, counted(3))))


def twice(forward, backward):
    return type("Twice", (Function,), {"forward": staticmethod(forward), "backward": staticmethod(backward)})


def double(ctx, a):
    return a * 2


def unmaterialised(ctx, a):
    ctx.set_materialize_grads(False)
    return a * 2


show(lambda: gradcheck(twice(double, lambda ctx, g: g * 3).apply, counted(2)))
show(lambda: gradcheck(twice(double, lambda ctx, g: g * 3).apply, counted(2), raise_exception=False))
show(lambda: gradcheck(twice(double, lambda ctx, g: g * 2 + 1).apply, counted(2)))
show(lambda: gradcheck(twice(double, lambda ctx, g: g * 2 + torch.rand(2) * 1e-9).apply, counted(2)))
show(lambda: gradcheck(twice(unmaterialised, lambda ctx, g: g * 2).apply, counted(2)))
show(lambda: gradcheck(twice(unmaterialised, lambda ctx, g: g * 2).apply, counted(2), check_undefined_grad=False))
show(lambda: gradcheck(twice(unmaterialised, lambda ctx, g: torch.full((2,), 2.0, dtype=torch.double)
                             if g is None else g * 2).apply, counted(2)))


class Loud(Function):
    @staticmethod
    def forward(ctx, a):
        print("forward")
        ctx.save_for_backward(a)
        return a.exp()

    @staticmethod
    def backward(ctx, g):
        print("backward", g)
        return g * ctx.saved_tensors[0].exp()


show(lambda: gradcheck(Loud.apply, counted(1)))
torch.manual_seed(0)
show(lambda: (gradgradcheck(lambda a: a ** 3, counted(2)), torch.rand(1)))


class Hidden(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a ** 3

    @staticmethod
    def backward(ctx, g):
        with torch.no_grad():
            return 3 * g * ctx.saved_tensors[0] ** 2


show(lambda: gradgradcheck(Hidden.apply, counted(2)))
print(issubclass(GradcheckError, RuntimeError))


class Returned(Function):
    """Gives back what it was given, and keeps it: with a context of its own that is refused."""

    @staticmethod
    def forward(a, b):
        return a * b, a

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, g, h):
        a, b = ctx.saved_tensors
        return g * b + h, g * a


show(lambda: Returned.apply(counted(2), counted(2)))
