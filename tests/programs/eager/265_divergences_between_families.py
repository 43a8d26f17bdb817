import torch
import torch.distributions as D
def make():
    return {"Bernoulli": D.Bernoulli(.3), "Beta": D.Beta(2., 3.), "Binomial": D.Binomial(4, .3),
            "Cauchy": D.Cauchy(0.5, 1.), "ContinuousBernoulli": D.ContinuousBernoulli(.3),
            "Exponential": D.Exponential(1.5), "Gamma": D.Gamma(2., 1.5), "Gumbel": D.Gumbel(.3, 1.2),
            "Laplace": D.Laplace(.2, 1.1), "Normal": D.Normal(.2, 1.3), "Pareto": D.Pareto(.5, 3.),
            "Poisson": D.Poisson(2.), "Uniform": D.Uniform(.2, .9)}
ds = make()
for a, p in ds.items():
    for b, q in ds.items():
        if a == b: continue
        try: print(a, b, "%.4f" % D.kl_divergence(p, q))
        except NotImplementedError as e: print(a, b, "-")
print(D.kl_divergence(D.Pareto(.5, .9), D.Normal(0., 1.)), D.kl_divergence(D.Uniform(-1., 2.), D.Beta(1., 2.)),
      D.kl_divergence(D.Uniform(-1., 2.), D.Gamma(1., 2.)))
