# feature: numbers as arguments of operators: which are fixed, which stay symbols; symbolic results computed once
# seed: none
import torch, numbers, collections.abc, collections, typing
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
@case(lambda: (T(3,4),), lambda: (T(5,4),), lambda: (T(6, 4),))
def s1(x): return x.shape[0]
@case(lambda: (T(3,4),), lambda: (T(5,4),), lambda: (T(6, 4),))
def s2(x): return x.shape
@case(lambda: (T(3,4),), lambda: (T(5,4),), lambda: (T(6, 4),))
def s3(x): return [x.size()]
@case(lambda: (T(3,4), 3), lambda: (T(5,4), 4), lambda: (T(6, 4), 5))
def s4(x, n): return n
@case(lambda: (T(3,4), 3), lambda: (T(5,4), 4), lambda: (T(6, 4), 5))
def s5(x, n): return {"a": n, "b": x.size(0)}
@case(lambda: (T(3,4), 3), lambda: (T(5,4), 4), lambda: (T(6, 4), 5))
def s6(x, n): return x
@case(lambda: (T(3,4),), lambda: (T(5,4),), lambda: (T(6, 4),))
def s7(x): return x.chunk(2)[0] + 1, x.split(2)[0], len(x.split(2))
@case(lambda: (T(4,4),), lambda: (T(6,4),), lambda: (T(8, 4),))
def s8(x): return x.chunk(2, 0), x.chunk(3, 1)
@case(lambda: (T(4,4),), lambda: (T(6,4),), lambda: (T(8, 4),))
def s9(x): return x.tensor_split(2), x.unbind(1)[0]
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def s10(x, k): return x.topk(k)[0], x.narrow(0, 0, k), x[:k], x.cumsum(0)[k]
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def s11(x, k): return x.diagonal(k - 4), x.roll(k), x.unfold(0, k, 1), x.flatten(0, k - 3)
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def s12(x, k): return F.one_hot(torch.tensor([0, 1]), k), torch.eye(k), torch.tril(x, k), x.repeat_interleave(k, 0)
@case(lambda: (T(4,4), 2.0), lambda: (T(4,4), 3.0), lambda: (T(4, 4), 4.0))
def s13(x, p): return x.norm(p), F.dropout(x, p / 10, False), x.clamp(max=p), x.pow(p), F.leaky_relu(x, p)
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def s14(x, k):
    return x.view(1, 16).expand(k, -1), torch.linspace(0, 1, k), torch.zeros(k, dtype=torch.int64), torch.rand(k).shape
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def s10(x, k): return x.topk(k)[0]
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def s10b(x, k): return x.narrow(0, 0, k)
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def s10c(x, k): return x[:k]
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def s10d(x, k): return x.cumsum(0)[k]
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def s10e(x, k): return x.select(0, k), x.roll(k), x[k:], x[0, k]
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def s10g(x, k): return torch.tril(x, k)
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def s10h(x, k): return x.repeat_interleave(k, 0)
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def s10i(x, k): return torch.linspace(0, 1, k)
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def s10j(x, k): return torch.rand(k, k), x.new_full((k,), 1), torch.randn(k)
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def s10k(x, k): return x.diagonal(k)
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def s10l(x, k): return x.unfold(0, k, 1)
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def s10m(x, k): return F.pad(x, (k, 0))
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def s10o(x, k): return x.tile(k), x.repeat(k, k), torch.arange(0, k), torch.arange(k, 10)
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def s10p(x, k): return torch.full((2,), k), x.fill_(k), x.sum() * k, torch.tensor(k), x.mul(k), torch.where(x > 0, k, 0)
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def s10q(x, k): return x.chunk(k), 
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def s10s(x, k): return x.kthvalue(k)[0], x.quantile(k / 10), x.std(correction=k)
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def s10t(x, k):
    return x.clamp(0, k), x.pow(k), x ** k, k ** x, x + k, x // k, x % k, x.remainder(k), torch.fmod(x,
        k), x.eq(k), x < k
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def s10v(x, k): return x.as_strided((k, 2), (1, 1)), x.new_zeros(k, 2).size(0), x.reshape(-1)[:k * 2].view(k, 2)
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def k1(x, k): return x + (k - 1), x * (k - 1)
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def k2(x, k):
    x[k - 1] = 0
    return x
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def k3(x, k):
    x[0, k - 1] = 5
    return x
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def k4(x, k):
    x[:k] = 5
    x[0, 0] = k
    return x
