from torch._C._special import *
from torch._C import digamma as psi, igamma as gammainc, igammac as gammaincc, mvlgamma as multigammaln, log_softmax, softmax
from torch._C import exp2, expm1, log1p, erf, erfc, erfinv, digamma, sigmoid as expit, logit, xlogy, round, logsumexp, lgamma as gammaln
from torch._orthogonal import (chebyshev_polynomial_t, chebyshev_polynomial_u, chebyshev_polynomial_v, chebyshev_polynomial_w, hermite_polynomial_h,
                               hermite_polynomial_he, laguerre_polynomial_l, legendre_polynomial_p, shifted_chebyshev_polynomial_t,
                               shifted_chebyshev_polynomial_u, shifted_chebyshev_polynomial_v, shifted_chebyshev_polynomial_w)


def modified_bessel_i0(input, *, out=None):
    return i0(input) if out is None else i0(input, out=out)


def modified_bessel_i1(input, *, out=None):
    return i1(input) if out is None else i1(input, out=out)


def spherical_bessel_j0(input, *, out=None):
    result = sinc(input / 3.141592653589793)
    result = result.masked_fill(input.isinf(), 0.0) if input.is_floating_point() else result
    return result if out is None else out.copy_(result)
