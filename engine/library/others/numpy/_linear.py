# Products and numpy.linalg.
import torch
import torch._C as _C
from numpy._array import _scalar_or_array, _tensor_of, asarray, ndarray


def outer(a, b):
    return ndarray(_C.outer(asarray(a)._tensor.reshape(-1), asarray(b)._tensor.reshape(-1)))


def dot(a, b):
    return asarray(a) @ asarray(b)


matmul = dot


def trace(a):
    return _scalar_or_array(_tensor_of(a).trace())


def einsum(equation, *operands):
    return _scalar_or_array(_C.einsum(equation, *[_tensor_of(a) for a in operands]))


class linalg:
    @staticmethod
    def norm(x, ord=None, axis=None, keepdims=False):
        t = asarray(x)._tensor
        t = t if t.is_floating_point() else t.double()
        if ord is None and axis is None:
            return _scalar_or_array(t.reshape(-1).norm())
        return _scalar_or_array(torch.linalg.norm(t, ord, axis, keepdims))

    @staticmethod
    def det(a):
        return _scalar_or_array(torch.linalg.det(asarray(a)._tensor))

    @staticmethod
    def inv(a):
        return ndarray(torch.linalg.inv(asarray(a)._tensor))

    @staticmethod
    def solve(a, b):
        return ndarray(torch.linalg.solve(asarray(a)._tensor, asarray(b)._tensor))


linalg.__module__ = "numpy"
