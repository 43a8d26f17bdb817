"""Where a frame is left when its break cannot be resumed from: before a `try`, a program's own context manager
or a comprehension; closures behind a break; and what calls of functions made here look at."""
import contextlib
import torch
import torch._dynamo


def backend(gm, example_inputs):
    print("  graph", [n.name for n in gm.graph.nodes if n.op != "output"])
    return gm.forward


def brk(x):
    torch._dynamo.graph_break()
    return x + 1


@contextlib.contextmanager


def ctx(n):
    yield n + 1


class O:
    pass


def ob(v):
    o = O()
    o.v = v
    return o


def a7_s1(x, y):
    x = x.sin()
    x = x.cos()
    try:
        x = brk(x)
    except ValueError:
        pass
    return x * 2


def a7_s2(x, y):
    x = x.sin()
    try:
        x = brk(x)
    except ValueError:
        pass
    return x * 2


def a7_s3(x, y):
    x = x.sin()
    x = x.cos()
    with ctx(1) as c:
        x = brk(x)
    return x * 2


def a7_s4(x, y):
    x = x.sin()
    x = x.cos()
    for i in range(3):
        x = brk(x)
    return x * 2


def a7_s6(x, y):
    x = x.sin()
    x = x.cos()
    i = 0
    while i < 2:
        try:
            x = brk(x)
        except ValueError: pass
        i += 1
    return x * 2


def a7_s7(x, y):
    with torch.no_grad():
        x = x.sin()
        x = x.cos()
        try:
            x = brk(x)
        except ValueError: pass
    return x * 2


def a7_s8(x, y):
    x = x.sin()
    l = []
    x = x.cos()
    l.append(x)
    try:
        l.append(brk(x))
    except ValueError: pass
    return l[0] + l[1]


def a7_s14(x, y):
    a = x.sin() + x.cos()
    for i in range(2):
        with ctx(1) as c:
            if x.sum() > 0: a = a + 1
    return a + 1


def a7_s15(x, y):
    a = x.sin() + x.cos()
    with ctx(1) as c:
        a = a + c
    try:
        if a.sum() > 0: a = a + 1
    except ValueError: pass
    return a + 1


def a7_s18(x, y):
    a = x.sin() + x.cos()
    b = a * 2
    if y.sum() < 100:
        try:
            a = brk(a)
            return a
        finally:
            b = b + 1
    return a + b


def d1_c1(x, y):
    a = x.sin() + x.cos()
    b = [t + brk(t) for t in [a, x]]
    return b[0] + b[1]


def d1_c4(x, y):
    a = x.sin()
    return sum([brk(t) for t in [x, y]]) + a


def d1_c5(x, y):
    d = {k: brk(t) for k, t in {"a": x, "b": y}.items()}
    return d["a"] * d["b"]


def d1_c7(x, y):
    b = [t.item() for t in x]
    return x + b[0]


def d1_c8(x, y):
    b = [[brk(t) for t in (x, u)] for u in [x, y]]
    return b[0][0] + b[1][1]


def d1_c9(x, y):
    for i in range(2):
        b = [brk(t) for t in [x, y]]
        x = x + b[0]
    return x


def d1_c15(x, y):
    z = x * 2
    [print(i) for i in range(2)]
    return z + 1


def helper(x, y):
    b = [brk(t) for t in [x, y]]
    return b[0] + 1


def d1_c18(x, y):
    z = x.sin()
    return helper(z, y) + 2


def d1_c20(x, y):
    b = [u := brk(t) for t in [x, y]]
    return u + b[0]


def d1_c23(x, y):
    f = lambda t: t + y
    b = [brk(f(t)) for t in [x, y]]
    return b[0] + 1


def d3_k1(x, y):
    z = x + 1
    b = {k: brk(t) for k, t in [("a", x), ("b", y)]}
    return b["a"] + z


def d3_k4(x, y):
    z = x + 1
    b = [brk(t) if t.sum() > 0 else t for t in [x, y]]
    return z + b[0]


def d3_k9(x, y):
    z = x + 1
    b = [(lambda u: brk(u) + t)(t) for t in [x, y]]
    return z + b[0]


def d3_k13(x, y):
    z = x + 1
    b = [[brk(u) for u in [t]] for t in [x, y]]
    c = [u + 1 for u in b[0]]
    return z + c[0]


def d3_k15(x, y):
    z = x.sin().cos()
    s = {len(str(t)) for t in [x, y]}
    return z + len(s)


def d3_k17(x, y):
    z = x + 1
    b = [brk(t) for t in [x, y] if t.sum() > -5]
    return z + b[0]


def d3_k22(x, y):
    z = x + 1
    b = [brk(i + t) for i, t in enumerate([x, y])]
    return z + b[0]


def d3_k25(x, y):
    z = x + 1
    b = [brk(t) for t in (x, y)][0] + [brk(t) for t in (x, y)][1]
    return z + b


