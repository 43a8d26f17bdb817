# feature: sizes, numbers and containers as arguments: compilations and operations while they change
# seed: none
import torch, math, numbers, collections.abc, itertools, collections, typing
import torch.nn as nn
import torch.nn.functional as F
from collections import namedtuple, OrderedDict, defaultdict, deque, Counter
from typing import NamedTuple, Optional, List, Dict
CASES = []
def T(*s):
    torch.manual_seed(1)
    return torch.randn(*(s or (3, 4)))
def case(*makers):
    def deco(f):
        CASES.append((f.__name__, (lambda: f), makers or (lambda: (T(),),)))
        return f
    return deco
def build(*makers):
    def deco(f):
        CASES.append((f.__name__, f, makers or (lambda: (T(),),)))
        return f
    return deco
def show(v):
    if isinstance(v, torch.Tensor):
        return "T" + str(list(v.shape)) + str([round(float(a), 3) + 0.0
                                               for a in v.detach().double().reshape(-1)[:6].tolist()])
    if isinstance(v, (list, tuple)) :
        return type(v).__name__ + "(" + ",".join(show(a) for a in v) + ")"
    if isinstance(v, (set, frozenset)):
        return type(v).__name__ + str(sorted(show(a) for a in v))
    if isinstance(v, dict):
        return type(v).__name__ + "{" + ",".join(show(k) + ":" + show(a) for k, a in v.items()) + "}"
    if isinstance(v, (int, float, str, bool, type(None), range, slice, bytes, torch.Size, torch.dtype)):
        return repr(v)
    if hasattr(v, "__dict__"):
        return type(v).__name__ + show(vars(v)) if not isinstance(v, type) and not callable(v) else type(v).__name__
    return type(v).__name__
CONFIGS = {}
def names(gm):
    out = []
    for n in gm.graph.nodes:
        if n.op == "call_function":
            out.append(getattr(n.target, "__name__", str(n.target)))
        elif n.op == "call_method":
            out.append("." + n.target)
        elif n.op == "call_module":
            out.append("@" + str(n.target))
    return " ".join(out)
def one(fn, args):
    try:
        return show(fn(*args)) + " <- " + (show(list(args)) if not isinstance(args, dict) else "")
    except Exception as e:
        return "EXC " + type(e).__name__ + ": " + str(e).split("\n")[0][:90]
def main():
    for name, make, makers in CASES:
        torch._dynamo.reset()
        fn = make()
        eager = [one(fn, m()) for m in makers]
        log = []
        def backend(gm, ex):
            log.append(names(gm))
            return gm.forward
        fn = make()
        try:
            c = torch.compile(fn, backend=backend, **CONFIGS.get(name, {}))
        except Exception as e:
            print(name, "NOCOMPILE", type(e).__name__, str(e)[:80])
            continue
        marks = []
        got = []
        for m in makers:
            a = m()
            got.append(one(c, a))
            marks.append(list(log))
            log.clear()
        line = name + " " + str([[len(g.split()) for g in m] for m in marks])
        for i, m in enumerate(marks):
            for g in m:
                line += "\n    %d: %s" % (i, g)
        if got != eager:
            bad = [(g, e) for g, e in zip(got, eager) if g != e][0]
            line += "\n    DIFF got " + bad[0] + "\n         want " + bad[1]
        print(line)
        torch._dynamo.reset()
        fn = make()
        try:
            torch.compile(fn, backend="eager", fullgraph=True)(*makers[0]())
        except Exception as e:
            t = str(e).strip().split("\n")
            print("    full:", type(e).__name__, "|", t[0][:100])
            for l in t:
                if "TORCHDYNAMO_VERBOSE" not in l and ("gb/gb" in l):
                    print("       ", l.strip().split("/gb/")[-1][:170])

        torch._dynamo.reset()
        log.clear()
        fn = make()
        c = torch.compile(fn, backend=backend, dynamic=True)
        res = []
        marks = []
        for m in makers:
            res.append(one(c, m()))
            marks.append(list(log))
            log.clear()
        print("    dyn:", [[len(g.split()) for g in m] for m in marks], "" if res == eager else "DIFF")
        for i, m in enumerate(marks):
            for g in m:
                print("    d%d: %s" % (i, g))
