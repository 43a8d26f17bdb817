# torch.distributions.
from torch.distributions import constraints, transforms
from torch.distributions.constraint_registry import biject_to, transform_to
from torch.distributions.derived import (Gumbel, HalfCauchy, HalfNormal, InverseGamma, Kumaraswamy, LogisticNormal, LogNormal, Pareto, RelaxedBernoulli,
                                         RelaxedOneHotCategorical, TransformedDistribution, Weibull)
from torch.distributions.discrete import (Bernoulli, Binomial, Categorical, Geometric, Multinomial, NegativeBinomial, OneHotCategorical,
                                          OneHotCategoricalStraightThrough, Poisson)
from torch.distributions.distribution import Distribution, ExponentialFamily
from torch.distributions.generalized_pareto import GeneralizedPareto
from torch.distributions.kl import kl_divergence, register_kl
from torch.distributions.positive import Beta, Chi2, ContinuousBernoulli, Dirichlet, Exponential, FisherSnedecor, Gamma
from torch.distributions.scalar import Cauchy, Laplace, Normal, StudentT, Uniform, VonMises
from torch.distributions.transforms import *
from torch.distributions.vector import Independent, LKJCholesky, LowRankMultivariateNormal, MixtureSameFamily, MultivariateNormal
from torch.distributions.wishart import Wishart
# The modules that PyTorch keeps its classes in (engine/tensors/torch/module_aliases.cpp).
from torch.distributions import (bernoulli, beta, binomial, categorical, cauchy, chi2, continuous_bernoulli, dirichlet, exp_family, exponential, fishersnedecor, gamma,
                                 geometric, gumbel, half_cauchy, half_normal, independent, inverse_gamma, kumaraswamy, laplace, lkj_cholesky, log_normal,
                                 logistic_normal, lowrank_multivariate_normal, mixture_same_family, multinomial, multivariate_normal, negative_binomial, normal,
                                 one_hot_categorical, pareto, poisson, relaxed_bernoulli, relaxed_categorical, studentT, transformed_distribution, uniform, von_mises,
                                 weibull)

# A class shows the module that PyTorch keeps it in.
for _home in (bernoulli, beta, binomial, categorical, cauchy, chi2, continuous_bernoulli, dirichlet, exp_family, exponential, fishersnedecor, gamma, geometric, gumbel,
              half_cauchy, half_normal, independent, inverse_gamma, kumaraswamy, laplace, lkj_cholesky, log_normal, logistic_normal, lowrank_multivariate_normal,
              mixture_same_family, multinomial, multivariate_normal, negative_binomial, normal, one_hot_categorical, pareto, poisson, relaxed_bernoulli,
              relaxed_categorical, studentT, transformed_distribution, uniform, von_mises, weibull):
    for _name, _class in list(vars(_home).items()):
        if isinstance(_class, type) and not _name.startswith("_"):
            _class.__module__ = _home.__name__
