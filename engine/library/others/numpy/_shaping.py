# Shapes: views, joining and splitting.
import torch._C as _C
from numpy._array import _tensor_of, asarray, ndarray
from numpy._making import _shape
from numpy._scalars import generic


def broadcast_to(a, shape):
    return ndarray(asarray(a)._tensor.expand(_shape(shape)))


def reshape(a, shape):
    return asarray(a).reshape(shape)


def ravel(a):
    return asarray(a).ravel()


def transpose(a, axes=None):
    return asarray(a).T if axes is None else asarray(a).transpose(axes)


def expand_dims(a, axis):
    return ndarray(asarray(a)._tensor.unsqueeze(axis))


def squeeze(a, axis=None):
    return asarray(a).squeeze(axis)


def vstack(arrays):
    return ndarray(_C.vstack([asarray(a)._tensor for a in arrays]))


def hstack(arrays):
    return ndarray(_C.hstack([asarray(a)._tensor for a in arrays]))


def tile(a, reps):
    return ndarray(asarray(a)._tensor.tile(_shape(reps)))


def flip(a, axis=None):
    t = asarray(a)._tensor
    return ndarray(t.flip(list(range(t.dim())) if axis is None else [axis]))


def concatenate(arrays, axis=0):
    return ndarray(_C.cat([asarray(a)._tensor for a in arrays], axis))


def stack(arrays, axis=0):
    return ndarray(_C.stack([asarray(a)._tensor for a in arrays], axis))


def swapaxes(a, axis1, axis2):
    return asarray(a).swapaxes(axis1, axis2)


def moveaxis(a, source, destination):
    return ndarray(_tensor_of(a).movedim(source, destination))


def repeat(a, repeats, axis=None):
    return asarray(a).repeat(repeats, axis)


def roll(a, shift, axis=None):
    return ndarray(_C.roll(_tensor_of(a), shift, axis))


def split(a, sections, axis=0):
    if isinstance(sections, int) and asarray(a).shape[axis] % sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(a, sections, axis)


def array_split(a, sections, axis=0):
    return [ndarray(t) for t in _C.tensor_split(_tensor_of(a), sections if isinstance(sections, int) else tuple(sections), axis)]


def _at_least(name):
    def apply(*arrays):
        out = [ndarray(getattr(_C, name)(_tensor_of(a))) for a in arrays]
        return out[0] if len(out) == 1 else tuple(out)
    return apply


atleast_1d = _at_least("atleast_1d")
atleast_2d = _at_least("atleast_2d")
atleast_3d = _at_least("atleast_3d")


def isscalar(x):
    return isinstance(x, (bool, int, float, str, generic))


def ndim(a):
    return asarray(a).ndim


def shape(a):
    return asarray(a).shape


def size(a):
    return asarray(a).size
