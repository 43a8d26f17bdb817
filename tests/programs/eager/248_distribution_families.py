"""torch.distributions: samples, densities, supports, transforms, divergences and what is refused."""
import warnings
import torch
from torch.distributions import *
from torch.distributions import constraints, transforms

warnings.simplefilter("ignore")
n = Normal(torch.tensor([0.0, 1.0]), torch.tensor([1.0, 2.0]))


def show(f):
    torch.manual_seed(0)
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)


n = Normal(torch.tensor([0.0, 1.0]), torch.tensor([1.0, 2.0]))
show(lambda: (n, n.sample(), n.rsample((2,)), n.log_prob(torch.tensor([0.5, 0.5])), n.entropy(),
              n.cdf(torch.tensor([0.0, 1.0])), n.icdf(torch.tensor([0.5, 0.9]))))
show(lambda: (n.mean, n.variance, n.stddev, n.mode, n.batch_shape, n.event_shape, n.support, n.has_rsample))
show(lambda: (n.expand((3, 2)), n.expand((3, 2)).batch_shape, n.sample_n(2)))
show(lambda: (Normal(0.0, 1.0), Normal(0, 1), Normal(torch.zeros(2), 1.0).scale))
show(lambda: Normal(torch.tensor([0.0]), torch.tensor([-1.0])))
show(lambda: Normal(0.0, 0.0))
show(lambda: n.log_prob(torch.tensor([float('nan'), 0.0])))
show(lambda: n.log_prob(torch.zeros(3)))
show(lambda: n.perplexity())
show(lambda: n.arg_constraints)
show(lambda: (Bernoulli(0.3), Bernoulli(logits=torch.tensor([0.0, 1.0])), Bernoulli(0.3).enumerate_support(),
              Bernoulli(torch.tensor([0.3, 0.6])).enumerate_support()))
show(lambda: (Bernoulli(0.3).mode, Bernoulli(0.3).sample((4,)), Bernoulli(0.3).log_prob(torch.tensor(1.0)),
              Bernoulli(0.3).entropy()))
show(lambda: (Bernoulli(0.3).param_shape, Bernoulli(0.3).logits))
show(lambda: Bernoulli(1.5))
show(lambda: Bernoulli(0.5).log_prob(torch.tensor(0.5)))
show(lambda: Bernoulli())
show(lambda: (Categorical(torch.tensor([0.2, 0.3, 0.5])), Categorical(logits=torch.randn(2, 3)),
              Categorical(torch.ones(3)).enumerate_support()))
show(lambda: (Categorical(torch.ones(3)).support, Categorical(torch.ones(2, 3)).sample((2,)),
              Categorical(torch.ones(3)).entropy()))
show(lambda: (Categorical(torch.ones(3)).log_prob(torch.tensor([0, 2])), Categorical(torch.ones(3)).variance,
              Categorical(torch.ones(2, 3)).expand((4, 2)).sample().shape))
show(lambda: (Categorical(torch.ones(3)).param_shape,))
show(lambda: Categorical(torch.tensor([-1.0, 2.0])))
show(lambda: Categorical(torch.ones(3)).log_prob(torch.tensor(5)))
show(lambda: Categorical(torch.tensor(1.0)))
show(lambda: Categorical(logits=torch.tensor([float('nan'), 1.0])))
show(lambda: (Uniform(0.0, torch.tensor([1.0, 2.0])), Uniform(0.0, 1.0).sample((3,)), Uniform(0.0, 1.0).support,
              Uniform(0.0, 1.0).log_prob(torch.tensor(0.5))))
show(lambda: (Uniform(0.0, 2.0).cdf(torch.tensor(0.5)), Uniform(0.0, 2.0).entropy(), Uniform(0.0, 2.0).mode))
show(lambda: Uniform(1.0, 0.0))
show(lambda: Uniform(0.0, 1.0).log_prob(torch.tensor(2.0)))
show(lambda: (Exponential(2.0), Exponential(2.0).sample((2,)), Exponential(2.0).icdf(torch.tensor(0.5)),
              Exponential(2.0).mode, Exponential(2.0).support))
