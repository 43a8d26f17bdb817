# What stands in a graph for a call of numpy: tensors go in and come out.
import operator

import numpy as np
import torch

def _arrays(tree):
    if isinstance(tree, torch.Tensor):
        return np.ndarray(tree)
    if isinstance(tree, (list, tuple)):
        return type(tree)([_arrays(item) for item in tree])
    return tree


def _tensors(tree):
    if isinstance(tree, np.ndarray):
        return tree._tensor
    if isinstance(tree, (list, tuple)):
        return type(tree)([_tensors(item) for item in tree])
    if isinstance(tree, np.generic):
        return torch.tensor(tree)
    if isinstance(tree, (bool, int, float)):
        return torch.tensor(tree, dtype=torch.float64 if isinstance(tree, float) else None)
    return tree


def _wrapped(name, function):
    """Each call has a function of its own, which the text of a graph numbers."""
    def call(*args, **kwargs):
        with np._ZeroRankArrays():
            return _tensors(function(*_arrays(args), **{k: _arrays(v) for k, v in kwargs.items()}))

    call.__name__ = call.__qualname__ = "wrapped_" + name
    call.__module__ = "torch._dynamo.utils"
    return call


def wrapped_function(name):
    return _wrapped(name, getattr(np, name) if hasattr(np, name) else getattr(np.linalg, name))


def wrapped_operator(name):
    return _wrapped(name, getattr(operator, name))


def wrapped_method(name):
    return _wrapped(name, lambda array, *args, **kwargs: getattr(array, name)(*args, **kwargs))


def numpy_attr_wrapper(array, name):
    return _tensors(getattr(np.ndarray(array), name))


numpy_attr_wrapper.__module__ = "torch._dynamo.utils"
