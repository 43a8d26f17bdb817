# Rules of autograd: what is refused and how it is said, modes around generators and classes, edges of the
# graph as inputs and outputs, custom functions and what they return, versions.
import torch
from torch.autograd import Function
def t(f):
    try: print(f.__name__, f())
    except BaseException as e: print(f.__name__, type(e).__name__, str(e))
def empty_inputs():
    x = torch.ones(2, requires_grad=True)
    torch.autograd.backward(x.sum(), inputs=[])
def empty_inputs2():
    x = torch.ones(2, requires_grad=True)
    x.sum().backward(inputs=[])
def empty_inputs3():
    x = torch.ones(2, requires_grad=True)
    x.sum().backward(inputs=())
def both():
    class F(Function):
        @staticmethod
        def forward(ctx, x): return x*2
        @staticmethod
        def backward(ctx, g): return g
        @staticmethod
        def vjp(ctx, g): return g
    F.apply(torch.ones(2, requires_grad=True))
def nobw():
    class F(Function):
        @staticmethod
        def forward(ctx, x): return x*2
    F.apply(torch.ones(2, requires_grad=True)).sum().backward()
def postacc():
    x = torch.ones(2, requires_grad=True)
    x.register_post_accumulate_grad_hook(lambda p: 3)
    x.sum().backward()
def once():
    from torch.autograd.function import once_differentiable
    class F(Function):
        @staticmethod
        def forward(ctx, x): return x*2
        @staticmethod
        @once_differentiable
        def backward(ctx, g): return g * 2
    x = torch.ones(2, requires_grad=True)
    y = F.apply(x).sum()
    g, = torch.autograd.grad(y, x, create_graph=True)
    print(g, g.requires_grad, g.grad_fn.name())
    g.sum().backward()
def once2():
    from torch.autograd.function import once_differentiable
    class F(Function):
        @staticmethod
        def forward(ctx, x, y): return x*2, y * 3
        @staticmethod
        @once_differentiable
        def backward(ctx, g, h): return g * 2, None
    x = torch.ones(2, requires_grad=True)
    a, b = F.apply(x, x)
    g, = torch.autograd.grad(a.sum() + b.sum(), x)
    print(g, F.backward.__name__)
def deldata():
    x = torch.ones(2)
    del x.data
def delgrad():
    x = torch.ones(2, requires_grad=True)
    x.sum().backward()
    del x.grad
    print(x.grad)
def delrg():
    x = torch.ones(2)
    del x.requires_grad
def numpyrg():
    x = torch.ones(2, requires_grad=True)
    with torch.no_grad(): print(x.numpy())
def numpyrg2():
    x = torch.ones(2, requires_grad=True)
    print(x.numpy(force=True))
    x.numpy()
def gradnode():
    x = torch.ones(2, requires_grad=True)
    y = x.sin()
    z = y.exp()
    e = torch.autograd.graph.get_gradient_edge(y)
    print(torch.autograd.grad(z.sum(), e), torch.autograd.grad(z.sum(), x.sin().grad_fn, allow_unused=True) )
def gradnode2():
    x = torch.ones(2, requires_grad=True)
    y = x.sin()
    z = y.exp().sum()
    e = torch.autograd.graph.get_gradient_edge(z)
    torch.autograd.backward(e)
    print(x.grad)
    e = torch.autograd.graph.get_gradient_edge(x.sin())
    torch.autograd.backward(e, torch.ones(2))
    print(x.grad)
    torch.autograd.backward(torch.autograd.graph.get_gradient_edge(x.sin()))
def gradnode3():
    x = torch.ones(2, requires_grad=True)
    y = x.sin()
    z = y.exp().sum()
    torch.autograd.grad(z, y.grad_fn, materialize_grads=True)
def gradnode4():
    x = torch.ones(2, requires_grad=True)
    y = x.sin()
    z = y.exp().sum()
    torch.autograd.backward(z, inputs=[torch.autograd.graph.get_gradient_edge(y)])
def gradnode5():
    x = torch.ones(2, requires_grad=True)
    y = x.sin()
    z = y.exp().sum()
    torch.autograd.backward(z, inputs=[torch.autograd.graph.get_gradient_edge(x)])
    print(x.grad)
