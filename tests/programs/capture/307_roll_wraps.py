# Elements that wrap round an end keep their places in generated code.
import torch
def f(a, c): return (a @ c).roll(1, 0)
def g(a, c): return (a @ c).roll(1, 0) + 1
def h(a, c): return (a @ c).flip(0) * 2 + a
def k(a, c): return c - a + (a @ c).roll(1, 0)
torch.manual_seed(0)
a, c = torch.randn(3, 3), torch.randn(3, 3)
for q in (f, g, h, k):
    torch._dynamo.reset()
    print(q.__name__, torch.allclose(torch.compile(q)(a, c), q(a, c), atol=1e-4))
