from torch._C._special import *
from torch._C import digamma as psi, igamma as gammainc, igammac as gammaincc, mvlgamma as multigammaln, log_softmax, softmax
from torch._C import exp2, expm1, log1p, erf, erfc, erfinv, digamma, sigmoid as expit, logit, xlogy, round, logsumexp, lgamma as gammaln
from torch._orthogonal import (chebyshev_polynomial_t, chebyshev_polynomial_u, chebyshev_polynomial_v, chebyshev_polynomial_w, hermite_polynomial_h,
                               hermite_polynomial_he, laguerre_polynomial_l, legendre_polynomial_p, shifted_chebyshev_polynomial_t,
                               shifted_chebyshev_polynomial_u, shifted_chebyshev_polynomial_v, shifted_chebyshev_polynomial_w)