# unspec / dynamic / recompiles
@case(lambda: (T(), 1), lambda: (T(), 2), lambda: (T(), 3), lambda: (T(), 0))
def u1(x, n): return x * n
@case(lambda: (T(), 1.5), lambda: (T(), 2.5), lambda: (T(), 3.5))
def u2(x, f): return x * f + math.floor(f) if f > 1 else x
@case(lambda: (T(3),), lambda: (T(4),), lambda: (T(1),), lambda: (T(0),), lambda: (T(9),))
def u3(x): return x.view(-1, 1) * 2 + x.shape[0]
@case(lambda: (T(3), T(3)), lambda: (T(4), T(4)), lambda: (T(4), T(1)), lambda: (T(5), T(5)))
def u4(x, y): return x + y
@case(lambda: (T(3, 4), T(4, 5)), lambda: (T(6, 4), T(4, 7)), lambda: (T(2, 8), T(8, 9)))
def u5(x, y): return x @ y
@case(lambda: (T(3, 4), 1), lambda: (T(6, 4), 2), lambda: (T(6, 4), 3))
def u6(x, n):
    if x.shape[0] > 4: return x + n
    return x - n
@case(lambda: (T(4),), lambda: (T(6),), lambda: (T(8),), lambda: (T(7),))
def u7(x):
    if x.shape[0] % 2 == 0: return x.reshape(2, -1)
    return x
@case(lambda: (T(4), [1, 2]), lambda: (T(4), [1, 3]), lambda: (T(4), [1, 4]))
def u8(x, l): return x + l[1]
@case(lambda: (T(4), {"k": 1}), lambda: (T(4), {"k": 2}), lambda: (T(4), {"k": 3}))
def u9(x, d): return x + d["k"]
class O:
    def __init__(s, v): s.v = v
@case(lambda: (T(4), O(1)), lambda: (T(4), O(2)), lambda: (T(4), O(3)))
def u10(x, o): return x + o.v
@case(lambda: (T(4), True), lambda: (T(4), False), lambda: (T(4), 1))
def u11(x, b): return x + b
@case(lambda: (T(4), "a"), lambda: (T(4), "b"), lambda: (T(4), "a"))
def u12(x, s): return x + len(s)
@case(lambda: (T(4), torch.float32), lambda: (T(4), torch.float64))
def u13(x, d): return x.to(d)
@case(lambda: (T(4),), lambda: (T(4).double(),), lambda: (T(4).requires_grad_(),), lambda: (T(4, 1),))
def u14(x): return x + 1
@case(lambda: (T(4, 3),), lambda: (T(3, 4).t(),), lambda: (T(4, 6)[:, ::2],))
def u15(x): return x + 1, x.is_contiguous()
@case(lambda: (T(4), T(4)), lambda: (lambda t: (t, t))(T(4)))
def u16(x, y): return x + y if x is not y else x * 3
@case(lambda: (T(4), None), lambda: (T(4), 3), lambda: (T(4), T(4)), lambda: (T(4), None))
def u17(x, o): return x if o is None else x + o
@case(lambda: (T(4), (1, 2)), lambda: (T(4), (1, 2, 3)), lambda: (T(4), (2, 2)))
def u18(x, t): return x * sum(t)
@case(lambda: (T(5), 2), lambda: (T(6), 3), lambda: (T(7), 4))
def u19(x, n): return x[:n], x[n:], x[n], x[-n:], x[::n]
@case(lambda: (T(5), 2), lambda: (T(6), 3), lambda: (T(7), 4))
def u20(x, n): return x.new_empty(n).shape, x.expand(n, -1), torch.zeros(n, x.shape[0]), n * x.shape[0] // 2 + x
@case(lambda: (T(5), 2), lambda: (T(6), 3), lambda: (T(7), 4))
def u21(x, n): return [x * i for i in range(n)]
@case(lambda: (T(5), 2), lambda: (T(6), 3), lambda: (T(7), 4))
def u22(x, n):
    s = str(n)
    k = f"k{n}"
    return x + len(s) + len(k)