def matgrads():
    x = torch.tensor(0.5, requires_grad=True)
    a = torch.tensor(1.0)
    y = x.detach() + a
    torch.autograd.grad(y, (x,), allow_unused=True)
def notensor():
    torch.autograd.grad(3, torch.ones(2, requires_grad=True))
def setdata():
    x = torch.ones(2, requires_grad=True)
    x.data = torch.ones(2, dtype=torch.int64)
def setdata2():
    x = torch.ones(2, requires_grad=True)
    x.data = 3
def powg():
    a = torch.tensor([0., 0., 0.])
    b = torch.tensor([-1., 0., 1.], requires_grad=True)
    (a ** b).sum().backward()
    print(b.grad)
def classdeco():
    @torch.no_grad()
    class A:
        def __init__(self): self.x = torch.ones(2, requires_grad=True) * 2
    print(A().x.requires_grad)
def badcall():
    x = torch.ones(2, requires_grad=True)
    y = x.pow(2).sum().grad_fn
    print(y(torch.tensor(1.)), x.pow(2).grad_fn(torch.ones(2)))
    y()
def badcall2():
    x = torch.ones(2, requires_grad=True)
    x.pow(2).grad_fn(torch.ones(2), torch.ones(2))
def batched():
    x = torch.ones(2, 2, requires_grad=True)
    y = x * 2
    torch.autograd.grad(y, x, torch.ones(3, 2), is_grads_batched=True)
def batched2():
    x = torch.ones(2, 2, requires_grad=True)
    y = x * 2
    torch.autograd.grad(y, x, is_grads_batched=True)
def gen():
    @torch.no_grad()
    def g():
        try:
            a = yield torch.is_grad_enabled()
            print("got", a)
            try: yield 2
            except ValueError:
                print("caught", torch.is_grad_enabled())
                yield 5
        finally: print("fin", torch.is_grad_enabled())
        return 7
    c = g()
    print(next(c), torch.is_grad_enabled())
    print(c.send(4))
    print(c.throw(ValueError()))
    try: next(c)
    except StopIteration as e: print(e.value)
    c = g()
    next(c)
    c.close()
def sets():
    x = torch.set_grad_enabled(False)
    print(torch.is_grad_enabled())
    torch.set_grad_enabled(True)
    print(x)
def retain_inplace():
    a = torch.tensor([1.], requires_grad=True).clone()
    a.retain_grad()
    a.mul_(2)
    a.sum().backward()
    print(a.grad)
def hook_inplace():
    seen = []
    a = torch.tensor([1.], requires_grad=True).clone()
    a.register_hook(lambda g: seen.append(("a", g.item())))
    a.mul_(2)
    a.register_hook(lambda g: seen.append(("b", g.item())))
    a.sum().backward()
    print(seen)
def leafview():
    x = torch.ones(2, requires_grad=True)
    x.view(2)[0] = 3
def rgint():
    torch.ones(2, dtype=torch.int64, requires_grad=True)
def disable():
    x = torch.ones(2, requires_grad=True)
    with torch.autograd.graph.disable_saved_tensors_hooks("nope"):
        with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t): pass
def nested_allow():
    with torch.autograd.graph.allow_mutation_on_saved_tensors():
        with torch.autograd.graph.allow_mutation_on_saved_tensors(): pass
def incver():
    x = torch.ones(2, requires_grad=True)
    v = x._version
    torch.autograd.graph.increment_version(x)
    print(x._version - v)
    torch.autograd.graph.increment_version([x, x])
    print(x._version - v)
def mt():
    print(torch.autograd.is_multithreading_enabled())
    with torch.autograd.set_multithreading_enabled(False): print(torch.autograd.is_multithreading_enabled())
