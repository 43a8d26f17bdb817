# Numbers that are read from tensors in captured graphs, under every back end.
import torch
import torch._dynamo

class Record:
    def __init__(self): self.n = 0
    def __call__(self, gm, ex):
        self.n += 1
        print("GRAPH", self.n)
        print(gm.graph)
        return gm.forward
def show(name, fn, *calls, **k):
    torch._dynamo.reset()
    print("==", name)
    r = Record()
    f = torch.compile(fn, backend=r, **k)
    for c in calls:
        try: print("->", f(*c))
        except Exception as e: print(type(e).__name__, str(e).split("\n")[0])
X = torch.arange(6.).reshape(2, 3)
def f7(x): return x[:2].max().item(), x.argmax().item()
show("f7", f7, (X,), fullgraph=True)
def f8(x): return [v.item() for v in x[0]]
show("f8", f8, (X,), fullgraph=True)
def f1(x): return x.long().tolist()
show("f1", f1, (X,), fullgraph=True)
def f3(x): return float(x.sum()) + x
show("f3", f3, (X,), fullgraph=True)
def f3(x): return int(x.sum().long()) + x
show("f3c", f3, (X,), fullgraph=True)
def f12(x): return x.sum().item() + 1, 1 / x.max().item(), x.max().item() // 2
show("f12", f12, (X,), fullgraph=True)
def f9(x): return torch.full((2,), x.sum().item())
show("f9", f9, (X,), fullgraph=True)
def f13(x): return x * x.sum().item(), x.sum().item()
show("f13", f13, (X,), fullgraph=True)
def f14(x): return x * x.sum().long().item()
show("f14", f14, (X,), fullgraph=True)
for be in ("eager", "aot_eager", "inductor"):
    for f in (lambda v: torch.tensor([v.item()]), lambda v: torch.tensor([[v.item()], [2.0]]),
              lambda v: torch.tensor(v.item()), lambda v: torch.full((2,), v.item()), lambda v: v.item() + v,
              lambda v: v.item() * 2, lambda v: v + v.sum().item(), lambda v: (v.item(), v.tolist())):
        torch._dynamo.reset()
        try: print(torch.compile(f, backend=be, fullgraph=True)(torch.ones(1) * 3))
        except Exception as e: print(type(e).__name__, str(e)[:300].replace("\n", " | "))
    for f in (lambda v: v.sum().item() * 2, lambda v: (v * v.sum().item()).sum(), lambda v: [v.sum().item(), v],
              lambda v: v.sum().long().item() + 1, lambda v: torch.ones(2, dtype=torch.int64) * v.sum().item(),
              lambda v: v.double() * v.sum().item()):
        torch._dynamo.reset()
        try: print(torch.compile(f, backend=be, fullgraph=True)(torch.ones(1) * 3))
        except Exception as e: print(type(e).__name__, str(e)[:300].replace("\n", " | "))
    torch._dynamo.reset()
    try:
        w = torch.ones(1, requires_grad=True)
        torch.compile(lambda v: v * v.item() * 3, backend=be, fullgraph=True)(w).sum().backward()
        print(w.grad)
    except Exception as e: print(type(e).__name__, str(e)[:300].replace("\n", " | "))
