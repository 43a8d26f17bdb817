# Classes of tensors and objects that stand for tensors: __torch_function__, torch.overrides, function modes.
import functools

import torch
from torch import nn
import torch.nn.functional as F
from torch.overrides import (
    TorchFunctionMode,
    handle_torch_function,
    has_torch_function,
    is_tensor_like,
    resolve_name,
    wrap_torch_function,
)


class Logging(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print("call", func.__name__, [t.__name__ for t in types], len(args))
        if kwargs is None:
            kwargs = {}
        return super().__torch_function__(func, types, args, kwargs)


x = torch.ones(3).as_subclass(Logging)
y = x + 1
print(type(y).__name__)
for make in (lambda: torch.sin(y).sum(), lambda: torch.stack([x, x]), lambda: x[0], lambda: -x, lambda: x.mean(),
             lambda: x.max(0)[0], lambda: torch.ones(3) * x):
    z = make()
    print(type(z).__name__)


class Plain(torch.Tensor):
    pass


a = torch.Tensor._make_subclass(Plain, torch.arange(4.0))
print(a, a + 1, a.sum(), torch.cat([a, torch.ones(2)]), a.view(2, 2), a[1:], 2 * a, Plain([1.0, 2.0]))
print(type(torch.ones(4) + a).__name__, type(a.max(0)).__name__, type(a.max(0).values).__name__,
      isinstance(a, torch.Tensor))
a.requires_grad_()
(a * a).sum().backward()
print(a.grad, type(a.grad).__name__, type((a * a).grad_fn).__name__)


class Weight(nn.Parameter):
    pass


w = Weight(torch.ones(2))
print(type(w).__name__, type(w * 2).__name__, w.requires_grad)


class Metadata:
    def __init__(self, data, metadata=None, **kwargs):
        self._t = torch.as_tensor(data, **kwargs)
        self._metadata = metadata

    def __repr__(self):
        return f"Metadata {self._metadata}: {self._t}"

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        found = tuple(a._metadata for a in args if hasattr(a, "_metadata"))
        assert all(issubclass(t, (torch.Tensor, Metadata)) for t in types)
        return Metadata(func(*[getattr(a, "_t", a) for a in args], **(kwargs or {})), metadata=found[0])


m = Metadata([[1, 2], [3, 4]], metadata={"owner": "someone"})
print(torch.add(torch.tensor([[1, 2], [1, 2]]), m), torch.mul(m, 2), torch.sum(m), sep="\n")

HANDLED = {}


class Diagonal:
    def __init__(self, n, value):
        self.n, self.value = n, value

    def __repr__(self):
        return f"Diagonal({self.n}, {self.value})"

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func not in HANDLED or not all(issubclass(t, (torch.Tensor, Diagonal)) for t in types):
            return NotImplemented
        return HANDLED[func](*args, **(kwargs or {}))


def implements(torch_function):
    def register(func):
        functools.update_wrapper(func, torch_function)
        HANDLED[torch_function] = func
        return func

    return register


@implements(torch.mean)
def mean(input):
    return float(input.value) / input.n


@implements(torch.matmul)
def matmul(input, other):
    return input.value * other if isinstance(input, Diagonal) else other.value * input


d = Diagonal(5, 2)
print(torch.mean(d), torch.matmul(d, torch.eye(5)).sum())
for wrong in (lambda: torch.mul(d, 3), lambda: torch.add(torch.ones(2), d), lambda: F.relu(d)):
    try:
        wrong()
    except TypeError as e:
        print("TypeError", e)


class Names:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return "handled " + func.__name__


def scaled(x, by=1):
    if has_torch_function((x,)):
        return handle_torch_function(scaled, (x,), x, by=by)
    return x * by


@wrap_torch_function(lambda x: (x,))
def shifted(x):
    return x + 1


print(scaled(Names()), scaled(3, by=2), shifted(Names()), shifted(1))
print(has_torch_function((Names(),)), has_torch_function((torch.ones(1),)), is_tensor_like(Names()), is_tensor_like(3))
print(resolve_name(torch.add), resolve_name(torch.Tensor.add), resolve_name(F.relu))


class Log(TorchFunctionMode):
    def __init__(self, name):
        super().__init__()
        self.name = name

    def __torch_function__(self, func, types, args=(), kwargs=None):
        print(self.name, func.__name__)
        return func(*args, **(kwargs or {}))


with Log("outer"):
    b = torch.ones(2) + 1
    with Log("inner"):
        c = b.sum()
print(b, c)


class Doubles(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func is torch.zeros:
            kwargs["dtype"] = torch.float64
        return func(*args, **kwargs)


with Doubles():
    print(torch.zeros(2))
print(torch.zeros(2))


class Silent(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        with torch._C.DisableTorchFunctionSubclass():
            return func(*args, **(kwargs or {}))


s = torch.ones(2).as_subclass(Silent)
print(type(s + 1).__name__, s)
