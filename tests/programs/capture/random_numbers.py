import torch, random
from torch._dynamo.testing import EagerAndRecordGraphs
x = torch.ones(2)
def show(name, f, n=2):
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    g = torch.compile(f, backend=b)
    random.seed(1)
    for _ in range(n):
        try: r = g(x)
        except Exception as e: r = type(e).__name__ + " " + str(e).split("\n")[0]
        print(name, r)
    random.seed(1)
    print("  eager", [f(x) for _ in range(n)])
    for g in b.graphs: print(g.code.strip())
show("random", lambda x: x + random.random())
show("randint", lambda x: (x + random.randint(1, 9), random.randint(1, 9)))
show("randrange", lambda x: x + random.randrange(10))
show("uniform", lambda x: x + random.uniform(1, 2) * 3)
show("int", lambda x: (random.random() * 2, x + 1))
show("choice", lambda x: x + random.choice([1, 2, 3]))
show("gauss", lambda x: x + random.gauss(0, 1))
def br(x):
    if random.random() > 0.5: return x + 1
    return x - 1
show("branch", br)
def size(x): return torch.ones(random.randint(2, 3)) + x.sum()
show("size", size)
def loop(x):
    for i in range(random.randint(1, 3)): x = x + i
    return x
show("loop", loop)
def idx(x):
    return x + [1, 2, 3, 4][random.randint(0, 3)]
show("idx", idx)
show("fmt", lambda x: (f"{random.randint(1, 3)}", x + 1))
show("intc", lambda x: x + int(random.random() * 10))
def brk(x):
    y = x + random.randint(1, 9)
    torch._dynamo.graph_break()
    return y * random.random()
show("brk", brk)
def refused(f):
    torch._dynamo.reset()
    try: print(torch.compile(f, backend="eager", fullgraph=True)(x))
    except torch._dynamo.exc.Unsupported as e: print(*str(e).split("\n")[:5], sep="\n")
random.seed(2)
refused(lambda x: x + random.uniform(1, 2) * 3)
refused(lambda x: (x + 1, -random.random()))
refused(lambda x: (x + 1, random.random() > 0.5))
refused(lambda x: (x + 1, random.random() + random.random()))
for backend in ("aot_eager",):
    torch._dynamo.reset()
    random.seed(4)
    f = torch.compile(lambda x: x * random.random() + random.randint(1, 5), backend=backend)
    print(f(x), f(x))
