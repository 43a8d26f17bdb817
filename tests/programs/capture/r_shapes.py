# Sizes: a static graph, a symbolic one at the second size, and no more after that.
import torch
from torch._dynamo.testing import CompileCounter


def f(x):
    return (x * x.shape[0]).relu().sum(dim=0)


counter = CompileCounter()
compiled = torch.compile(f, backend=counter)
for n in (3, 5, 8, 3, 2):
    x = torch.randn(n, 4)
    print(n, torch.allclose(f(x), compiled(x)), counter.frame_count)
x = torch.randn(1, 4)
print(1, torch.allclose(f(x), compiled(x)), counter.frame_count)
x = torch.randn(4, 1)
print("dim 1", torch.allclose(f(x), compiled(x)), counter.frame_count)

torch._dynamo.reset()
g = torch.compile(f)
for n in (3, 5, 8, 1, 0):
    x = torch.randn(n, 4)
    print("inductor", n, torch.allclose(f(x), g(x)), g(x).shape)

torch._dynamo.reset()
counter = CompileCounter()
h = torch.compile(lambda w: w.sin() * 2, backend=counter)
w = torch.ones(3, requires_grad=True)
with torch.no_grad():
    print(h(w).requires_grad, counter.frame_count)
print(h(w).requires_grad, counter.frame_count)
with torch.no_grad():
    print(h(w).requires_grad, counter.frame_count)
print(h(w.detach()).requires_grad, counter.frame_count)
print(h(w.detach().double()).dtype, counter.frame_count)
