import torch, math
def names(gm): return " ".join(getattr(n.target, "__name__", str(n.target)) for n in gm.graph.nodes if "call" in n.op)
def run(name, fn, *calls, dynamic=None):
    torch._dynamo.reset()
    log = []
    def b(gm, ex):
        log.append(names(gm))
        return gm.forward
    c = torch.compile(fn, backend=b, dynamic=dynamic)
    for a in calls:
        try: c(*a)
        except Exception as e: log.append(type(e).__name__ + str(e)[:100])
        log.append("|")
    print(name, log)
x = torch.ones(2, 2)
y = torch.ones(3)
z = torch.ones(4)
w = torch.ones(5)
for d in (None,):
    run("t", lambda x, y: (x + 1, y), (x, y), (x, z), (x, w), dynamic=d)
    run("i", lambda x, y: (x + 1, y), (x, 1), (x, 2), (x, 3), dynamic=d)
    run("s", lambda x, y: (x + 1, y), (x, "a"), (x, "b"), dynamic=d)
    run("tl", lambda x, y: (x + 1, y), (x, [y]), (x, [z]), (x, [w]), dynamic=d)
    run("td", lambda x, y: (x + 1, y), (x, {"a": y}), (x, {"a": z}), (x, {"b": z}), dynamic=d)
    run("il", lambda x, y: (x + 1, [y]), (x, 1), (x, 2), (x, 3), dynamic=d)
    run("id", lambda x, y: (x + 1, {"k": y}), (x, 1), (x, 2), (x, 3), dynamic=d)
    run("lst", lambda x, y: [x + 1, y], (x, 1), (x, 2), (x, 3), dynamic=d)
    run("dct", lambda x, y: {"a": x + 1, "b": y}, (x, 1), (x, 2), (x, 3), dynamic=d)
    run("sl", lambda x, y: [x + 1, y], (x, "a"), (x, "b"), dynamic=d)
    def br(x, l):
        x = x + 1
        torch._dynamo.graph_break()
        return x * 2, l
    run("br", br, (x, [1, 2]), (x, [2, 3]), (x, [4]), dynamic=d)
    run("bri", br, (x, 1), (x, 2), (x, 3), dynamic=d)
    run("brt", br, (x, y), (x, z), (x, w), dynamic=d)
    def br2(x, l):
        x = x + 1
        l.append(x)
        torch._dynamo.graph_break()
        return x * 2
    run("br2", br2, (x, [1, 2]), (x, [2, 3]), (x, [4]), dynamic=d)
    def setl(x, l):
        l[0] = x
        return x + 1
    run("setl", setl, (x, [1, 2]), (x, [1, 3]), (x, [1, 4]), dynamic=d)
    run("setd", lambda x, l: l.update(a=x + 1), (x, {"b": 1, "a": 0}), (x, {"b": 2, "a": 5}), (x, {"b": 3, "a": 6}),
        dynamic=d)
    class O: pass
    def seto(x, o, n):
        o.v = n
        return x + 1
    run("seto", seto, (x, O(), 1), (x, O(), 2), (x, O(), 3), dynamic=d)
    def clos(x, n):
        def f(): return n
        return x + 1, f
    run("clos", clos, (x, 1), (x, 2), (x, 3), dynamic=d)
    def nt(x, l):
        l = list(l)
        l.append(3)
        return x + 1
    run("nt", nt, (x, [1, 2]), (x, [2, 3]), dynamic=d)
    run("log", lambda x, n: x * math.log(n), (x, 3), (x, 4), (x, 5))
    run("exp", lambda x, n: x * math.exp(n), (x, 3.5), (x, 4.5), (x, 5.5))
    run("pow", lambda x, n: x * math.pow(n, 2), (x, 3.5), (x, 4.5), (x, 5.5))
    def o(x, n):
        o = O()
        o.n = n
        return x + 1, o
    run("objn", o, (x, 1), (x, 2), (x, 3))
class O: pass
def o1(n):
    o = O()
    o.n = n
    return o
def seto2(x, o):
    o.v = o.n
    return x + 1
def setdi(x, d):
    d["q"] = x
    return x + 1
def inc(x, o):
    o.n += 1
    return x + 1
def ml(x, l):
    l.sort()
    return x + 1
def dele(x, d):
    del d["a"]
    return x + 1
def tl(x, l):
    l.append(x)
    return x + 1
def gl(x, n):
    global GG
    GG = n
    return x + 1
def tup(x, n): return x + 1, (n, [n])
def dd(x, d): return x + 1, d
def yy(x, o): return x + 1, o
def ff(x, f): return x + 1, f
def cl():
    n = 0
    def f(x, m):
        nonlocal n
        n = m
        return x + 1
    return f
run("seto2", seto2, (x, o1(1)), (x, o1(2)), (x, o1(3)))
run("setdi", setdi, (x, {"a": 1}), (x, {"a": 2}), (x, {"a": 3}))
run("inc", inc, (x, o1(1)), (x, o1(2)), (x, o1(3)))
run("ml", ml, (x, [1, 3]), (x, [1, 4]))
run("dele", dele, (x, {"a": 1, "b": 2}), (x, {"a": 1, "b": 3}), (x, {"a": 2, "b": 5}))
run("tl", tl, (x, [y]), (x, [z]), (x, [torch.ones(7)]))
run("gl", gl, (x, 1), (x, 2), (x, 3))
run("tup", tup, (x, 1), (x, 2), (x, 3))
run("ddk", dd, (x, {"a": 1}), (x, {"a": 2}), (x, {"a": 3, "b": 4}))
run("oo", yy, (x, o1(1)), (x, o1(2)), (x, o1(z)))
run("ff", ff, (x, lambda: 1), (x, lambda: 2))
run("cl", cl(), (x, 1), (x, 2), (x, 3))
run("no", lambda x, y: x + 1, (x, y), (x, z))
run("yield", lambda x, y: [x + 1, [y]], (x, 1), (x, 2), (x, 3))
