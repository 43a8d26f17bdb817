# Hooks that every module calls, hooks of the last node, and what hooks may return.
import warnings

import torch
import torch.nn as nn
from torch.nn.modules import module as registry

torch.manual_seed(0)


class Two(nn.Module):
    def forward(self, scale, x, bias=0.0):
        return x * scale + bias, "text"


def report(name):
    def hook(mod, grad_input, grad_output):
        print(name, type(mod).__name__, [None if g is None else g.tolist() for g in grad_input],
              [None if g is None else g.tolist() for g in grad_output])
    return hook


def refused(f):
    try:
        f()
        print("nothing raised")
    except RuntimeError as e:
        print(e)


x = torch.tensor([1.0, 2.0], requires_grad=True)
two = Two()
handle = two.register_full_backward_hook(report("full"))
before = two.register_full_backward_pre_hook(lambda mod, grads: print("before",
    [None if g is None else g.tolist() for g in grads]))
two(3.0, x)[0].sum().backward()
handle.remove()
before.remove()

everywhere = [registry.register_module_full_backward_hook(report("global")),
              registry.register_module_full_backward_pre_hook(lambda mod, grads: print("global before",
                  type(mod).__name__)),
              registry.register_module_forward_hook(lambda mod, args, kwargs, out: print("forward", type(mod).__name__,
                  sorted(kwargs)), with_kwargs=True)]
nn.Sequential(nn.ReLU(), nn.Tanh())(x * 0).sum().backward()
two(2.0, x, bias=1.0)
refused(lambda: registry.register_module_backward_hook(report("old")))
for h in everywhere:
    h.remove()


class Named(nn.Module):
    def forward(self, x):
        return {"out": (x * 2).sum()}


named = Named()
named.register_backward_hook(report("last node"))
named(x)["out"].backward()

act = nn.Sigmoid()


def short(mod, grad_input, grad_output):
    return grad_input[:-1]


def long(mod, grad_input, grad_output):
    return grad_input + (x,)


with act.register_full_backward_hook(short):
    refused(lambda: act(x).sum().backward())
with act.register_full_backward_hook(long):
    refused(lambda: act(x).sum().backward())
with act.register_full_backward_pre_hook(lambda mod, grads: ()):
    refused(lambda: act(x).sum().backward())
fixed = nn.Linear(2, 1)
fixed.register_full_backward_hook(lambda mod, grad_input, grad_output: torch.ones(1))
refused(lambda: fixed(torch.ones(1, 2)).sum().backward())

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    quiet = Named()
    quiet.register_full_backward_hook(report("never"))
    quiet(x)["out"].backward()
print([str(w.message) for w in caught])


class Fails(nn.Module):
    def forward(self, x):
        raise ValueError("in forward")


fails = Fails()
fails.register_forward_pre_hook(lambda mod, args: print("pre"))
fails.register_forward_hook(lambda mod, args, out: print("always", out), always_call=True)
try:
    fails(x)
except ValueError as e:
    print("raised", e)
fails.register_forward_pre_hook(lambda mod, args: 1 / 0)
try:
    fails(x)
except ZeroDivisionError as e:
    print("raised", e)

params = nn.ParameterDict({"b": nn.Parameter(torch.zeros(1))})
params.update({"z": nn.Parameter(torch.zeros(1)), "a": nn.Parameter(torch.zeros(2))})
print(list(params.keys()))
try:
    nn.ParameterList().extend(nn.Parameter(torch.zeros(2)))
except TypeError as e:
    print(e)
print(nn.utils.spectral_norm(nn.ConvTranspose1d(2, 3, 1)).weight_u.shape)