show(lambda: (Gamma(2.0, 3.0), Gamma(2.0, 3.0).sample((2,)), Gamma(2.0, 3.0).rsample(), Gamma(2.0, 3.0).mode,
              Gamma(torch.tensor(2.0, requires_grad=True), 3.0).rsample()))
show(lambda: (Beta(2.0, 3.0), Beta(2.0, 3.0).sample(), Beta(2.0, 3.0).mode, Beta(2.0, 3.0).concentration1,
              Beta(2.0, 3.0).variance, Beta(2.0, 3.0).support))
show(lambda: (Beta(torch.tensor([1.0, 2.0]), 2.0).entropy(),))
show(lambda: (Dirichlet(torch.tensor([1.0, 2.0])), Dirichlet(torch.tensor([1.0, 2.0])).sample(),
              Dirichlet(torch.tensor([3.0, 2.0])).mode))
show(lambda: (Dirichlet(torch.tensor([1.0, 2.0])).variance, Dirichlet(torch.tensor([1.0, 2.0])).support,
              Dirichlet(torch.ones(3)).event_shape))
show(lambda: Dirichlet(torch.tensor(1.0)))
show(lambda: (Laplace(0.0, 1.0), Laplace(0.0, 1.0).cdf(torch.tensor(0.5)), Laplace(0.0, 1.0).icdf(torch.tensor(0.9)),
              Laplace(0.0, 1.0).sample()))
show(lambda: (Cauchy(0.0, 1.0), Cauchy(0.0, 1.0).sample(), Cauchy(0.0, 1.0).cdf(torch.tensor(1.0)),
              Cauchy(0.0, 1.0).mode, Cauchy(0.0, 1.0).variance))
show(lambda: (Poisson(3.0), Poisson(3.0).sample((3,)), Poisson(3.0).mode, Poisson(3.0).support))
show(lambda: (Geometric(0.3), Geometric(0.3).sample((3,)), Geometric(0.3).mode, Geometric(0.3).variance,
              Geometric(0.3).support))
show(lambda: (Gumbel(0.0, 1.0), Gumbel(0.0, 1.0).sample(), Gumbel(0.0, 1.0).mean, Gumbel(0.0, 1.0).stddev,
              Gumbel(0.0, 1.0).cdf(torch.tensor(0.0))))
show(lambda: (Gumbel(0.0, 1.0).mode,))
show(lambda: (StudentT(3.0), StudentT(3.0).sample(), StudentT(3.0).variance, StudentT(3.0).mode,
              StudentT(3.0, 0.0, 2.0).log_prob(torch.tensor(1.0))))
show(lambda: (Chi2(3.0), Chi2(torch.tensor([3.0, 4.0])), Chi2(3.0).sample(), Chi2(3.0).df, Chi2(3.0).mean))
show(lambda: (HalfNormal(2.0), HalfNormal(2.0).sample(), HalfNormal(2.0).cdf(torch.tensor(1.0)),
              HalfNormal(2.0).icdf(torch.tensor(0.5))))
show(lambda: (HalfNormal(2.0).mode, HalfNormal(torch.ones(2))))
show(lambda: (HalfCauchy(2.0), HalfCauchy(2.0).sample(), HalfCauchy(2.0).log_prob(torch.tensor(1.0)),
              HalfCauchy(2.0).entropy()))
show(lambda: (LogNormal(0.0, 1.0), LogNormal(0.0, 1.0).sample(), LogNormal(0.0, 1.0).cdf(torch.tensor(1.0)),
              LogNormal(0.0, 1.0).support))
show(lambda: (LogNormal(torch.zeros(2), 1.0).base_dist, LogNormal(0.0, 1.0).loc))
show(lambda: (MultivariateNormal(torch.zeros(2), torch.eye(2)),
              MultivariateNormal(torch.zeros(2), torch.eye(2) * 2).sample((2,))))
show(lambda: (MultivariateNormal(torch.zeros(2), torch.eye(2) * 2).log_prob(torch.ones(2)),
              MultivariateNormal(torch.zeros(2), torch.eye(2) * 2).entropy()))
show(lambda: (MultivariateNormal(torch.zeros(2), torch.eye(2) * 2).mode,
              MultivariateNormal(torch.zeros(2), torch.eye(2) * 2).support))
