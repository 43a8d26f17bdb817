from torch._C._special import *
from torch._C import exp2, expm1, log1p, erf, erfc, erfinv, digamma, sigmoid as expit, logit, xlogy, round, logsumexp, lgamma as gammaln
