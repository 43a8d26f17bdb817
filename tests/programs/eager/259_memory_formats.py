"""Memory formats: what contiguous, clone, to, NAME_like and empty make of them, and what keeps them."""
import torch
import torch.nn as nn

formats = (None, torch.preserve_format, torch.contiguous_format, torch.channels_last, torch.channels_last_3d)
functions = [("zeros_like", torch.zeros_like), ("empty_like", torch.empty_like),
             ("full_like", lambda t, **k: torch.full_like(t, 2, **k)),
             ("rand_like", torch.rand_like), ("randint_like", lambda t, **k: torch.randint_like(t, 5, **k)),
             ("clone", torch.clone)]
bases = {"plain": torch.zeros(2, 3, 4, 5), "turned": torch.zeros(2, 3, 4, 5).transpose(1, 3),
         "last": torch.zeros(2, 3, 4, 5).contiguous(memory_format=torch.channels_last),
         "one channel": torch.zeros(2, 1, 4, 5).contiguous(memory_format=torch.channels_last),
         "gaps": torch.zeros(2, 3, 4, 10)[..., ::2], "expanded": torch.zeros(1, 3, 4, 5).expand(2, 3, 4, 5),
         "ones": torch.zeros(4, 1, 1, 5).permute(3, 1, 2, 0), "matrix": torch.zeros(3, 4).t(),
         "five": torch.zeros(2, 3, 2, 2, 2), "column": torch.arange(8.0).reshape(1, 8).t(),
         "empty": torch.zeros(2, 0, 3, 4).transpose(1, 2)}
for name, f in functions:
    for base, t in bases.items():
        for format in formats:
            try:
                r = f(t, memory_format=format) if format is not None else f(t)
                print(name, base, format, r.stride(), r.is_contiguous(),
                      r.is_contiguous(memory_format=torch.channels_last))
            except RuntimeError as e:
                print(name, base, format, e)

x = torch.arange(48.0).reshape(2, 3, 2, 4).to(memory_format=torch.channels_last)
for f in (lambda: torch.empty(2, 3, 4, 5, memory_format=torch.channels_last),
          lambda: torch.empty((2, 3, 4), memory_format=torch.channels_last),
          lambda: torch.empty(2, 3, memory_format=torch.preserve_format),
          lambda: torch.zeros(2, 3, 4, 5, memory_format=torch.channels_last),
          lambda: x.to(memory_format=torch.contiguous_format),
          lambda: x.to(torch.float64, memory_format=torch.contiguous_format),
          lambda: x.double(memory_format=torch.contiguous_format),
          lambda: x.contiguous(memory_format=torch.channels_last), lambda: x.t_()
          if x.dim() < 3 else x.transpose(1, 2).contiguous(memory_format=torch.preserve_format), lambda: x.double(),
          lambda: x.contiguous(), lambda: (x * 2 + 1).relu(),
          lambda: x + torch.ones(3, 1, 1), lambda: x[:, :2],
          lambda: torch.zeros(2, 3).to(memory_format=torch.channels_last), lambda: x.transpose(0, 1)[::2].double(),
          lambda: x.view(2, 24)):
    try:
        print(f().stride())
    except (RuntimeError, TypeError) as e:
        print(str(e).split("\n")[0])
print(x[0, :, 0], x.mean((2, 3)), x.permute(0, 2, 3, 1).is_contiguous(),
      x.is_contiguous(memory_format=torch.channels_last))
w = x.clone().requires_grad_()
z = w.contiguous(memory_format=torch.contiguous_format)
print(z.grad_fn.name(), w.to(memory_format=torch.contiguous_format).grad_fn.name(),
      w.contiguous(memory_format=torch.channels_last) is w)
(z * torch.arange(48.0).reshape(2, 3, 2, 4)).sum().backward()
print(w.grad[0, 0], w.grad.stride())
net = nn.Sequential(nn.Conv2d(3, 4, 2), nn.Conv2d(4, 2, 1), nn.Flatten(),
                    nn.Linear(6, 2)).to(memory_format=torch.channels_last)
print(net(x).shape, [p.stride() for p in net.parameters()], type(net[0].weight).__name__)


@torch.compile
def f(t):
    u = t.contiguous(memory_format=torch.channels_last)
    return u * 2, u.clone(memory_format=torch.contiguous_format) + 1


for t in (x, x.contiguous()):
    p, q = f(t)
    print(p.stride(), q.stride(), p.sum(), q[0, 1])
g = torch.jit.trace(lambda t: t.contiguous(memory_format=torch.channels_last) + 1, torch.zeros(1, 3, 2, 2))
print(g(torch.ones(1, 3, 2, 2)).stride())