show(lambda: MultivariateNormal(torch.zeros(2), -torch.eye(2)))
show(lambda: MultivariateNormal(torch.zeros(2)))
show(lambda: (Independent(n, 1), Independent(n, 1).log_prob(torch.zeros(2)), Independent(n, 1).event_shape,
              Independent(n, 1).entropy()))
show(lambda: (Independent(n, 1).support, Independent(n, 1).mean))
show(lambda: Independent(n, 2))
show(lambda: (OneHotCategorical(torch.ones(3)), OneHotCategorical(torch.ones(3)).sample(),
              OneHotCategorical(torch.ones(3)).mode, OneHotCategorical(torch.ones(3)).enumerate_support()))
show(lambda: (OneHotCategorical(torch.ones(3)).support,))
show(lambda: OneHotCategorical(torch.ones(3)).log_prob(torch.tensor([1.0, 1.0, 0.0])))
show(lambda: (Multinomial(5, torch.ones(3)), Multinomial(5, torch.ones(3)).sample(),
              Multinomial(5, torch.ones(3)).log_prob(torch.tensor([1.0, 2.0, 2.0]))))
show(lambda: (Multinomial(5, torch.ones(3)).variance, Multinomial(5, torch.ones(3)).support))
show(lambda: (Binomial(5, torch.tensor([0.2, 0.8])), Binomial(5, 0.5).sample((4,)),
              Binomial(5, torch.tensor(0.5)).log_prob(torch.tensor(2.0))))
show(lambda: (Binomial(5, torch.tensor(0.5)).mean, Binomial(5, torch.tensor(0.5)).entropy(),
              Binomial(3, torch.tensor(0.5)).enumerate_support()))
show(lambda: (NegativeBinomial(5, torch.tensor(0.5)), NegativeBinomial(5, torch.tensor(0.5)).sample((3,)),
              NegativeBinomial(5, torch.tensor(0.5)).log_prob(torch.tensor(3.0))))
show(lambda: (Weibull(1.0, 2.0), Weibull(1.0, 2.0).sample(), Weibull(1.0, 2.0).mean,
              Weibull(torch.tensor([1.0]), torch.tensor([2.0])).log_prob(torch.tensor(1.0))))
show(lambda: (Pareto(1.0, 2.0), Pareto(torch.tensor([1.0]), torch.tensor([2.0])).sample(), Pareto(1.0, 2.0).mean))
show(lambda: (Kumaraswamy(1.0, 2.0), Kumaraswamy(torch.tensor([1.0]), torch.tensor([2.0])).sample(),
              Kumaraswamy(torch.tensor(1.0), torch.tensor(2.0)).mean))
show(lambda: (FisherSnedecor(3.0, 5.0), FisherSnedecor(3.0, 5.0).sample(), FisherSnedecor(3.0, 5.0).mean))
show(lambda: (ContinuousBernoulli(0.3), ContinuousBernoulli(torch.tensor(0.3)).sample(),
              ContinuousBernoulli(torch.tensor(0.3)).mean))
show(lambda: (ContinuousBernoulli(torch.tensor(0.3)).log_prob(torch.tensor(0.4)),))
show(lambda: (RelaxedBernoulli(torch.tensor(2.0), torch.tensor([0.3])),
              RelaxedBernoulli(torch.tensor(2.0), torch.tensor([0.3])).rsample()))
show(lambda: (RelaxedOneHotCategorical(torch.tensor(2.0), torch.ones(3)).rsample(),
              RelaxedOneHotCategorical(torch.tensor(2.0), torch.ones(3))))
show(lambda: (RelaxedOneHotCategorical(torch.tensor(2.0), torch.ones(3)).log_prob(torch.tensor([0.2, 0.3, 0.5])),
              RelaxedBernoulli(torch.tensor(2.0), torch.tensor([0.3])).log_prob(torch.tensor(0.4))))
show(lambda: (VonMises(0.0, 1.0), VonMises(torch.tensor(0.0), torch.tensor(1.0)).sample(),
              VonMises(torch.tensor(0.0), torch.tensor(1.0)).log_prob(torch.tensor(1.0))))
