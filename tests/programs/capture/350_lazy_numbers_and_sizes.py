"""Numbers that nobody looked at cause no compilation of their own, and arithmetic on them is done where it
is used; sizes are one node each when a graph is finished."""
import collections
import torch
import torch._dynamo

P = collections.namedtuple("P", "a b")


def show(gm, ex):
    text = gm.print_readable(print_output=False)
    print("\n".join(line for line in text.split("\n") if line.strip() and "# File" not in line))
    return gm.forward


def count(gm, ex):
    print("   graph", [getattr(n.target, "__name__", n.target) for n in gm.graph.nodes if n.op.startswith("call")])
    return gm.forward


def run(f, *inputs, backend=show, **options):
    torch._dynamo.reset()
    print("==", f.__name__)
    compiled = torch.compile(f, backend=backend, **options)
    for given in inputs:
        result = compiled(*given)
        if backend is show:
            print([r for r in result if not isinstance(r, torch.Tensor)])


x, y = torch.ones(6, 4), torch.ones(6, 4)
torch._dynamo.mark_dynamic(x, 0)


def g1(x):
    return x * 2, x.shape[0]


run(g1, (x,), dynamic=True)


def g2(x):
    a, b = x.shape
    k = x.size(0)
    s = x.size()
    c = x.chunk(2)
    return c[0], a + b, k, s, x.shape[0] * 2


run(g2, (x,))


def g3(x):
    y = torch.cat([x, x])
    n = y.shape[0]
    m = y.numel()
    z = torch.zeros(y.shape)
    return z, n, m, y.size(0) + 1, y.stride()


run(g3, (x,))


def g8(x, n):
    return x.view(x.shape[0], 2, 2), x.shape[0] - x.shape[0], n - n, n * 0


run(g8, (x, 3), (x, 4), (x, 5))


def g4(x, n):
    return x + 1, n * 2, n + 1, -n, n // 2


run(g4, (x, 3), (x, 5), (x, 7), (x, 2))


def g5(x, n):
    return x + 1, n * 2, n + 1


run(g5, (x, 3), (x, 5), (x, 7), (x, 2))


def g6(x, n):
    if n * 2 > 7: return x + 1, n
    return x - 1, n * 2 + 1


run(g6, (x, 3), (x, 5), (x, 7), (x, 2))


def g7(x, s, b, f):
    return x + 1, s + "a", b, f * 2, f + 1


run(g7, (x, "q", True, 1.5), (x, "r", False, 2.5), (x, "zz", True, 3.5))


def h1(x, y, n):
    pt = P(torch.where(y > 0, y, y), (n * 2))
    x = x + pt.a.sum() * pt.b
    s = f'{n} {n}'
    x = x + len(s)
    return (x,)


run(h1, (torch.ones(4, 4), torch.ones(4, 4), 3), dynamic=True)


def h2(x, y, n):
    q = n * 2
    x = x + y.sum()
    return (x * q,)


run(h2, (torch.ones(4, 4), torch.ones(4, 4), 3), dynamic=True)


def h6(x, y, n):
    y = y * y.shape[0]
    k = x.shape[1] * 2
    z = torch.zeros(x.shape)
    w = torch.ones(x.shape[0])
    u = x.unflatten(1, (2, 2))
    return y + x, k, torch.zeros(x.shape)


run(h6, (torch.ones(4, 4), torch.ones(4, 4), 3), dynamic=True)


def h7(x, y, n):
    s = f'{n}'
    q = n * 1
    return (x * q + n * 2 + len(s),)


run(h7, (torch.ones(4, 4), torch.ones(4, 4), 3), dynamic=True)


