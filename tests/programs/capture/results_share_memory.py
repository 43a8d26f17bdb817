# Results of compiled functions that are views of inputs, of intermediates and of each other.
import torch


def whose(tensors):
    places = [t.untyped_storage().data_ptr() for t in tensors]
    return [places.index(p) for p in places]


def show(name, fn, make, grad=True, backend="inductor", **options):
    torch._dynamo.reset()
    z = make()
    version = z._version
    with torch.set_grad_enabled(grad):
        out = torch.compile(fn, backend=backend, **options)(z)
    outs = list(out) if isinstance(out, (tuple, list)) else [out]
    all = [z] + outs
    print(name, backend, whose(all), [[i for i, t in enumerate(all) if t is o][0] for o in outs], z._version > version,
          [o.requires_grad for o in outs], [o.stride() for o in outs], "view of z" if outs[0]._base is z else "")
    with torch.no_grad():
        outs[0].detach().add_(100)
    print("   ", [t.tolist() for t in all])


def plain():
    return torch.arange(6.0).reshape(2, 3) * 1


def leaf():
    return torch.arange(6.0).reshape(2, 3).requires_grad_()


def slice_changed(z):
    v = z[1:]
    v.neg_()
    return v


def changed_then_viewed(z):
    z.add_(1)
    return z.view(-1)


def two_views(z):
    return z.view(-1), z.t()


def of_one_intermediate(z):
    y = z * 2
    return y.t(), y.view(-1)


def with_its_base(z):
    y = z * 2
    v = y[0]
    v.add_(1)
    return y, v


def twice(z):
    y = z * 2
    return y, y


def itself(z):
    return z, z.detach()


def detached(z):
    y = z * 2
    return y, y.detach()[0]


def chain(z):
    return z.t()[1:].unsqueeze(0)


def pieces(z):
    return z.unbind(0)


def pieces_of_intermediate(z):
    return (z * 2).chunk(2, 1)


def copied(z):
    y = torch.zeros(2, 3)
    y.copy_(z)
    return y, y[0]


def kept_apart(z):
    return z.clone(), z.contiguous()


def literal(z):
    c = torch.tensor([1.0, 2.0])
    return c, c * 2, z


for fn in (slice_changed, changed_then_viewed, two_views, of_one_intermediate, with_its_base, twice, itself, detached,
           chain,
           pieces, pieces_of_intermediate, copied, kept_apart, literal):
    show(fn.__name__, fn, plain)
    show(fn.__name__, fn, plain, backend="aot_eager", dynamic=True)
    if fn not in (slice_changed, changed_then_viewed):
        show(fn.__name__ + " of a leaf", fn, leaf)
        show(fn.__name__ + " of a leaf, no grad", fn, leaf, grad=False, dynamic=True)

compiled = torch.compile(literal)
first = compiled(torch.ones(1))
first[0].add_(5)
first[1].add_(5)
print([t.tolist() for t in compiled(torch.ones(1))])


def swap(a, b):
    b.copy_(a)
    a.add_(1)
    return b * 1


a, b = torch.zeros(2), torch.ones(2)
print(torch.compile(swap)(a, b).tolist(), a.tolist(), b.tolist())


def later(z):
    return z.view(-1) if z.dim() > 1 else z[1:]


compiled = torch.compile(later, dynamic=True)
for n in (2, 3, 4):
    z = torch.zeros(n, 2, requires_grad=True) * 1
    v = compiled(z)
    v.mul_(torch.arange(1.0, 1 + 2 * n))
    v.add_(1)
    z.sum().backward()
    print(v._base is z, z.tolist())
