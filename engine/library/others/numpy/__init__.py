# A small numpy: arrays over tensors. It stands for the foreign library that programs mix
# with torch; what it lacks raises AttributeError. Its functions lie in modules by theme.
import math

from numpy._scalars import (False_, True_, bool_, float16, float32, float64, floating, generic, inexact, int8, int16, int32, int64, integer, number, signedinteger, uint8,
                            unsignedinteger, KINDS)
from numpy._dtypes import dtype, intp, int_, double, single, half, issubdtype, finfo, iinfo, _torch_dtype
from numpy._array import ndarray, array, asarray, ascontiguousarray, result_type, set_printoptions, _ZeroRankArrays, _from_tensor, _tensor_of
from numpy._making import zeros, ones, full, zeros_like, ones_like, full_like, empty, empty_like, eye, arange, linspace, meshgrid, tril, triu, diag, identity
from numpy._elementwise import (exp, log, sqrt, sin, cos, tan, tanh, sinh, cosh, arcsin, arccos, arctan, log2, log10, log1p, expm1, floor, ceil, abs,
                                absolute, maximum, minimum, add, subtract, multiply, divide, true_divide, floor_divide, power, mod, remainder, equal,
                                not_equal, less, less_equal, greater, greater_equal, logical_and, logical_or, negative, square, where, clip, allclose,
                                array_equal, isnan, isinf, isfinite, isclose, sign, round, around)
from numpy._shaping import (broadcast_to, reshape, ravel, transpose, expand_dims, squeeze, vstack, hstack, tile, flip, concatenate, stack, swapaxes, moveaxis,
                            repeat, roll, split, array_split, atleast_1d, atleast_2d, atleast_3d, isscalar, ndim, shape, size)
from numpy._reducing import (cumsum, prod, any, all, sort, argsort, unique, sum, mean, std, var, median, max, min, argmax, argmin, nonzero, argwhere,
                             count_nonzero, searchsorted, bincount, diff, take_along_axis, quantile, percentile)
from numpy._more import (amax, amin, append, arccosh, arcsinh, arctan2, arctanh, argpartition, array_equiv, average, bitwise_and, bitwise_not, bitwise_or,
                         bitwise_xor, cbrt, column_stack, copysign, cross, cumprod, deg2rad, degrees, diagflat, diagonal, dstack, exp2, fabs, fliplr, flipud,
                         fmax, fmin, fmod, gcd, heaviside, histogram, hypot, inner, invert, isin, kron, lcm, left_shift, logaddexp, logaddexp2,
                         logical_not, logical_xor, logspace, nan_to_num, nanmax, nanmean, nanmin, nanprod, nansum, nextafter, partition, ptp, rad2deg,
                         radians, reciprocal, right_shift, rint, rot90, signbit, sinc, take, tensordot, trapezoid, trunc, vdot)
from numpy._linear import outer, dot, matmul, trace, einsum, linalg
from numpy._files import frombuffer, fromfile, load, loadtxt, save, savetxt

pi = math.pi
e = math.e
inf = math.inf
nan = math.nan
newaxis = None


def __getattr__(name):
    if name == "random":
        import numpy.random
        return numpy.random
    if name == "testing":
        import numpy.testing
        return numpy.testing
    if name == "bool":
        return bool_
    raise AttributeError(f"module 'numpy' has no attribute '{name}'")
