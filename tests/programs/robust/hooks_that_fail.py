# Hooks of modules, tensors, nodes and saved tensors, and gradients of the program's own, that raise or return what
# they must not; the rest goes on.
import torch


def show(name, run):
    try:
        print(name, run())
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0][:160])


x = torch.ones(2, requires_grad=True)


def raising(*a):
    raise ValueError("no")


# --- module hooks
lin = torch.nn.Linear(2, 2)
for reg in ("register_forward_hook", "register_forward_pre_hook"):
    h = getattr(lin, reg)(raising)
    show(reg, lambda: lin(torch.ones(2)))
    show("compiled " + reg, lambda: torch.compile(lin)(torch.ones(2)))
    h.remove()
h = lin.register_full_backward_hook(raising)
show("full_backward", lambda: lin(torch.ones(1, 2, requires_grad=True)).sum().backward())
show("compiled full_backward", lambda: torch.compile(lin)(torch.ones(1, 2, requires_grad=True)).sum().backward())
h.remove()
h = lin.register_full_backward_pre_hook(raising)
show("full_backward_pre", lambda: lin(torch.ones(1, 2, requires_grad=True)).sum().backward())
h.remove()
show("after", lambda: lin(torch.ones(1, 2)).shape)

# --- tensor hooks
y = x * 2
y.register_hook(raising)
show("tensor hook", lambda: y.sum().backward())
show("again", lambda: (x * 2).sum().backward())
z = torch.ones(2, requires_grad=True)
z.register_post_accumulate_grad_hook(raising)
show("post_accumulate", lambda: (z * 2).sum().backward())
show("z.grad", lambda: z.grad)
y = x * 2
y.grad_fn.register_hook(raising)
show("grad_fn hook", lambda: y.sum().backward())
y = x * 2
y.grad_fn.register_prehook(raising)
show("grad_fn prehook", lambda: y.sum().backward())

# hook of wrong value
for value in (1, "x", [], torch.ones(3), torch.ones(2, dtype=torch.int64)):
    y = x * 2
    y.register_hook(lambda g: value)
    show("hook gives " + repr(value), lambda: y.sum().backward())


# --- custom function
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        raise KeyError("in backward")


class G(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        raise KeyError("in forward")

    @staticmethod
    def backward(ctx, g):
        return g


show("F", lambda: F.apply(x).sum().backward())
show("G", lambda: G.apply(x).sum().backward())
show("G compiled", lambda: torch.compile(lambda x: G.apply(x).sum())(x).backward())


class H(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return wrong


for wrong in (None, (g := torch.ones(2)), (g, g), "x", 3, torch.ones(5), ()):
    show("H " + str(wrong), lambda: H.apply(x).sum().backward())

# --- saved tensors hooks
for pack, unpack in (
    (raising, lambda t: t),
    (lambda t: t, raising),
    (lambda t: 5, lambda t: t),
    (lambda t: t, lambda t: None),
    (lambda t: t, lambda t: torch.ones(7)),
    (lambda t: t, lambda t: "s"),
):

    def go():
        with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
            y = (x * x).sum()
        y.backward()
        return x.grad is not None

    show("saved", go)
    show("saved compiled", lambda: torch.compile(lambda x: (x * x).sum())(x) if go() else 0)


# What a pack hook computes is not differentiated, and it must not change what it is given.
def packed(t):
    return t * 2, torch.is_grad_enabled(), t.requires_grad


def unpacked(p):
    print("unpack", p[1:], p[0].requires_grad)
    return p[0] / 2


def through_hooks(pack, unpack):
    x = torch.ones(2, requires_grad=True)
    with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
        y = ((x * x).exp() * 2).sigmoid().sum()
    y.backward()
    return x.grad


show("scaled", lambda: through_hooks(packed, unpacked))
for change in (lambda t: t.mul_(2), lambda t: t.detach().add_(1)):
    show("changed", lambda: through_hooks(lambda t: (change(t), t)[1], lambda t: t))
print("still here", torch.compile(lambda x: x + 1)(torch.ones(2)))
