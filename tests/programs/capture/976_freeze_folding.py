import torch, torch.nn as nn
def show(m, x, tr=False):
    m = m.eval()
    s = torch.jit.trace(m, x, check_trace=False) if tr else torch.jit.script(m)
    f = torch.jit.freeze(s)
    print(type(m).__name__, [n.kind() for n in f.graph.nodes()])
    print(f.code)
    print(torch.allclose(f(x), m(x), atol=1e-5))
class A(nn.Module):
    def forward(self, x):
        if x.dim() != 4: raise ValueError("bad")
        return x * 2
class B(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(1, 2, 3, padding=1)
    def forward(self, x):
        y = self.c(x)
        if y.dim() != 4: raise ValueError("bad")
        return y + 1
class C(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 3)
        self.b = nn.BatchNorm1d(3)
        self.d = nn.Dropout(0.5)
        self.k = 3
        self.flag = True
        self.w = nn.Parameter(torch.ones(3))
        self.xs = [1, 2]
    def forward(self, x):
        y = self.d(self.b(self.l(x)))
        if self.flag: y = y * self.k
        else: y = y - 1
        for i in range(2): y = y + self.w * i
        return torch.relu(y) + self.xs[0]
class D(nn.Module):
    def __init__(self):
        super().__init__()
        self.s = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
                               nn.Linear(2, 2))
    def forward(self, x): return self.s(x).softmax(1)
x4 = torch.randn(1, 1, 4, 4)
show(A(), x4)
show(B(), x4)
show(C(), torch.randn(4, 2))
show(C(), torch.randn(4, 2), True)
show(B(), x4, True)
class E(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.ones(2))
        self.n = 0
        self.sub = nn.Linear(2, 2)
    def forward(self, x):
        self.n += 1
        return x + self.a
    @torch.jit.export
    def get(self): return self.n
f = torch.jit.freeze(torch.jit.script(E().eval()))
f(torch.ones(2))
f(torch.ones(2))
print(f.n, hasattr(f, "a"), hasattr(f, "sub"), hasattr(f, "get"))
print(f.code)
print(len(list(f.parameters())))
f = torch.jit.freeze(torch.jit.script(E().eval()), preserved_attrs=["get", "a"])
f(torch.ones(2))
print(f.get(), f.a, hasattr(f, "sub"))
f = torch.jit.freeze(torch.jit.script(D().eval()))
print([n.kind() for n in f.graph.nodes()], torch.allclose(f(x4), f(x4)))
mods = [nn.MaxPool1d(2), nn.MaxPool2d(2), nn.MaxPool2d(3, 2, 1), nn.InstanceNorm2d(1),
        nn.KLDivLoss(reduction="batchmean"), nn.HingeEmbeddingLoss(), nn.TripletMarginLoss(), nn.MarginRankingLoss(),
        nn.CosineEmbeddingLoss(), nn.PoissonNLLLoss()]
for m in mods:
    s = torch.jit.script(m)
    if "Pool" in type(m).__name__ or "Norm" in type(m).__name__:
        x = torch.arange(16.).reshape(1, 4, 4) if "1d" in type(m).__name__ else torch.arange(16.).reshape(1, 1, 4, 4)
        print(type(m).__name__, torch.equal(s(x), m(x)))
a, b = torch.tensor([[0.2, 0.8], [0.5, 0.5]]).log(), torch.tensor([[0.5, 0.5], [0.1, 0.9]])
print(torch.allclose(torch.jit.script(mods[5])(a, b), mods[5](a, b)),
      torch.allclose(torch.jit.script(mods[7])(a, b, b + 1), mods[7](a, b, b + 1)))
def baked(x): return x.detach() + 1, x.data * 2
t = torch.jit.trace(baked, torch.ones(2))
print(t(torch.tensor([5.0, 6.0])))
