"""torch.distributions: samples, densities, entropies, divergences, texts and refusals."""
import torch
from torch import distributions as D

torch.manual_seed(0)
cases = [
    D.Normal(0.5, 2.0), D.Normal(torch.zeros(2), torch.ones(2)), D.LogNormal(0.0, 0.5), D.Uniform(1.0, 3.0),
    D.Exponential(2.0), D.Laplace(0.0, 1.0), D.Cauchy(0.0, 1.0),
    D.Gamma(2.0, 3.0), D.Beta(2.0, 3.0), D.Dirichlet(torch.tensor([1.0, 2.0, 3.0])), D.Bernoulli(0.3),
    D.Bernoulli(logits=torch.tensor([0.0, 1.0])),
    D.Categorical(torch.tensor([0.2, 0.3, 0.5])), D.Categorical(logits=torch.zeros(2, 3)), D.Poisson(3.0),
    D.Geometric(0.4), D.Gumbel(0.0, 1.0), D.HalfNormal(1.0),
    D.MultivariateNormal(torch.zeros(2), torch.tensor([[2.0, 0.5], [0.5, 1.0]])),
    D.Independent(D.Normal(torch.zeros(2, 3), torch.ones(2, 3)), 1),
    D.OneHotCategorical(torch.tensor([0.2, 0.8])), D.StudentT(4.0),
]
for d in cases:
    torch.manual_seed(1)
    x = d.sample((2,))
    print(d, d.batch_shape, d.event_shape)
    print(x, d.log_prob(x))
    try:
        print(d.mean, d.entropy())
    except (NotImplementedError, AttributeError):
        print("no entropy")
mu = torch.tensor([0.5, -1.0], requires_grad=True)
sigma = torch.tensor([1.0, 2.0], requires_grad=True)
q = D.Normal(mu, sigma)
kl = D.kl_divergence(q, D.Normal(0.0, 1.0)).sum()
kl.backward()
print(kl, mu.grad, sigma.grad)
print(q.rsample().requires_grad, q.sample().requires_grad, q.cdf(torch.zeros(2)), q.icdf(torch.tensor(0.7)))
for a, b in [(D.Bernoulli(0.3), D.Bernoulli(0.6)),
             (D.Categorical(torch.tensor([0.2, 0.8])), D.Categorical(torch.tensor([0.5, 0.5]))),
             (D.Gamma(2.0, 1.0), D.Gamma(1.0, 2.0)),
             (D.Exponential(1.0), D.Exponential(2.0)), (D.Beta(1.0, 2.0), D.Beta(2.0, 2.0)),
             (D.Uniform(0.0, 1.0), D.Uniform(0.0, 2.0)),
             (D.MultivariateNormal(torch.zeros(2), torch.eye(2)),
              D.MultivariateNormal(torch.ones(2), 2 * torch.eye(2)))]:
    print(D.kl_divergence(a, b))
logits = torch.tensor([[1.0, 2.0, 0.5]], requires_grad=True)
policy = D.Categorical(logits=logits)
action = policy.sample()
loss = -policy.log_prob(action).sum()
loss.backward()
print(action, logits.grad, policy.probs)
for bad in (lambda: D.Normal(0.0, -1.0), lambda: D.Categorical(torch.tensor([-0.5, 1.5])), lambda: D.Bernoulli(1.5),
            lambda: D.Bernoulli(),
            lambda: D.Bernoulli(0.5).log_prob(torch.tensor(0.5))):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
