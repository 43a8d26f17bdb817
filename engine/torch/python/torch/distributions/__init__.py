# torch.distributions: the ones that models use.
from torch.distributions.distribution import Distribution
from torch.distributions.continuous import (Normal, LogNormal, HalfNormal, Uniform, Exponential, Laplace, Cauchy, Gamma, Chi2, StudentT, Dirichlet, Beta, Gumbel, MultivariateNormal, Independent)
from torch.distributions.discrete import Bernoulli, Geometric, Categorical, OneHotCategorical, Multinomial, Poisson
from torch.distributions.kl import kl_divergence, register_kl
