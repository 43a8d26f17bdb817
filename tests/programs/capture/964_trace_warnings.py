# feature: what a trace warns about, refuses and bakes in
import warnings
import torch
import torch.nn as nn


def warned(f, *inputs, **kw):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            t = torch.jit.trace(f, inputs, check_trace=False, **kw)
        except Exception as e:
            print(f.__name__, type(e).__name__, str(e).split("\n")[0][:90])
            return None
    for w in caught:
        if w.category is torch.jit.TracerWarning:
            print(f.__name__, str(w.message)[:70])
    return t


def branch(x):
    if x.sum() > 0:
        return x * 2
    return x * 3


def loop(x):
    for row in x:
        x = x + row
    return x


def length(x):
    return x * len(x)


def numbers(x):
    return x * float(x.sum()) + int(x.max()) + x.min().item() + x.tolist()[0][0]


def made(x):
    return x + torch.tensor([1.0, 2.0])


def indexed(x):
    return x[x.shape[0] - 1] + x[:, 1:].sum()


def ranged(x):
    for i in range(x.size(0)):
        x = x + i
    return x


def inplace(x):
    y = x.clone()
    y[0] = 5
    y.add_(1)
    return y


x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
t = warned(branch, x)
print(t(-x).tolist())
t = warned(loop, x)
print(t.code)
warned(length, x)
warned(numbers, x)
t = warned(made, x)
print(t(x * 0).tolist())
t = warned(indexed, x)
print(t(torch.ones(3, 4)).tolist())
t = warned(ranged, x)
print(t(torch.zeros(4, 1)).tolist())
t = warned(inplace, x)
print(t(x * 0).tolist())
for out in (lambda x: 3, lambda x: None, lambda x: {"a": x}, lambda x: [x, x], lambda x: (x, (x + 1, x)),
            lambda x: (x, 2), lambda x: "s"):
    t = warned(out, x)
    if t is not None:
        print(t(x)[1] is not None, t.code)
t = warned(lambda x: {"a": x, "b": x + 1}, x, strict=False)
print(sorted(t(x)), t.code)
w = torch.ones(2, requires_grad=True)
warned(lambda x: x + w, x)
print(torch.jit.is_tracing())