def d_split(x):
    return x.split(x.shape[0] // 2)


run(d_split, *[(torch.ones(n, 4),) for n in (4, 6, 8, 5)])


TEXTS = [("a",), ("b",), ("c",)]


def c1(a, s):
    return s, a + 1


run(c1, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def c2(a, s):
    return a + 1, s


run(c2, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def c3(a, s):
    return s, torch.sin(a)


run(c3, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def c5(a, s):
    t = (s, a.sin())
    return t


run(c5, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def c6(a, s):
    torch._dynamo.graph_break()
    return s, a.sin()


run(c6, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def c7(a, s):
    torch._dynamo.graph_break()
    return a.sin(), s


run(c7, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def c8(a, s):
    torch._dynamo.graph_break()
    return s, a.sin()


run(c8, *[(torch.ones(3), *given) for given in [(1,), (2,), (3,)]], backend=count)


def c9(a, s):
    torch._dynamo.graph_break()
    t = a.sin()
    return s, t


run(c9, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def d1(a, s):
    a.add_(1)
    return s, s


run(d1, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def d2(a, s):
    return [s, a + 1]


run(d2, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def d3(a, s):
    return {"k": s, "t": a + 1}


run(d3, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def d4(a, s):
    return (a + 1, (s, a + 2))


run(d4, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def d5(a, s):
    return ((s, a + 2), a + 1)


run(d5, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def d6(a, s):
    t = (s, a + 1)
    return a + 2


run(d6, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def d7(a, s):
    return (1, s, a + 1)


run(d7, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def d8(a, s):
    return (s, a)[0], a + 1


run(d8, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def d9(a, s):
    return a + 1, [s, s]


run(d9, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def d10(a, s):
    return (s, 1), a + 1


run(d10, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def d11(a, s):
    t = (s, a + 1)
    torch._dynamo.graph_break()
    return t


run(d11, *[(torch.ones(3), *given) for given in TEXTS], backend=count)


def b1(x, n):
    torch._dynamo.graph_break()
    return x * 2, n


run(b1, *[(torch.ones(3), given) for given in (5, 2, 3)], backend=count)


def b2(x, n):
    torch._dynamo.graph_break()
    return x * 2, n + 1


run(b2, *[(torch.ones(3), given) for given in (5, 2, 3)], backend=count)


def b3(x, n):
    torch._dynamo.graph_break()
    return x * 2, [n]


run(b3, *[(torch.ones(3), given) for given in (5, 2, 3)], backend=count)


def b4(x, s):
    torch._dynamo.graph_break()
    return x * 2, s


run(b4, *[(torch.ones(3), given) for given in "abc"], backend=count)


# A list or dict that is changed and written back: its plain items count up to the first tensor.
def go_on(f, *inputs):
    for makers in inputs:
        run(f, *[(torch.ones(3), make()) for make in makers], backend=count)


L = [lambda n=n: [n, n * 2, torch.ones(3)] for n in (3, 5, 7)]
S = [lambda n=n: [n, "x" * n] for n in (3, 5, 7)]
D = [lambda n=n: {"b": n, "s": "x" * n} for n in (3, 5, 7)]


def l1(x, l):
    l.append(x + 1)
    return x + 2


go_on(l1, L, S)


def l2(x, l):
    l[0] = x + 1
    return x + 2


go_on(l2, L, S)


def l3(x, l):
    l.insert(0, x)
    return x + 2


go_on(l3, L, S)


def l4(x, l):
    l.pop()
    return x + 2


go_on(l4, L, S)


def l5(x, l):
    l.reverse()
    return x + 2


go_on(l5, L, S)


def l6(x, l):
    l += [x]
    return x + 2


go_on(l6, L)


def l7(x, l):
    del l[0]
    return x + 2


go_on(l7, L, S)


def l8(x, l):
    l.extend([x, x])
    return x + 2


go_on(l8, S)


def m1(x, d):
    d["z"] = x + 1
    return x + 2


go_on(m1, D)


def m2(x, d):
    d.pop("s")
    return x + 2


go_on(m2, D)


def m3(x, d):
    del d["s"]
    return x + 2


go_on(m3, D)


def m4(x, d):
    d.update(t=x)
    return x + 2


go_on(m4, D)


def m5(x, d):
    d.setdefault("t", x)
    return x + 2


go_on(m5, D)


def m6(x, d):
    d.clear()
    return x + 2


go_on(m6, D)


def m7(x, d):
    d["s"] = 1
    return x + 2


go_on(m7, D)


def m8(x, d):
    d |= {"q": x}
    return x + 2


go_on(m8, D)


def m9(x, d):
    d.setdefault("b", x)
    return x + 2


go_on(m9, D)