def nondiffgrads():
    class F(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.set_materialize_grads(False)
            y = x.clone()
            z = x.clone()
            ctx.mark_non_differentiable(z)
            return y, z, 3
        @staticmethod
        def backward(ctx, g, h, k):
            print(g, h, k)
            return g
    x = torch.tensor(1., requires_grad=True)
    F.apply(x)[0].backward()
def nondiffgrads2():
    class F(Function):
        @staticmethod
        def forward(ctx, x):
            y = x.clone()
            z = x.clone()
            ctx.mark_non_differentiable(z)
            return y, z, 3
        @staticmethod
        def backward(ctx, g, h, k):
            print(g, h, k)
            return g
    x = torch.tensor(1., requires_grad=True)
    F.apply(x)[0].backward()
def setupdefault():
    class F(Function):
        @staticmethod
        def forward(x, y=3): return x * y
        @staticmethod
        def setup_context(ctx, inputs, output): print(len(inputs), inputs[1:])
        @staticmethod
        def backward(ctx, g): return g, None
    print(F.apply(torch.ones(2, requires_grad=True)), F.generate_vmap_rule)
def viewfn():
    class F(Function):
        @staticmethod
        def forward(ctx, x): return x
        @staticmethod
        def backward(ctx, g): return g
    x = torch.ones(2, requires_grad=True).clone()
    y = F.apply(x)
    y += 1
def viewfn2():
    class F(Function):
        @staticmethod
        def forward(ctx, x): return x[:1]
        @staticmethod
        def backward(ctx, g): return torch.ones(2)
    x = torch.ones(2, requires_grad=True).clone()
    y = F.apply(x)
    print(y._is_view(), y)
    y += 1
def dirtyver():
    class F(Function):
        @staticmethod
        def forward(ctx, x):
            x.add_(1)
            ctx.mark_dirty(x)
            return x
        @staticmethod
        def backward(ctx, g): return g
    x = torch.ones(2, requires_grad=True).clone()
    print(x._version)
    F.apply(x)
    print(x._version, x)
def infview():
    with torch.inference_mode():
        a = torch.ones(2)
        b = a.view(2)
    c = torch.ones(2)
    with torch.inference_mode(): d = c.view(2)
    print(a._is_view(), b._is_view(), d._is_view(), d.is_inference(), a.view(2)._is_view(), c.add_(1)._is_view())
for n, f in list(globals().items()):
    if callable(f) and getattr(f, "__module__", "") == "__main__" and n != "t" and type(f).__name__ == "function": t(f)

def edges_of_leaves():
    x = torch.ones(2, requires_grad=True)
    edge = torch.autograd.graph.get_gradient_edge(x)
    return torch.autograd.grad((x * 3).sum(), [edge, x])


def old_variables():
    from torch.autograd import Variable
    x = Variable(torch.ones(2), requires_grad=True)
    return isinstance(x, Variable), isinstance(3, Variable), type(x) is torch.Tensor, x.requires_grad


def self_reference():
    for data in ([0], [[1, 2]]):
        data.append(data)
        try:
            torch.tensor(data)
        except TypeError as e:
            print(e)


def deep_and_doubled():
    x = torch.ones(1, requires_grad=True)
    y = x.clone()

    class Sum(Function):
        @staticmethod
        def forward(ctx, a, b):
            return a + b

        @staticmethod
        def backward(ctx, g):
            return g, g
    for i in range(30000):
        y = Sum.apply(y, y)
    del y
    return "freed"


def hooks_out_of_order():
    h = torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t)
    h.__exit__()


def inference_views():
    a = torch.ones(2, requires_grad=True).clone()
    with torch.inference_mode():
        b = a.view(2)
    b.add_(1)


def no_grad_parts():
    a = torch.ones(2, 2, requires_grad=True).clone()
    with torch.no_grad():
        b, c = a.unbind()
    b.add_(1)


def extended_class():
    torch.Tensor.shape_text = lambda self: "x".join(map(str, self.shape))
    print(torch.ones(2, 3).shape_text(), torch.nn.Linear(2, 4).weight.shape_text())
    del torch.Tensor.shape_text
    print(hasattr(torch.Tensor, "shape_text"))

    class Mine(torch.Tensor):
        pass
    torch.Tensor.__repr__ = lambda self: f"<{tuple(self.shape)}>"
    print(torch.ones(2), [torch.ones(1)], f"{torch.ones(3)}", repr(torch.ones(2, 2).as_subclass(Mine)))


for f in (edges_of_leaves, old_variables, self_reference, deep_and_doubled, hooks_out_of_order, inference_views,
          no_grad_parts, extended_class):
    t(f)
