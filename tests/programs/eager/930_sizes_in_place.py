# Methods that change the sizes of a tensor in place: eager, with gradients, and compiled.
import torch
def s(*a): print(*a)
a = torch.arange(6.).reshape(2,3)
b = a.clone()
b.t_()
s(b, b.shape, b.stride())
c = a.clone()
c.unsqueeze_(0)
s(c.shape)
c.squeeze_(0)
s(c.shape)
c.unsqueeze_(-1).squeeze_()
s(c.shape)
x = a.clone().requires_grad_()
y = x * 2
y.t_()
s(y.grad_fn is not None, y.shape)
(y * torch.arange(6.).reshape(3,2)).sum().backward()
s(x.grad)
try: x.t_()
except RuntimeError as e: s(str(e)[:60])
d = a.clone()
v = d[0]
d.transpose_(0,1)
v.add_(1)
s(d)
s(d.is_contiguous())
def f(x):
    y = x.clone()
    y.t_()
    y.unsqueeze_(0)
    return y + 1
for be in ["eager","aot_eager","inductor"]:
    torch._dynamo.reset()
    s(torch.compile(f, backend=be)(a))
    z = a.clone().requires_grad_()
    torch.compile(f, backend=be)(z).sum().backward()
    s(z.grad)