show(lambda: (InverseGamma(2.0, 3.0), InverseGamma(2.0, 3.0).sample(), InverseGamma(2.0, 3.0).mean))
show(lambda: OneHotCategoricalStraightThrough(torch.ones(3)).rsample())
show(lambda: (LogisticNormal(torch.zeros(2), torch.ones(2)), LogisticNormal(torch.zeros(2), torch.ones(2)).sample()))
show(lambda: (LowRankMultivariateNormal(torch.zeros(2), torch.ones(2, 1), torch.ones(2)),
              LowRankMultivariateNormal(torch.zeros(2), torch.ones(2, 1), torch.ones(2)).sample()))
show(lambda: (LowRankMultivariateNormal(torch.zeros(2), torch.ones(2, 1), torch.ones(2)).log_prob(torch.ones(2)),))
m = MixtureSameFamily(Categorical(torch.ones(3)), Normal(torch.tensor([-1.0, 0.0, 1.0]), torch.ones(3)))
print(m, m.sample((2,)), m.log_prob(torch.tensor(0.5)), m.mean, m.variance, m.cdf(torch.tensor(0.5)))
t = TransformedDistribution(Normal(torch.zeros(2), torch.ones(2)),
                            [transforms.AffineTransform(1.0, 2.0), transforms.TanhTransform()])
print(t, t.rsample(), t.log_prob(torch.tensor([0.1, 0.2])), t.support, t.batch_shape)
show(lambda: (TransformedDistribution(Normal(0.0, 1.0), transforms.ExpTransform()).log_prob(torch.tensor(2.0)),
              TransformedDistribution(Normal(0.0, 1.0), transforms.SigmoidTransform()).cdf(torch.tensor(0.4))))
show(lambda: (TransformedDistribution(Normal(0.0, 1.0), transforms.SigmoidTransform()).icdf(torch.tensor(0.4)),))
show(lambda: (kl_divergence(Normal(0.0, 1.0), Normal(1.0, 2.0)), kl_divergence(Bernoulli(0.3), Bernoulli(0.5)),
              kl_divergence(Categorical(torch.ones(3)), Categorical(torch.tensor([1.0, 2.0, 3.0])))))
show(lambda: (kl_divergence(Gamma(1.0, 2.0), Gamma(2.0, 1.0)), kl_divergence(Independent(n, 1), Independent(n, 1)),
              kl_divergence(Uniform(0.0, 1.0), Normal(0.0, 1.0))))
show(lambda: (kl_divergence(Normal(0.0, 1.0), Laplace(0.0, 1.0)), kl_divergence(Geometric(0.3), Geometric(0.5)),
              kl_divergence(HalfNormal(1.0), HalfNormal(2.0))))
show(lambda: (kl_divergence(LogNormal(0.0, 1.0), LogNormal(1.0, 1.0)),
              kl_divergence(OneHotCategorical(torch.ones(3)), OneHotCategorical(torch.tensor([1.0, 2.0, 3.0])))))
show(lambda: (kl_divergence(Exponential(1.0), Gamma(1.0, 2.0)), kl_divergence(Gumbel(0.0, 1.0), Gumbel(1.0, 2.0)),
              kl_divergence(Cauchy(0.0, 1.0), Cauchy(1.0, 2.0))))
show(lambda: (kl_divergence(Poisson(1.0), Poisson(2.0)),))
show(lambda: kl_divergence(Normal(0.0, 1.0), Bernoulli(0.5)))
show(lambda: (constraints.positive, constraints.real, constraints.simplex, constraints.unit_interval,
              constraints.interval(0, 2), constraints.greater_than(1)))
show(lambda: (constraints.positive(torch.tensor(-1.0)), constraints.positive.check(torch.tensor([1.0, -1.0])),
              constraints.boolean))
show(lambda: (constraints.nonnegative_integer, constraints.lower_cholesky, constraints.independent(constraints.real, 1),
              constraints.dependent))
show(lambda: (constraints.positive.check(torch.tensor([1.0, -1.0])), constraints.integer_interval(0, 5),
              constraints.less_than(3.0)))
show(lambda: (constraints.half_open_interval(0.0, 1.0), constraints.cat([constraints.real]), constraints.real_vector,
              constraints.positive_definite))
show(lambda: (constraints.one_hot,))
show(lambda: (torch.distributions.biject_to(constraints.positive),
              torch.distributions.transform_to(constraints.interval(0.0, 2.0))))
