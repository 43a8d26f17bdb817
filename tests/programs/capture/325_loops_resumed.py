# feature: breaks inside loops, skipped and (where the option exists) resumed: the values are the same
# seed: none
import torch
def loop(x):
    for i in range(4):
        x = x + i
        torch._dynamo.graph_break()
        x = x * 2
    return x.sum()
def items(x):
    for k, v in [("a", 1), ("b", 2), ("c", 3)]:
        x = x * v
        print(k)
        x = x + len(k)
    return x
def nested(x):
    for i in range(2):
        for j in range(2):
            x = x + i * j + 1
            torch._dynamo.graph_break()
    return x
def until(x):
    n = 0
    while x.sum() < 50:
        x = x * 2
        n += 1
    return x, n
def choose(x):
    out = []
    for row in x:
        if row.sum() > 3: out.append(row * 2)
        else: out.append(row - 1)
    return torch.stack(out)
def cont(x):
    for i in range(4):
        if i == 2: continue
        x = x + i
        torch._dynamo.graph_break()
        if i == 3: break
    else:
        x = x * 100
    return x
x = torch.arange(6.).reshape(2, 3)
for on in (False, True):
    if hasattr(torch._dynamo.config, "resume_in_loops"): torch._dynamo.config.resume_in_loops = on
    for f in (loop, items, nested, until, choose, cont):
        torch._dynamo.reset()
        graphs = []
        def backend(gm, ex):
            graphs.append(sum("call" in n.op for n in gm.graph.nodes))
            return gm.forward
        c = torch.compile(f, backend=backend)
        a, b, d = f(x), c(x), c(x)
        first = lambda r: r[0] if isinstance(r, tuple) else r
        print(on, f.__name__, on or graphs, torch.equal(first(a), first(b)), torch.equal(first(a), first(d)))