def d3_k27(x, y):
    z = x + 1
    for i in range(2):
        b = [brk(t) for t in (x, y)]
        z = z + b[0]
    return z + 1


def a3_g1(x, y):
    def h(t): return t - y
    return h(x)


def a3_g10(x, y):
    def h(t, u=y): return t - u
    return h(x)


def a3_g13(x, y):
    l = [y]
    def h(t): return t - l[0]
    return h(x)


def a3_g21(x, y):
    torch._dynamo.graph_break()
    x = x + 1
    def g(t): return t * 2 + y
    return g(x)


def a3_g22(x, y):
    torch._dynamo.graph_break()
    x = x + 1
    x = x.sin()
    g = lambda t: t * 2 + y
    x = x + 2
    return g(x)


def a3_g24(x, y):
    torch._dynamo.graph_break()
    x = x + y
    z = y.sin()
    x = x + sum(i * y for i in [x])
    return x.sin()


def a3_g26(x, y):
    torch._dynamo.graph_break()
    z = x.sum() * 2
    def g(t): return t * 2 + y
    return g(z)


def a2_f3(x, y):  # local cell
    z = y + 1
    torch._dynamo.graph_break()
    def g(t): return t * 2 + z
    return g(x) + 1


def a2_f6(x, y):  # g also before
    def h(t): return t - y
    x = h(x)
    torch._dynamo.graph_break()
    def g(t): return t * 2 + y
    return g(x) + 1


def a2_f13(x, y):  # nonlocal
    n = 0
    torch._dynamo.graph_break()
    def h(t):
        nonlocal n
        n += 1
        return t - y + n
    return h(x) + y + n


def a2_f16(x, y):  # stored after break
    torch._dynamo.graph_break()
    y = y + 1
    def g(t): return t * 2 + y
    return g(x)


def a2_f17(x, *y):
    torch._dynamo.graph_break()
    def g(t): return t * 2 + y[0]
    return g(x)


def a2_f18(x, y):
    torch._dynamo.graph_break()
    x = x + y
    torch._dynamo.graph_break()
    def g(t): return t * 2 + y
    return g(x)


def b1_f3(x, y, n):
    v1 = x
    x = x + 1
    torch._dynamo.graph_break()
    x = x + v1
    return x


def c1_f1(x, n):
    def h(t):
        if t is None: return n
        return t
    return h(x) + 1


def c1_f2(x, n, u=1):
    def h(t, k=n): return t
    return h(x) + 1


def c1_f3(x, l):
    def h(t):
        if t is None: return l
        return t
    return h(x) + 1


def c1_f5(x, n):
    o = O()
    o.n = n
    return x + 1


def c1_f6(x, n):
    l = [n]
    def h(t):
        if t is None: return l
        return t
    return h(x) + 1


def c1_f7(x, o):
    def h(t):
        if t is None: return o
        return t
    return h(x) + 1


def c1_f8(x, n):
    def h(t):
        if t is None: return n
        yield t
    return list(h(x))[0] + 1


def show(f, *calls):
    torch._dynamo.reset()
    print(f.__name__)
    compiled = torch.compile(f, backend=backend)
    for args in calls:
        result = compiled(*args)
        print("  ", result.tolist() if isinstance(result, torch.Tensor) else [r.tolist() for r in result])


a, b = torch.ones(3), torch.full((3,), 2.0)
for f in (
    a7_s1, a7_s2, a7_s3, a7_s4, a7_s6, a7_s7, a7_s8, a7_s14, a7_s15, a7_s18, d1_c1, d1_c4, d1_c5, d1_c7, d1_c8,
    d1_c9, d1_c15, d1_c18, d1_c20, d1_c23, d3_k1, d3_k4, d3_k9, d3_k13, d3_k15, d3_k17, d3_k22, d3_k25, d3_k27,
    a3_g1, a3_g10, a3_g13, a3_g21, a3_g22, a3_g24, a3_g26, a2_f3, a2_f6, a2_f13, a2_f16, a2_f17, a2_f18,
):
    show(f, (a, b))
show(b1_f3, (a, b, 1))
show(c1_f1, (a, 3), (a, 4), (a, 5))
show(c1_f2, (a, 3), (a, 4), (a, 5))
show(c1_f3, (a, [b, 2]), (a, [b, 3]), (a, [b, a, 3]))
show(c1_f5, (a, 3), (a, 4), (a, 5))
show(c1_f6, (a, 3), (a, 4), (a, 5))
show(c1_f7, (a, ob(b)), (a, ob(3)), (a, O()))
show(c1_f8, (a, 3), (a, 4))

explained = torch._dynamo.explain(a7_s1)(a, b)
print(explained.graph_count, explained.graph_break_count, explained.op_count,
      [r.reason for r in explained.break_reasons])
explained = torch._dynamo.explain(d1_c1)(a, b)
print(explained.graph_count, explained.graph_break_count, explained.op_count,
      [r.reason for r in explained.break_reasons])