show(lambda: (torch.distributions.biject_to(constraints.simplex), torch.distributions.transform_to(constraints.simplex),
              torch.distributions.biject_to(constraints.real)))
show(lambda: (torch.distributions.transform_to(constraints.greater_than(2.0)),
              torch.distributions.transform_to(constraints.lower_cholesky)))
show(lambda: (transforms.AffineTransform(0.0, 2.0), transforms.ExpTransform(), transforms.ExpTransform().inv,
              transforms.ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(0.0, 1.0)])))
show(lambda: (transforms.SigmoidTransform(), transforms.TanhTransform(cache_size=1),
              transforms.PowerTransform(torch.tensor(2.0))))
show(lambda: (transforms.SoftmaxTransform(), transforms.StickBreakingTransform(),
              transforms.ReshapeTransform((2,), (2, 1)), transforms.AbsTransform()))
show(lambda: (transforms.SoftplusTransform(), transforms.LowerCholeskyTransform(),
              transforms.IndependentTransform(transforms.ExpTransform(), 1)))
show(lambda: (transforms.identity_transform,))
x = torch.tensor([0.3, -0.2])
for tr in [transforms.AffineTransform(1.0, 2.0), transforms.ExpTransform(), transforms.SigmoidTransform(),
           transforms.TanhTransform(), transforms.SoftplusTransform(), transforms.StickBreakingTransform(),
           transforms.IndependentTransform(transforms.ExpTransform(), 1),
           transforms.ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(0.0, 3.0)]),
           transforms.ExpTransform().inv.inv]:
    y = tr(x)
    print(tr, y, tr.inv(y), tr.log_abs_det_jacobian(x, y), tr.bijective, tr.domain, tr.codomain, tr.sign
          if not isinstance(tr, (transforms.StickBreakingTransform, transforms.IndependentTransform)) else 0)
show(lambda: LKJCholesky(3, 1.0).sample())
show(lambda: Distribution().sample())
show(lambda: Normal(0.0, 1.0).foo)
show(lambda: Normal(torch.zeros(2), torch.ones(3)))
show(lambda: Normal('a', 1.0))
show(lambda: Normal())
def g(f, *ps):
    torch.manual_seed(0)
    ps = [torch.tensor(p, requires_grad=True) for p in ps]
    f(*ps).sum().backward()
    return [p.grad for p in ps]


show(lambda: (g(lambda a, b: Gamma(a, b).rsample((5,)), 0.3, 3.0),
              g(lambda a, b: Gamma(a, b).rsample((5,)), 30.0, 3.0)))
show(lambda: (g(lambda a, b: TransformedDistribution(Normal(a, b), [TanhTransform()]).rsample((5,)), 0.3, 3.0),
              g(lambda a, b: kl_divergence(Normal(a, b), Normal(0.0, 1.0)), 1.0, 2.0)))
show(lambda: (g(lambda a: -Categorical(logits=a).log_prob(torch.tensor(1)), [1.0, 2.0, 3.0]),
              g(lambda a: Categorical(logits=a).entropy(), [1.0, 2.0, 3.0])))
show(lambda: (g(lambda a: -Bernoulli(logits=a).log_prob(torch.tensor([1.0, 0.0])), [1.0, 2.0]),))
class MyDist(Distribution):
    arg_constraints = {'rate': constraints.positive}
    support = constraints.nonnegative

    def __init__(self, rate, validate_args=None):
        self.rate = rate
        super().__init__(rate.shape, validate_args=validate_args)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return self.rate.log() - self.rate * value

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        return -torch.rand(shape).log() / self.rate


show(lambda: (MyDist(torch.ones(2)), MyDist(torch.tensor(2.0)).sample((2,)),
              MyDist(torch.ones(2)).log_prob(torch.tensor([1.0, 2.0]))))
show(lambda: (MyDist(torch.ones(2)).batch_shape,))
show(lambda: MyDist(torch.tensor([-1.0])))
show(lambda: MyDist(torch.ones(2)).log_prob(torch.tensor([-1.0, 2.0])))
show(lambda: MyDist(torch.ones(2)).expand((3, 2)))
show(lambda: Independent(MyDist(torch.ones(2)), 1).log_prob(torch.tensor([1.0, 2.0])))
show(lambda: TransformedDistribution(MyDist(torch.ones(2)),
                                     [AffineTransform(1.0, 3.0)]).log_prob(torch.tensor([4.0, 2.0])))
