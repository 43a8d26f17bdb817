# What hooks of nodes, tensors and modules may give back.
import warnings

import torch
import torch.nn as nn


def show(make):
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            print(make())
        except Exception as error:
            print(type(error).__name__ + ":", error)
        for warning in given:
            print("warned:", str(warning.message)[:100])


x = torch.arange(3.0).requires_grad_()


def of_node(hook, before=False):
    x.grad = None
    y = x * 2
    (y.grad_fn.register_prehook if before else y.grad_fn.register_hook)(hook)
    y.sum().backward()
    return x.grad


def of_tensor(hook):
    x.grad = None
    y = x * 2
    y.register_hook(hook)
    y.sum().backward()
    return x.grad


ones = torch.ones(3)
for result in ((torch.ones(1), None), (ones.double(), None), (ones,), ones, 3, ("a", None), (ones, ones), (None, None),
               (5 * ones, None), None):
    show(lambda: of_node(lambda inputs, outputs: result))
for result in ((torch.ones(1),), ones, (ones, ones), 3, None, (7 * ones,), (ones.long(),)):
    show(lambda: of_node(lambda outputs: result, True))
for result in (torch.ones(1), ones.double(), "a", (ones,), ones.long(), 9 * ones, None):
    show(lambda: of_tensor(lambda grad: result))


class Named:
    def __call__(self, grad):
        return grad[:1]


show(lambda: of_tensor(Named()))


def of_module(hook, needs_grad=True):
    layer = nn.Linear(3, 2)
    layer.register_full_backward_hook(hook)
    given = torch.ones(1, 3, requires_grad=needs_grad)
    layer(given).sum().backward()
    return given.grad


show(lambda: of_module(lambda module, inputs, outputs: (torch.ones(1),)))
show(lambda: of_module(lambda module, inputs, outputs: (torch.ones(1, 3), None)))
show(lambda: of_module(lambda module, inputs, outputs: (torch.full((1, 3), 4.0),)))
show(lambda: of_module(lambda module, inputs, outputs: print(inputs), False))
show(lambda: sorted(nn.Linear(1, 1).state_dict({}, "a.")))
show(lambda: (torch.arange(2).T, torch.ones(2, 2, 2).T.shape))