@case(lambda: (T(4,4), 2.), lambda: (T(4,4), 3.), lambda: (T(4, 4), 4.))
def k5(x, k): return x + (k - 1), x * (k - 1), x + (-k), x - (-k), x * (k * 2), x / (k * 2)
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def k6(x, k): return x + (k > 1), x * (k > 1), x + k ** 2, x - k ** 2, x + k / 2, x - k / 2
@case()
def k7(x): return nn.ReLU()(x) + nn.ReLU()(x)
@case(lambda: (T(), torch.tensor([0, 1, 0])))
def k8(x, y): return nn.CrossEntropyLoss()(x, y)
@case(lambda: (T(), torch.tensor([0, 1, 0])))
def k9(x, y): return F.cross_entropy(x, y) + nn.CrossEntropyLoss()(x, y) + nn.L1Loss()(x, x)
@build(lambda: (T(2, 3, 4),))
def k10():
    torch.manual_seed(0)
    m = nn.LSTM(4, 4, batch_first=True)
    def f(x):
        y = x * 2
        o, _ = m(y)
        return o + 1
    return f
class ML(nn.Module):
    def __init__(s):
        super().__init__()
        torch.manual_seed(0)
        s.g = nn.GRU(4, 4, batch_first=True)
        s.l = nn.Linear(4, 2)
    def forward(s, x):
        o, h = s.g(x.relu())
        return s.l(o)
@build(lambda: (T(2, 3, 4),))
def k11(): return ML()
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def k12(x, k): return x.kthvalue(k)[0]
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def k13(x, k): return x.quantile(k / 10)
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def k14(x, k): return x.std(correction=k)
@case(lambda: (T(4,4), 2), lambda: (T(4,4), 3), lambda: (T(4, 4), 4))
def k15(x, k): return x.roll(k)
@case(lambda: (T(1, 1, 4,4), 2), lambda: (T(1, 1, 4,4), 3), lambda: (T(1,1,4, 4), 4))
def k16(x, k): return F.max_pool2d(x, k)
@case(lambda: (T(1, 1, 4,4), 2), lambda: (T(1, 1, 4,4), 3), lambda: (T(1,1,4, 4), 4))
def k18(x, k): return F.interpolate(x, size=(k, k))
@case(lambda: (T(4,4), (1, 0)), lambda: (T(4,4), (0, 1)), lambda: (T(4, 4), (1, 0)))
def k22(x, k): return x.permute(k), x.sum(k), x.transpose(*k)
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def p1(x, k): return x.select(0, k)
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def p2(x, k): return x[0, k]
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def p3(x, k): return x[k]
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def p4(x, k): return x[:, k]
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def p5(x, k): return x[k:]
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def p6(x, k): return x[0, k:]
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def p7(x, k): return x[k, None], x[..., k]
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def p8(x, k):
    x[k] = 1
    return x
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def p9(x, k):
    x[:, k] = 1
    return x
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def p10(x, k):
    x[0, k] = 1
    return x
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def p11(x, k):
    x[0, :k] = 1
    return x
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def p12(x, k):
    x[0][k] = 1
    return x
@case(lambda: (T(4,4), 1), lambda: (T(4,4), 2), lambda: (T(4, 4), 3))
def p13(x, k):
    for i in range(k): x[i] = i
    return x[k, k], x[[k]], x[x.shape[0] - k], x[-k]

main()