show(lambda: (Normal(torch.zeros(2), torch.ones(2)).expand([3, 2]).log_prob(torch.zeros(3, 2)).shape,
              Independent(Normal(torch.zeros(4, 2), torch.ones(4, 2)), 1).expand([3, 4]).batch_shape))
show(lambda: (MultivariateNormal(torch.zeros(2), torch.eye(2)).expand([3]).sample().shape,
              Categorical(torch.ones(3)).expand([2])))
show(lambda: (Beta(1.0, 2.0).expand([3]).sample(), LogNormal(0.0, 1.0).expand([2]).sample(),
              Gumbel(0.0, 1.0).expand([2]).mean, HalfNormal(1.0).expand([2]).scale))
show(lambda: (StudentT(3.0).expand([2]).sample(), OneHotCategorical(torch.ones(3)).expand([2]).sample(),
              TransformedDistribution(Normal(0.0, 1.0), [ExpTransform()]).expand([2]).sample()))
show(lambda: (MultivariateNormal(torch.zeros(3, 2), covariance_matrix=torch.eye(2)).batch_shape,
              MultivariateNormal(torch.zeros(2),
                                 precision_matrix=torch.tensor([[2.0, 0.5], [0.5, 1.0]])).covariance_matrix))
show(lambda: (MultivariateNormal(torch.zeros(2), precision_matrix=torch.tensor([[2.0, 0.5], [0.5, 1.0]])),
              MultivariateNormal(torch.zeros(2), torch.tensor([[2.0, 0.5], [0.5, 1.0]])).scale_tril))
show(lambda: (MultivariateNormal(torch.zeros(2), torch.tensor([[2.0, 0.5], [0.5, 1.0]])).variance,))
show(lambda: Normal(0.0, -1.0))
show(lambda: Normal(0.0, -1.0, validate_args=False))
show(lambda: (torch.linalg.cholesky_ex(torch.tensor([[4.0, 2.0], [2.0, 1.0]])),
              torch.linalg.cholesky_ex(torch.tensor([[1.0, 2.0], [2.0, 1.0]]))))
show(lambda: (torch.distributions.normal.Normal is Normal, torch.distributions.kl.kl_divergence is kl_divergence,
              torch.distributions.utils.broadcast_all(1.0, torch.ones(2))))
show(lambda: (torch.distributions.transforms.ExpTransform() == ExpTransform(),
              torch.distributions.utils.probs_to_logits(torch.tensor([0.2, 0.8]))))
show(lambda: (ComposeTransform([AffineTransform(torch.zeros(2), torch.ones(2) * 2),
                                SigmoidTransform()]).inv(torch.tensor([0.3, 0.6])),))
show(lambda: (AffineTransform(0.0, 2.0, event_dim=1).log_abs_det_jacobian(torch.ones(3, 2), torch.ones(3, 2)),
              ReshapeTransform((4,), (2, 2))(torch.ones(3, 4)).shape))
show(lambda: (CatTransform([ExpTransform(), AffineTransform(0.0, 2.0)], dim=0, lengths=[1, 2])(torch.ones(3)),
              StackTransform([ExpTransform(), AffineTransform(0.0, 2.0)], dim=0)(torch.ones(2, 3))))
show(lambda: (CorrCholeskyTransform()(torch.tensor([0.1, 0.2, 0.3])),
              CumulativeDistributionTransform(Normal(0.0, 1.0))(torch.tensor(0.3))))
show(lambda: (LowerCholeskyTransform()(torch.ones(2, 2)), SoftmaxTransform()(torch.tensor([1.0, 2.0]))))
show(lambda: TransformedDistribution(Normal(0.0, 1.0), 3))
show(lambda: Transform(cache_size=2))
t = TanhTransform(cache_size=1)
x = torch.tensor(20.0)
y = t(x)
print(t.inv(y) is x)
show(lambda: Categorical(torch.ones(3), torch.ones(3)))
show(lambda: Categorical(torch.ones(2, 3)).log_prob(torch.tensor([0, 1, 2])))
