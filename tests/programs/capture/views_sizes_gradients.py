# What random programs found: sizes that a slice makes small, results that are views of what was overwritten, gradients
# of what no result needs, changes of tensors whose elements lie apart or are one in memory.
import torch


def whose(tensors):
    places = [t.untyped_storage().data_ptr() if t.numel() else 0 for t in tensors]
    return [places.index(p) if p else None for p in places]


def title(name):
    torch._dynamo.reset()
    print("---", name)


title("a slice that becomes 0 or 1")


def rest(q):
    v = q[2:]
    v.mul_(2)
    return v.sum(0), torch.tanh(v)


for backend in ("aot_eager", "inductor"):
    torch._dynamo.reset()
    compiled = torch.compile(rest, backend=backend, dynamic=True)
    for n in (5, 4, 3, 2, 6, 2):
        q = torch.arange(n * 2.0).reshape(n, 2)
        total, v = compiled(q)
        print(backend, n, q.tolist(), total.tolist(), list(v.shape))


title("a slice of one is contiguous")


def every_other(p):
    w = p[3::2].contiguous()
    w[0:1].fill_(2)
    return w * 1


compiled = torch.compile(every_other, backend="aot_eager", dynamic=True)
for n in (6, 4, 5, 8):
    p = torch.zeros(n, 2)
    print(n, compiled(p).tolist(), p.tolist())


title("gradients where a size became a number")


def small_sizes(p):
    v = p[3:]
    return v.cumsum(0), torch.cat([p, p], 0).sin()


for n in (3, 4, 5):
    p = torch.ones(n, n, requires_grad=True)
    a, b = torch.compile(small_sizes, backend="aot_eager", dynamic=True)(p)
    (a.sum() + b.sum()).backward()
    print(list(a.shape), [round(x, 3) for x in p.grad[-1].tolist()])


title("views of what took another's values")


def whole_then_part(p):
    v = p + p
    v.copy_(p)
    return v[1]


def whole_then_turned(p):
    v = p * 1
    v.copy_(p)
    return v.t()[1:]


for fn in (whole_then_part, whole_then_turned):
    for backend in ("aot_eager", "inductor"):
        torch._dynamo.reset()
        p = torch.arange(6.0).reshape(2, 3)
        v = torch.compile(fn, backend=backend)(p)
        print(fn.__name__, backend, v.stride(), whose([p, v]), v.tolist())


title("a composed result and its view")


def composed(q):
    v = q.logsumexp(0)
    return v, v.unbind(0)[0]


for backend in ("aot_eager", "inductor"):
    for grad in (True, False):
        torch._dynamo.reset()
        q = torch.zeros(2, 2, requires_grad=grad)
        v, first = torch.compile(composed, backend=backend)(q)
        print(backend, whose([v, first]), v.requires_grad, first.requires_grad)
        first.detach().add_(1)
        print([round(x, 3) for x in v.tolist()])


title("a view of what began to need a gradient")


def through_view_as(p, r):
    v = p + 1
    w = v.view_as(v)
    v.reshape(-1).copy_(r)
    return w


for backend in ("aot_eager", "inductor"):
    torch._dynamo.reset()
    p, r = torch.ones(2), torch.full((2,), 3.0, requires_grad=True)
    w = torch.compile(through_view_as, backend=backend)(p, r)
    w.sum().backward()
    print(backend, w.requires_grad, w.tolist(), r.grad.tolist())


title("gradients of what no result needs")


def unused(p, q):
    v = q * 2
    torch._dynamo.graph_break()
    w = p.clone()
    x = v * 3
    return w


def partly_used(p, q):
    v, u = q * 2, p * 3
    torch._dynamo.graph_break()
    w = v.sin()
    return u


for fn in (unused, partly_used):
    torch._dynamo.reset()
    p, q = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    out = torch.compile(fn, backend="aot_eager")(p, q)
    print(fn.__name__, [edge[0] is not None for edge in out.grad_fn.next_functions])
    out.sum().backward()
    print(p.grad, q.grad)


title("a part of several, read after the whole has changed")


def parts(p):
    v = p.tril()
    w = v.unbind(0)[0]
    v[...] = 2
    return w, v


try:
    torch.compile(parts, backend="aot_eager")(torch.ones(2, 2, requires_grad=True))
except Exception as error:
    print(type(error).__name__, str(error).split("\n")[1][:90])


title("changed, with gaps in memory")


def turned(q):
    q.t().mul_(2)
    return q.reshape(-1), torch.sigmoid(q)


def filled(q):
    v = q[0:1]
    v[..., 1:].fill_(3)
    q.reshape(-1).mul_(2)
    return v * 1, q + 1


for fn in (turned, filled):
    for backend in ("aot_eager", "inductor"):
        for cut in (lambda a: a.chunk(2, 1)[0], lambda a: a[1::2], lambda a: a.t()[:, :2]):
            torch._dynamo.reset()
            a = torch.arange(12.0).reshape(4, 3)
            first, second = torch.compile(fn, backend=backend)(cut(a))
            print(fn.__name__, backend, first.tolist(), second.stride(), a.tolist())


title("two parts of one result")


def two_parts(p):
    v = torch.maximum(p, p * 2)
    return v[2:], v[1:2], v[3:3]


for backend in ("aot_eager", "inductor"):
    for mode in (torch.inference_mode, torch.no_grad, torch.enable_grad):
        torch._dynamo.reset()
        with mode():
            parts_of_it = torch.compile(two_parts, backend=backend)(torch.arange(4.0))
            print(backend, mode.__name__, whose(parts_of_it), [t.storage_offset() for t in parts_of_it])


title("a view made before its base needed a gradient")


def changed_twice(q, r, ask=False, mode=torch.enable_grad):
    v = q[1:]
    q.add_(r)
    if ask:
        v.grad_fn
    with mode():
        v.mul_(2)
    return q


r = torch.ones(3, requires_grad=True)
for backend in (None, "eager", "aot_eager"):
    fn = torch.compile(changed_twice, backend=backend) if backend else changed_twice
    try:
        print(fn(torch.zeros(3), r).tolist())
    except RuntimeError as error:
        print([line for line in str(error).split("\n") if "leaf Variable" in line][0][-85:])
print(changed_twice(torch.zeros(3), r, True).tolist(), changed_twice(torch.zeros(3), r, mode=torch.no_grad).tolist())
print(changed_twice(torch.zeros(3), r.detach()).tolist(), changed_twice(torch.zeros(3) * r, r).tolist())


title("handed back where gradients are off")


def handed_back(p):
    with torch.no_grad():
        v = p.contiguous()
    v.clamp_(-1, 1)
    return v


for backend in ("eager", "aot_eager", "inductor"):
    torch._dynamo.reset()
    x = torch.full((2,), 3.0, requires_grad=True)
    p = x * 0.25
    v = torch.compile(handed_back, backend=backend)(p)
    v.sum().backward()
    print(backend, v.requires_grad, v.tolist(), p.tolist(), x.grad.tolist())


title("strides of one row say nothing about sizes")


def one_row(q):
    return q[2::2].narrow(0, 0, 1).clone()


for backend in ("aot_eager", "inductor"):
    torch._dynamo.reset()
    fn = torch.compile(one_row, backend=backend)
    for rows, columns in ((6, 4), (4, 2)):
        q = torch.ones(rows, columns, requires_grad=True)
        fn(q).sum().backward()
        print(backend, q.grad.sum(1).tolist())
