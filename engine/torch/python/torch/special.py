from torch._C._special import *
from torch._C import digamma as psi, igamma as gammainc, igammac as gammaincc, mvlgamma as multigammaln, log_softmax, softmax
from torch._C import exp2, expm1, log1p, erf, erfc, erfinv, digamma, sigmoid as expit, logit, xlogy, round, logsumexp, lgamma as gammaln
