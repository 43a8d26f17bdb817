# feature: torch.cond, checkpoint, autograd.Function and tensor hooks captured, under every back end
# seed: none
import torch
from torch.utils.checkpoint import checkpoint
class AF(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k = k
        return x * k
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * ctx.k * x, None
class AF2(torch.autograd.Function):
    @staticmethod
    def forward(x, y): return x * y, x + y
    @staticmethod
    def setup_context(ctx, inputs, output): ctx.save_for_backward(*inputs)
    @staticmethod
    def backward(ctx, g, h):
        x, y = ctx.saved_tensors
        return g * y + h, g * x + h
def f_af(x): return (AF.apply(x, 3) + 1).sum()
def f_af2(x):
    a, b = AF2.apply(x, x * 2)
    return (a + b * 2).sum()
def f_cond(x): return torch.cond(x.sum() > 0, lambda a: a.sin(), lambda a: a.cos(), (x,)).sum()
def f_ck(x): return checkpoint(lambda a: (a * 2).sin() * a, x, use_reentrant=False).sum()
w = torch.nn.Linear(4, 4)
torch.manual_seed(0)
torch.nn.init.uniform_(w.weight)
torch.nn.init.zeros_(w.bias)
def f_ck2(x): return checkpoint(w, x, use_reentrant=False).sin().sum()
def f_hook(x):
    y = x * 2
    y.register_hook(lambda g: g * 3)
    return y.sin().sum()
for f in (f_af, f_af2, f_cond, f_ck, f_ck2, f_hook):
    for be in (None, "eager", "aot_eager", "inductor"):
        torch._dynamo.reset()
        torch.manual_seed(0)
        x = torch.rand(3, 4, requires_grad=True)
        try:
            c = torch.compile(f, backend=be) if be else f
            r = c(x)
            r.backward()
            print(f.__name__, be, round(r.item(), 4), [round(v, 4) for v in x.grad.flatten().tolist()[:5]])
        except Exception as e:
            print(f.__name__, be, type(e).__name__, str(e)[:150])


def count(gm, ex):
    print("  graph of", len([n.name for n in gm.graph.nodes if "call" in n.op]))
    return gm.forward


for f in (f_af, f_af2, f_cond, f_ck, f_ck2, f_hook):
    torch._dynamo.reset()
    torch.compile(f, backend=count)(torch.rand(3, 4, requires_grad=True))
try:
    torch.cond(torch.tensor([True, False]), lambda a: a, lambda a: a + 1, (torch.ones(2),))
except RuntimeError as e:
    print(type(e).__name__)
print(torch.cond(True, lambda a: a * 2, lambda a: a + 1, (torch.ones(2),)))