@case(lambda: (T(5), 2), lambda: (T(6), 3), lambda: (T(7), 4))
def u23(x, n): return x + {1: 5, 2: 6, 3: 7}.get(n, 0)
@case(lambda: (T(5), 2), lambda: (T(6), 3), lambda: (T(7), 4))
def u24(x, n): return x + [1, 2, 3, 4, 5][n]
@case(lambda: (T(5), 2), lambda: (T(6), 3), lambda: (T(7), 4))
def u25(x, n): return x + max(n, 3) + min(n, x.shape[0]) + abs(-n) + n ** 2 + n % 2 + n // 2 + n / 2 - (-n)
@case(lambda: (T(5), 2), lambda: (T(6), 3), lambda: (T(7), 4))
def u26(x, n):
    assert n > 1
    if n == 3: x = x + 1
    elif n > 3: x = x + 2
    while n > 0:
        n -= 1
        x = x + 1
    return x
@case(lambda: (T(2, 6),), lambda: (T(2, 8),), lambda: (T(3, 10),))
def u27(x):
    b, n = x.shape
    return x.view(b, 2, n // 2).transpose(1, 2).reshape(b, -1), x.numel() // b, x.size(-1) * 2
@case(lambda: (T(2, 6),), lambda: (T(2, 8),), lambda: (T(3, 10),))
def u28(x):
    return x.flatten().unsqueeze(0), torch.cat([x, x],
                                               1).shape[1], torch.stack([x,
                                                   x]).size(), x.sum(0).shape, len(x), list(x.shape), tuple(x.size())
@case(lambda: (T(2, 6),), lambda: (T(2, 8),), lambda: (T(3, 10),))
def u29(x):
    return x.mean(1,
                  keepdim=True).expand_as(x), x.new_zeros(x.shape), torch.ones_like(x), torch.arange(
                      x.shape[1]), x.repeat(1, 2), F.pad(x, (0, 1)), x.roll(1, 0)
@case(lambda: (T(2, 6),), lambda: (T(2, 8),), lambda: (T(3, 10),))
def u30(x):
    return F.softmax(x,
                     -1) @ x.T, x.pow(x.shape[0]), x / x.size(1) ** 0.5, math.sqrt(x.shape[1]) * x, x * float(
                         x.shape[0]), x + int(x.shape[1] / 2)
@case(lambda: (T(2, 6),), lambda: (T(2, 8),), lambda: (T(3, 10),))
def u31(x):
    n = x.shape[1]
    m = torch.tril(torch.ones(n, n)).bool()
    return (x.unsqueeze(1) * x.unsqueeze(2)).masked_fill(~m, float("-inf"))
@case(lambda: (T(2, 6),), lambda: (T(2, 8),), lambda: (T(3, 10),))
def u32(x): return [a.sum() for a in x], [i for i, _ in enumerate(x)], sum(1 for _ in x)
@case(lambda: (T(2, 6),), lambda: (T(2, 8),), lambda: (T(3, 10),))
def u34(x):
    return x.view(x.shape[0], -1, 2), x.view(*x.shape[:1], 2, -1), x.reshape(x.shape), x.view(-1), x.size() == (2, 6)
@case(lambda: (T(2, 6), 6), lambda: (T(2, 8), 8), lambda: (T(3, 10), 10))
def u35(x, n): return x + n if x.shape[1] == n else x - n
@case(lambda: ([T(2), T(3)],), lambda: ([T(4), T(5)],), lambda: ([T(4), T(4)],))
def u36(l): return [a * 2 for a in l], torch.cat(l)
@case(lambda: (T(4), T(4)), lambda: (T(5), T(5)), lambda: (T(6), T(6)), lambda: (T(6), T(1)))
def u37(x, y): return x * y, x.shape == y.shape, x.size(0) - y.size(0)
@case(lambda: (T(1, 4),), lambda: (T(2, 4),), lambda: (T(3, 4),), lambda: (T(1, 4),))
def u38(x): return x.squeeze(0), x.expand(x.shape[0], 4)
@case(lambda: (T(2, 4), slice(0, 1)), lambda: (T(2, 4), slice(0, 2)), lambda: (T(2, 4), slice(1, 2)))
def u39(x, s): return x[s]
class Cfg:
    def __init__(self):
        self.attn_layers = ["local", "lsh", "local"]
        self.lsh = 64
        self.local = 32
def min_len(c):
    t = c.attn_layers
    if len(set(t)) == 1 and t[0] == "lsh": return c.lsh
    elif len(set(t)) == 1: return c.local
    elif len(set(t)) == 2 and set(t) == {"lsh", "local"}: return min(c.lsh, c.local)
    raise NotImplementedError(str(t))
@case(lambda: (Cfg(),))
def r1(c):
    t = torch.empty(10)
    t.fill_(min_len(c))
    return t[0]
def rmap(s, d=0):
    for k, v in s.items():
        if v is not None:
            if isinstance(v, dict): rmap(v)
            else: s[k] = v
@case(lambda: (T(), T(), {"l": {"k": T()}}))
def r3(a, b, v):
    x = a / (torch.abs(a) + 1)
    if v is not None: rmap(v)
    return x * b
@case()
def r4(x):
    with torch.enable_grad():
        a = torch.sin(x)
        print(end="")
        c = torch.sigmoid(a)
    return c
@case(lambda: ((T(), (T(), T())),), lambda: ((T(), T()),))
def r5(args): return torch.ones(()), args[0] * 2
@case()
def r6(x): return torch.ops.aten.absolute(x)
@case()
def r7(x):
    if not isinstance(x, (int, torch.Tensor)):
        raise ValueError(str.format("{0} is not {1}", type(x), int))
    isinstance(torch.bfloat16, torch.dtype)
    return x * 1
@case(lambda: ({"args": [T(5, 5), T(5, 6), T(5, 7)]},), lambda: ({"args": [T(5, 5)]},))
def r8(t): return [x[1].shape for x in zip(itertools.count(), t["args"])]
class MIt(nn.Module):
    def forward(self, x):
        z = {"my": 1, "const": 2}
        tot = 0
        for k in z: tot += z[k]
        return tot
@build(lambda: (torch.tensor([0]),))
def r9(): return MIt()
class MSl(nn.Module):
    def forward(self, l):
        x = l[1:3]
        for i in range(3):
            z = torch.abs(torch.ones(4)) + i
            x[0] = z
        return x
@build(lambda: ([T(4)] * 4,))
def r10(): return MSl()
class VV:
    def __init__(s): s._value = T()
class JD:
    def __init__(s): s._jt = {"a": VV(), "b": VV()}
@case(lambda: (T(), JD()))
def r11(a, dt):
    k = list(dt._jt.keys())
    return torch.cos(dt._jt[k[0]]._value) + torch.sin(a) + torch.sigmoid(dt._jt[k[0]]._value)
@case()
def r12(x):
    def fn(x): return torch.zeros(2, x.shape[0]).to(x)
    return fn(x) + 1
class Foo_:
    def __init__(self): self._p = {"a": T()}
    def items(self): return self._p.items()
@case(lambda: (T(), Foo_()))
def r13(x, f):
    for k, v in f.items(): x = x + v
    return x
@case()
def r14(x):
    l = []
    def cb(v): l.append(v)
    for i in range(3): cb(x + i)
    return l[-1], len(l)
@case()
def r15(x):
    a = x.detach().clone()
    a[0, 1:] = 5
    a[a > 2] = 0
    a[:, 0] += 1
    a[..., -1] *= 2
    return a
@case(lambda: (T(), [1, 2]), lambda: (T(), [1, 2, 3]))
def r16(x, l):
    x = x.reshape(-1)
    for i in l: x = x + i
    l.clear()
    return x
@case()
def r17(x):
    y = x.clone()
    for i, (a, b) in enumerate(zip(x, y)): b.add_(i)
    return y
@case(lambda: (T(), None), lambda: (T(), T()), lambda: (T(), None))
def r18(x, m=None): return x if m is None else x * m
@case(lambda: (T(), "a"), lambda: (T(), "b"), lambda: (T(), "a"))
def r19(x, s): return getattr(torch, {"a": "sin", "b": "cos"}[s])(x)
@case()
def r20(x):
    return torch.nn.functional.pad(x, (1, 1)), F.one_hot(torch.tensor([0, 2]), 3), F.softmax(x, -1, dtype=torch.float64)
@case()
def r21(x):
    r = x
    for l in [lambda v: v + 1, torch.relu, F.gelu, nn.functional.silu, torch.Tensor.sin]: r = l(r)
    return r
@case()
def r22(x):
    fs = [lambda v, i=i: v + i for i in range(3)]
    gs = [lambda v: v * i for i in range(3)]
    return sum(f(x) for f in fs) + sum(g(x) for g in gs)
@case()
def r23(x):
    def outer():
        n = 0
        def inc():
            nonlocal n
            n += 1
            return n
        return inc
    f = outer()
    f()
    f()
    return x * f()
GL = [0]
GD = {"k": 1}
GN = 3
@case()
def r24(x):
    global GN
    GN += 1
    GL.append(2)
    GD["z"] = 4
    return x * GN + GL[-1]
@case()
def r25(x): return eval("x + 1")
@case()
def r27(x):
    import torch.nn.functional as FF
    return FF.relu(x)
@case(lambda: (T(), 3), lambda: (T(), 4), lambda: (T(), 5))
def r28(x, n):
    return x.repeat(n, 1), x.new_zeros(n, n + 1), torch.arange(n), x.expand(n, 3, 4), torch.full((n,), n)
@case(lambda: (T(4, 4), 0), lambda: (T(4, 4), 1), lambda: (T(4, 4), -1))
def r30(x, d): return x.sum(d), x.transpose(0, d), x.size(d), x.select(d, 0)
@case()
def r32(x): return torch.tensor([x[0, 0], x[0, 1]]) if False else torch.stack([x[0, 0], x[0, 1]])
@case(lambda: (T().requires_grad_(),))
def r34(x):
    y = x.detach()
    z = (x * 2).requires_grad
    return y + 1, z, x.is_leaf, x.grad_fn is None
@case()
def r35(x):
    return x.type(), x.type(torch.float64), x.to("cpu"), x.to(torch.int32), x.double(), x.long(), x.bool(
        ), x.type_as(x.double())
@case()
def r36(x):
    torch._check(x.shape[0] > 1)
    torch._check(x.dim() == 2, lambda: "no")
    return x + 1
@case()
def r37(x):
    return torch.where(x > 0, x, 0.0), torch.clamp(x, min=0), x.masked_fill(x > 0, 1), torch.max(x,
        dim=1)[0], x.max(1).values, x.topk(2).indices
@case()
def r38(x):
    v, i = torch.sort(x)
    m = torch.max(x, 1)
    a, b = torch.std_mean(x)
    return v, m.values, m.indices, a + b, torch.unbind(x)[1], torch.meshgrid(x[0], x[1], indexing="ij")[0]
@case()
def r39(x):
    return torch.einsum("ij,kj->ik", x, x), torch.tensordot(x, x, dims=([1], [1])), x @ x.T, torch.bmm(x[None],
        x.T[None])
@case()
def r41(x):
    y = x + 1
    print("x", end="") if False else None
    z = y * 2
    torch._dynamo.graph_break()
    return z, y
@case()
def r42(x):
    y = x + 1
    torch._dynamo.graph_break()
    y = y + 1
    torch._dynamo.graph_break()
    return y
@case()
def r43(x):
    if x.sum() > 100: return x + 1
    else: return x - 1
@case(lambda: (T(),), lambda: (-T().abs(),))
def r44(x):
    y = x * 2
    if y.sum() > 0: y = y + 1
    return y * 3
@case()
def r45(x):
    for i in range(3):
        x = x + 1
        if x.sum() > 1000: break
    return x
@case()
def r46(x):
    n = int(x.sum())
    return x + n
@case()
def r47(x):
    l = x.tolist()
    return x + l[0][0]
@case()
def r48(x):
    return x + float(x[0, 0]) + x.shape[0]
@case()
def r49(x):
    a = x.numpy()
    return torch.from_numpy(a) + 1
@case()
def r50(x):
    while x.sum() < 100: x = x + 10
    return x

main()
