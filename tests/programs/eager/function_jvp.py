# A custom Function's jvp in forward mode, with save_for_forward and with setup_context.
import torch
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, n):
        ctx.save_for_forward(x)
        ctx.n = n
        return x ** n
    @staticmethod
    def jvp(ctx, t, n):
        x, = ctx.saved_tensors
        return ctx.n * x ** (ctx.n - 1) * t * 10
import torch.autograd.forward_ad as fwAD
with fwAD.dual_level():
    x = fwAD.make_dual(torch.tensor([2.]), torch.tensor([1.]))
    print(fwAD.unpack_dual(F.apply(x, 3)))
    y = x.sin()
    print(fwAD.unpack_dual(y))
    print(y)
with fwAD.dual_level():
    x = fwAD.make_dual(torch.tensor([2., 3.]), torch.tensor([1., 0.5]))
    y = F.apply(x * 2, 2)
    print(fwAD.unpack_dual(y))
    z = y.sum() + x.sum()
    print(fwAD.unpack_dual(z))
    class G(torch.autograd.Function):
        @staticmethod
        def forward(x, y): return x * y, x + y
        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs)
            ctx.save_for_forward(*inputs)
        @staticmethod
        def jvp(ctx, a, b):
            x, y = ctx.saved_tensors
            return (0 if a is None else a * y) + (0 if b is None else b * x), a
    p, q = G.apply(x, torch.ones(2))
    print(fwAD.unpack_dual(p), fwAD.unpack_dual(q))
x = torch.ones(2)
print(F.apply(x, 2))
