"""Draws and NAME_like for tensors whose axes do not lie in order: which element gets which number, and the strides of
the result."""
import torch
for shape in ((3,2),(2,3,2),(5,4)):
    for name, f in [("normal", lambda t: t.normal_()), ("uniform", lambda t: t.uniform_()),
                    ("exp", lambda t: t.exponential_()), ("geo", lambda t: t.geometric_(.3)),
                    ("lognormal", lambda t: t.log_normal_()), ("cauchy", lambda t: t.cauchy_()),
                    ("random", lambda t: t.random_(10)), ("bern", lambda t: t.bernoulli_(.4)),
                    ("randnlike", lambda t: torch.randn_like(t)), ("randlike", lambda t: torch.rand_like(t)),
                    ("randintlike", lambda t: torch.randint_like(t, 9)),
                    ("poisson", lambda t: torch.poisson(t.fill_(3.))),
                    ("dropout", lambda t: torch.nn.functional.dropout(t.fill_(1.), .5)),
                    ("bernoulli", lambda t: torch.bernoulli(t.fill_(.5)))]:
        for make in (lambda: torch.zeros(shape).transpose(0,1), lambda: torch.zeros(shape)[:, ::2],
                     lambda: torch.zeros(shape[0]*2, *shape[1:])[::2].transpose(0,1)):
            torch.manual_seed(0)
            r = f(make())
            print(shape, name, [round(v, 3) for v in r.flatten().tolist()], r.stride())
