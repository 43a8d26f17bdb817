# Compiled modules: one cache for all of a class, hooks of the wrapper, module.compile(), classes, and compiled
# modules inside compiled functions.
import torch, torch.nn as nn
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 8)
    def forward(self, x): return self.a(x).relu()
def st(name):
    print(name, dict(torch._dynamo.utils.counters["stats"]))
x = torch.randn(6, 4)
m1, m2, m3, m4 = M(), M(), M(), M()
torch.compile(m1, backend="eager")(x)
st("first")
torch.compile(m2, backend="eager")(x)
st("second")
m3.compile(backend="eager")
m3(x)
st("m3.compile")
m4.forward = torch.compile(m4.forward, backend="eager")
m4(x)
st("forward")
torch.compile(M(), backend="aot_eager")(x)
st("other backend")
def f(x): return x + 1
torch.compile(f, backend="eager")(x)
st("f")
torch.compile(f, backend="eager")(x)
st("f again")
def outer(): 
    def g(x): return x * 2
    return g
torch.compile(outer(), backend="eager")(x)
st("g")
torch.compile(outer(), backend="eager")(x)
st("g again")
c = torch.compile(m1, backend="eager")
h = c.register_forward_hook(lambda mod, i, o: print("hook", type(mod).__name__))
h2 = c.register_forward_pre_hook(lambda mod, i: print("pre", type(mod).__name__))
c(x.requires_grad_()).sum().backward()
st("hooks")
h.remove()
h2.remove()
c(x)
st("removed")
print(c._forward_hooks, m1._forward_hooks)
m5 = M()
m5.compile(backend="eager")
m5.register_forward_hook(lambda mod, i, o: print("hook", type(mod).__name__))
m5(x)
st("m5 hook")
@torch.compile(backend="eager")
class K:
    def __init__(self, n): self.n = n
    def __call__(self, x): return x * self.n
k = K(3)
print(type(k).__name__, k(torch.ones(2)))
st("class")
@torch.compile(backend="eager")
class KM(nn.Module):
    def forward(self, x): return x * 5 + 1
km = KM()
print(type(km).__name__, km(torch.ones(2)))
st("module class")
class NoCall: pass
torch._dynamo.reset()
lin = nn.Linear(4, 2)
lin.compile(backend="eager")
lin(x)
st("library forward")
seq = torch.compile(nn.Sequential(nn.Linear(4, 4), nn.ReLU()), backend="eager")
seq(x)
st("sequential")
@torch.compile(backend="eager")
def outer2(x): return seq(x) + m3(x).sum()
outer2(x)
st("nested compiled")

def be(gm, ex):
    print([n.name for n in gm.graph.nodes])
    return gm
class M2(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
    def forward(self, x): return self.a(x).relu()
x = torch.randn(6, 4)
seq = torch.compile(nn.Sequential(nn.Linear(4, 4), nn.ReLU()), backend=be)
m = torch.compile(M2(), backend=be)
@torch.compile(backend=be)
def outer2(x): return seq(x) + 1
outer2(x)
@torch.compile(backend=be)
def outer3(x): return m(x) + 1
outer3(x)
class W(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = m
        self.s = seq
    def forward(self, x): return self.m(x) * self.s(x)
torch.compile(W(), backend=be)(x)
W()(x)
